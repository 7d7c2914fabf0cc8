import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function CatalogsLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="sources">{children}</MoreMessages>;
}
