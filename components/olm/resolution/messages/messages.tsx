'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useLocale } from 'use-intl';

// Scripts of their own, as in shell/messages: an installed operator that is well needs none of it.
const RESOLUTIONS = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishResolutions)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanResolutions)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseResolutions)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoResolutions)),
};

/** The texts of explanations and of Subscriptions, which most pages never need. */
export function ResolutionMessages({ children }: { readonly children: ReactNode }): ReactNode {
  const Texts = RESOLUTIONS[useLocale()];
  return <Texts>{children}</Texts>;
}
