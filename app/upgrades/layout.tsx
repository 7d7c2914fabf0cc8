import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function UpgradesLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="upgrades">{children}</MoreMessages>;
}
