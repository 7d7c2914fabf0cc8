'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { Locale } from '#messages/locales.ts';

// Each language is a script of its own, which the browser keeps, instead of a part of each page. Without `loading`
// there is no fallback: the server waits for the texts, and the page asks for the script at once.
const EnglishMessages = dynamic(() => import('./en.tsx').then((module) => module.EnglishMessages));
const GermanMessages = dynamic(() => import('./de.tsx').then((module) => module.GermanMessages));
const JapaneseMessages = dynamic(() => import('./ja.tsx').then((module) => module.JapaneseMessages));
const PseudoMessages = dynamic(() => import('./pseudo.tsx').then((module) => module.PseudoMessages));

interface MessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** Gives everything inside the texts of a language. */
export function Messages({ locale, children }: MessagesProps): ReactNode {
  switch (locale) {
    case 'de':
      return <GermanMessages>{children}</GermanMessages>;
    case 'ja':
      return <JapaneseMessages>{children}</JapaneseMessages>;
    case 'en-XA':
      return <PseudoMessages>{children}</PseudoMessages>;
    case 'en':
      return <EnglishMessages>{children}</EnglishMessages>;
  }
}
