import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function CompareLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="compare">{children}</MoreMessages>;
}
