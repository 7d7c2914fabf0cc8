'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { shared } from '#messages/shared/en.ts';

export function EnglishMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="en" messages={shared} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
