import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function OperatorGroupsLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="groups">{children}</MoreMessages>;
}
