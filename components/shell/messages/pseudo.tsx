'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { PSEUDO } from '#messages/locales.ts';
import known from '#messages/phrases-de.json' with { type: 'json' };
import { PhraseContext, phraseBy } from '#messages/phrases.ts';
import { pseudo, pseudoPhrases } from '#messages/pseudo.ts';
import { shared } from '#messages/shared/en.ts';

const messages = pseudo(shared) as typeof shared; // the same tree with other texts
const phrase = phraseBy(pseudoPhrases(Object.keys(known)));

export function PseudoMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale={PSEUDO} messages={messages} timeZone="UTC">
      <PhraseContext value={phrase}>{children}</PhraseContext>
    </IntlProvider>
  );
}
