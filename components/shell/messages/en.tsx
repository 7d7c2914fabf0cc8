'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { en } from '#messages/en.ts';

export function EnglishMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
