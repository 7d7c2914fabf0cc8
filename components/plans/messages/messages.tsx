'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Scripts of their own, as in shell/messages.
const REVIEWS = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishReviews)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanReviews)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseReviews)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoReviews)),
};

interface ReviewMessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The texts of plan reviews, which no other page loads. */
export function ReviewMessages({ locale, children }: ReviewMessagesProps): ReactNode {
  const Texts = REVIEWS[locale];
  return <Texts>{children}</Texts>;
}
