import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function InstallLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="install">{children}</MoreMessages>;
}
