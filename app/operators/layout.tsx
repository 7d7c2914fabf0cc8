import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function OperatorsLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="states">{children}</MoreMessages>;
}
