'use client';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { de } from '#messages/de.ts';

export function GermanMessages({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <IntlProvider locale="de" messages={de} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
