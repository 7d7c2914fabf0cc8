'use client';
import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import type { en } from '#messages/en.ts';

interface MoreMessagesProps {
  readonly more: { readonly [Folder in keyof typeof en]?: object };
  readonly children: ReactNode;
}

/** Adds texts to those of the page around it. */
export function MoreMessages({ more, children }: MoreMessagesProps): ReactNode {
  const messages = { ...useMessages(), ...more };
  return (
    <IntlProvider locale={useLocale()} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
