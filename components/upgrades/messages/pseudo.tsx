'use client';
import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { upgradeTexts } from '#messages/upgrades/en.ts';
import { pseudo } from '#messages/pseudo.ts';

const strange = pseudo(upgradeTexts) as typeof upgradeTexts; // the same tree with other texts

export function PseudoUpgrades({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages more={strange}>{children}</MoreMessages>;
}
