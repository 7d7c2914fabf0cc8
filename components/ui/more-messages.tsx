'use client';
import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { GROUPS } from '#messages/groups.ts';

interface MoreMessagesProps {
  readonly group: keyof typeof GROUPS;
  readonly children: ReactNode;
}

/** Adds the texts of a group, which most pages do not load, to those of the page around it. */
export function MoreMessages({ group, children }: MoreMessagesProps): ReactNode {
  const locale = useLocale();
  const messages = { ...useMessages(), ...GROUPS[group].use(locale) };
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
