'use client';
import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { useTexts } from '#messages/load.ts';
import type { TextGroup } from '#messages/load.ts';

interface MoreMessagesProps {
  readonly group: TextGroup;
  readonly children: ReactNode;
}

/** Adds the texts of a group, which most pages do not load, to those of the page around it. */
export function MoreMessages({ group, children }: MoreMessagesProps): ReactNode {
  const locale = useLocale();
  const messages = { ...useMessages(), ...useTexts(group, locale).texts };
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
