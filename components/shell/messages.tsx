'use client';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { sharedPhrases, sharedProblems, sharedTexts } from '#messages/load.ts';
import type { Locale } from '#messages/locales.ts';
import { PhraseContext, phraseBy } from '#messages/phrases.ts';

// The page was made in this language: its script is asked for before React begins, which then waits for less.
// A script that does not arrive is told by the component below.
if (typeof document !== 'undefined') {
  const locale = document.documentElement.lang as Locale;
  const all = [sharedTexts, sharedProblems, sharedPhrases];
  Promise.all(all.map((one) => one.load(locale))).catch(() => undefined);
}

interface MessagesProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/**
 * Gives everything inside the texts of a language. Each language is a script of its own, which the browser keeps, instead
 * of a part of each page; the server waits for it, so its HTML has the texts.
 */
export function Messages({ locale, children }: MessagesProps): ReactNode {
  const shared = sharedTexts.use(locale);
  const problems = sharedProblems.use(locale);
  const phrases = sharedPhrases.use(locale);
  const phrase = useMemo(() => phraseBy(phrases), [phrases]);
  const texts = useMemo(() => ({ ...shared, ...problems }), [shared, problems]);
  return (
    <IntlProvider locale={locale} messages={texts} timeZone="UTC">
      <PhraseContext value={phrase}>{children}</PhraseContext>
    </IntlProvider>
  );
}
