import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function PackageLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="packages">{children}</MoreMessages>;
}
