'use client';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { sharedPhrases, sharedTexts } from '#messages/load.ts';
import type { Locale } from '#messages/locales.ts';
import { PhraseContext, phraseBy } from '#messages/phrases.ts';

// The page was made in this language: its script is asked for before React begins, which then waits for less.
// A script that does not arrive is told by the component below.
if (typeof document !== 'undefined') {
  const locale = document.documentElement.lang as Locale;
  Promise.all([sharedTexts.load(locale), sharedPhrases.load(locale)]).catch(() => undefined);
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
  const texts = sharedTexts.use(locale);
  const phrases = sharedPhrases.use(locale);
  const phrase = useMemo(() => phraseBy(phrases), [phrases]);
  return (
    <IntlProvider locale={locale} messages={texts} timeZone="UTC">
      <PhraseContext value={phrase}>{children}</PhraseContext>
    </IntlProvider>
  );
}
