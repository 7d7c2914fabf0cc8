'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Scripts of their own, as in shell/messages.
const UPGRADES = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishUpgrades)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanUpgrades)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseUpgrades)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoUpgrades)),
};

interface UpgradeMessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The texts of the upgrades page, which no other page loads. */
export function UpgradeMessages({ locale, children }: UpgradeMessagesProps): ReactNode {
  const Texts = UPGRADES[locale];
  return <Texts>{children}</Texts>;
}
