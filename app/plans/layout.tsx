import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function PlansLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="plans">{children}</MoreMessages>;
}
