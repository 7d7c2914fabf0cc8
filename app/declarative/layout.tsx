import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function DeclarativeLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="declarative">{children}</MoreMessages>;
}
