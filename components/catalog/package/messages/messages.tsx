'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Scripts of their own, as in shell/messages.
const PACKAGES = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishPackages)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanPackages)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapanesePackages)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoPackages)),
};

interface PackageMessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The texts of a package’s page, which no other page loads. */
export function PackageMessages({ locale, children }: PackageMessagesProps): ReactNode {
  const Texts = PACKAGES[locale];
  return <Texts>{children}</Texts>;
}
