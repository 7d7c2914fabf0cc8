import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function InstancesLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="forms">{children}</MoreMessages>;
}
