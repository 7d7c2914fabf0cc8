/** For tests that render components: the English texts around them. */
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { en } from '../en.ts';

export function withMessages(children: ReactNode): ReactNode {
  return (
    <IntlProvider locale="en" messages={en} onError={refuse} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** A missing message or argument fails the test instead of showing the key. */
function refuse(error: Error): never {
  throw error;
}
