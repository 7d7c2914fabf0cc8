import { IntlProvider } from 'use-intl';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { sharedProblems } from './load.ts';
import { useProblemWords } from './problems.ts';

function Words(props: { readonly code?: string; readonly values?: Record<string, number> }): ReactNode {
  const words = useProblemWords();
  return <p>{words({ message: 'in English', ...props })}</p>;
}

it.each([
  { name: 'a code', code: 'readOnly', values: {}, want: 'Diese Konsole ist schreibgeschützt.' },
  {
    name: 'a code with values',
    code: 'answered',
    values: { status: 502 },
    want: 'Die Konsole antwortete mit 502.',
  },
  { name: 'a code that is not known here', code: 'other', values: {}, want: 'in English' },
  { name: 'a name that every object has', code: 'constructor', values: {}, want: 'in English' },
  { name: 'no code', want: 'in English' },
])('puts $name into words', async ({ want, name: _name, ...problem }) => {
  const texts = await sharedProblems.load('de');
  const page = rendered(
    <IntlProvider locale="de" messages={texts} timeZone="UTC">
      {<Words {...problem} />}
    </IntlProvider>,
  );
  expect(page.one('p').name).toBe(want);
});

it('shows the sentence where the texts are not loaded', () => {
  const page = rendered(
    <IntlProvider locale="en" messages={{}} timeZone="UTC">
      {<Words code="readOnly" values={{}} />}
    </IntlProvider>,
  );
  expect(page.one('p').name).toBe('in English');
});
