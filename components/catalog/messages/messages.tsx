'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useLocale } from 'use-intl';

// Scripts of their own, as in shell/messages.
const FIRST_STEPS = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishFirstSteps)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanFirstSteps)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseFirstSteps)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoFirstSteps)),
};

/** The texts of the first steps, which only newcomers load. */
export function FirstStepMessages({ children }: { readonly children: ReactNode }): ReactNode {
  const Texts = FIRST_STEPS[useLocale()]; // what the layout has set
  return <Texts>{children}</Texts>;
}
