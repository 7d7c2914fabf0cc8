'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { upgradeTexts } from '#messages/upgrades/en.ts';

export function EnglishUpgrades({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={upgradeTexts}>{children}</MoreMessages>;
}
