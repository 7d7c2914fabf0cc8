'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Scripts of their own, as in shell/messages.
const SOURCES = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishSources)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanSources)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseSources)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoSources)),
};

interface SourceMessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The texts of catalog sources, which no other page loads. */
export function SourceMessages({ locale, children }: SourceMessagesProps): ReactNode {
  const Texts = SOURCES[locale];
  return <Texts>{children}</Texts>;
}
