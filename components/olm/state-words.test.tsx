import { IntlProvider } from 'use-intl';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { conditionReasons, conditionTypes, csvReasons } from '#lib/olm/api/vocabulary.ts';
import type { ProgressDetail } from '#lib/olm/views/progress-view.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { en } from '#messages/en.ts';
import { textsIn } from '#messages/testing/languages.ts';
import { stateText, useStateWords } from './state-words.ts';
import type { StateWords } from './state-words.ts';

function inLanguage(locale: 'en' | 'de', say: (words: StateWords) => string | undefined): string {
  const { states } = textsIn(locale);
  const Words = (): ReactNode => <p>{say(useStateWords()) ?? 'nothing'}</p>;
  return rendered(
    <IntlProvider locale={locale} messages={{ states }} timeZone="UTC">
      {<Words />}
    </IntlProvider>,
  ).one('p').name;
}

describe('the vocabulary of the controller', () => {
  it.each([...csvReasons, ...conditionReasons])('has words for reason %s', (reason) => {
    expect(en.states.reason[reason].means).toMatch(/\.$/);
  });

  it.each(conditionTypes)('has words for condition %s', (type) => {
    expect(en.states.condition[type]).toEqual({
      label: expect.stringMatching(/./) as string,
      means: expect.stringMatching(/\.$/) as string,
    });
  });
});

const reason = (name: string, message: string): ProgressDetail => ({
  code: 'reason',
  values: { reason: name, message },
});

const details: { name: string; detail: ProgressDetail; en: string; de: string }[] = [
  {
    name: 'a reason alone',
    detail: reason('InstallWaiting', ''),
    en: 'Its Deployments are not ready yet.',
    de: 'Seine Deployments sind noch nicht bereit.',
  },
  {
    name: 'a reason that a message goes on with',
    detail: reason('RequirementsNotMet', 'one or more'),
    en: 'A requirement of the operator is not satisfied: one or more',
    de: 'Eine Voraussetzung des Operators ist nicht erfüllt: one or more',
  },
  {
    name: 'a reason and a sentence',
    detail: reason('InstallWaiting', 'Wait.'),
    en: 'Its Deployments are not ready yet. Wait.',
    de: 'Seine Deployments sind noch nicht bereit. Wait.',
  },
  { name: 'the message of others', detail: reason('FromAfar', 'no idea'), en: 'no idea', de: 'no idea' },
  { name: 'a reason of others', detail: reason('FromAfar', ''), en: 'FromAfar', de: 'FromAfar' },
  {
    name: 'a name that every object has',
    detail: reason('constructor', ''),
    en: 'constructor',
    de: 'constructor',
  },
  {
    name: 'what is missing',
    detail: { code: 'missing', values: { requirements: ['CustomResourceDefinition a.b', 'Pod c'] } },
    en: 'A requirement of the operator is not satisfied. Missing: CustomResourceDefinition a.b, Pod c.',
    de: 'Eine Voraussetzung des Operators ist nicht erfüllt. Es fehlt: CustomResourceDefinition a.b, Pod c.',
  },
  {
    name: 'what is looked for',
    detail: { code: 'lookingFor', values: { name: 'db', channel: 'stable', catalog: 'ns/hub' } },
    en: 'Looking for db, channel stable, from catalog ns/hub.',
    de: 'Suche nach db, Kanal stable, im Katalog ns/hub.',
  },
  {
    name: 'what is looked for in any channel',
    detail: { code: 'lookingFor', values: { name: 'db', channel: '', catalog: 'ns/hub' } },
    en: 'Looking for db, from catalog ns/hub.',
    de: 'Suche nach db, im Katalog ns/hub.',
  },
  {
    name: 'one object',
    detail: { code: 'wouldChange', values: { count: 1 } },
    en: 'Would create or update 1 object.',
    de: 'Legt 1 Objekt an oder ändert es.',
  },
  {
    name: 'several objects',
    detail: { code: 'partlyInPlace', values: { ready: 1, count: 2 } },
    en: '1 of 2 in place.',
    de: '1 von 2 vorhanden.',
  },
];

it.each(details)('says $name', ({ detail, en: english, de }) => {
  expect(inLanguage('en', (words) => words.detail(detail))).toBe(english);
  expect(inLanguage('de', (words) => words.detail(detail))).toBe(de);
});

it.each([
  { reason: 'OwnerConflict', want: 'Uninstall one of the two: only one operator can own an API.' },
  { reason: 'InstallSucceeded', want: 'nothing' },
  { reason: 'FromAfar', want: 'nothing' },
])('says what to do about $reason', ({ reason: name, want }) => {
  expect(inLanguage('en', (words) => words.next({ code: 'reason', values: { reason: name } }))).toBe(want);
});

it('says no more of conditions of others than they do', () => {
  expect(inLanguage('de', (words) => words.condition('ResolutionFailed')?.label)).toBe(
    'Auflösung fehlgeschlagen',
  );
  expect(inLanguage('de', (words) => words.condition('FromAfar')?.label)).toBe('nothing');
});

it('says a state by its label where there is no more', () => {
  expect(inLanguage('en', (words) => stateText({ label: 'UnpackFailed' }, words))).toBe('Unpack failed');
  expect(inLanguage('en', (words) => stateText({ label: 'Pinned', detail: { code: 'pinned' } }, words))).toBe(
    'Pinned at this version: no upgrades.',
  );
});
