'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { ja } from '#messages/ja.ts';

export function JapaneseMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="ja" messages={ja} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
