import type { ReactNode } from 'react';
import { UpgradeMessages } from '#components/upgrades/messages/messages.tsx';
import { pageLocale } from '../text.ts';

export default async function UpgradesLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return <UpgradeMessages locale={await pageLocale()}>{children}</UpgradeMessages>;
}
