import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function PlanLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="reviews">{children}</MoreMessages>;
}
