import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function UninstallLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="removal">{children}</MoreMessages>;
}
