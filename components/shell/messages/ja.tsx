'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { shared } from '#messages/shared/ja.ts';
import phrases from '#messages/phrases-ja.json' with { type: 'json' };
import { PhraseContext, phraseBy } from '#messages/phrases.ts';

const phrase = phraseBy(phrases);

export function JapaneseMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="ja" messages={shared} timeZone="UTC">
      <PhraseContext value={phrase}>{children}</PhraseContext>
    </IntlProvider>
  );
}
