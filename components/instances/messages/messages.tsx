'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Scripts of their own, as in shell/messages.
const FORMS = {
  en: dynamic(() => import('./en.tsx').then((module) => module.EnglishForms)),
  de: dynamic(() => import('./de.tsx').then((module) => module.GermanForms)),
  ja: dynamic(() => import('./ja.tsx').then((module) => module.JapaneseForms)),
  'en-XA': dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoForms)),
};

interface FormMessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The texts of instances and their forms, which no other page loads. */
export function FormMessages({ locale, children }: FormMessagesProps): ReactNode {
  const Texts = FORMS[locale];
  return <Texts>{children}</Texts>;
}
