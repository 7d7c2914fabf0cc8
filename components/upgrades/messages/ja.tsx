'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { upgradeTexts } from '#messages/upgrades/ja.ts';

export function JapaneseUpgrades({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={upgradeTexts}>{children}</MoreMessages>;
}
