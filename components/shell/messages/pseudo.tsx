'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { en } from '#messages/en.ts';
import { PSEUDO } from '#messages/locales.ts';
import { pseudo } from '#messages/pseudo.ts';

const messages = pseudo(en) as typeof en; // the same tree with other texts

export function PseudoMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale={PSEUDO} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
