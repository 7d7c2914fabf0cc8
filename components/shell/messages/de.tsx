'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { shared } from '#messages/shared/de.ts';
import phrases from '#messages/phrases-de.json' with { type: 'json' };
import { PhraseContext, phraseBy } from '#messages/phrases.ts';

const phrase = phraseBy(phrases);

export function GermanMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="de" messages={shared} timeZone="UTC">
      <PhraseContext value={phrase}>{children}</PhraseContext>
    </IntlProvider>
  );
}
