import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { ConflictFact, ResolutionAction } from '#lib/olm/resolver/explanation.ts';
import type { BundleRef } from '#lib/olm/resolver/explanation.ts';
import { en } from '#messages/en.ts';
import { textsIn } from '#messages/testing/languages.ts';
import { factWords } from './fact-words.ts';
import { remediesOf } from './remedies.ts';

const catalog = { namespace: 'global', name: 'cat' };
const api = { group: 'example.com', version: 'v1', kind: 'Ticket' };
const a: BundleRef = { csv: 'a.v1', package: 'a', version: '1.0.0', channel: 'stable', catalog };
const b: BundleRef = { csv: 'b.v2' };
const bundles = [a, b];
const wish: Extract<ConflictFact, { kind: 'candidates' }> = {
  kind: 'candidates',
  subscription: 's',
  catalog,
  package: 'p',
  bundles: [],
};

const FACTS: readonly ConflictFact[] = [
  { kind: 'subscription', subscription: 's' },
  { ...wish, bundles },
  { ...wish, why: 'catalog-not-visible' },
  { ...wish, why: 'catalog-empty' },
  { ...wish, why: 'package-missing' },
  { ...wish, why: 'channel-missing', channel: 'beta' },
  { ...wish, why: 'version-missing', startingCSV: 'p.v9' },
  { ...wish, why: 'version-missing', startingCSV: 'p.v9', channel: 'beta' },
  { ...wish, why: 'channel-broken' },
  { ...wish, why: 'channel-broken', channel: 'beta' },
  { ...wish, why: 'versions-forbidden' },
  { kind: 'needs', bundle: a, need: { kind: 'api', api }, bundles: [] },
  { kind: 'needs', bundle: a, need: { kind: 'package', package: 'q', range: '>=1.0.0' }, bundles },
  { kind: 'needs', bundle: a, need: { kind: 'rule', text: 'a rule' }, message: 'because', bundles: [] },
  { kind: 'one-provider', api, bundles, more: 3 },
  { kind: 'one-of-package', package: 'p', bundles },
  { kind: 'orphan', csv: 'a.v1' },
  { kind: 'installed', subscription: 's', bundle: b, bundles: [] },
  { kind: 'installed', subscription: 's', bundle: b, bundles },
  { kind: 'forbidden', bundle: a },
  { kind: 'channel-broken', catalog, package: 'p', channel: 'stable', message: 'a cycle' },
  { kind: 'catalog-unusable', catalog, message: 'no answer' },
  { kind: 'operator-groups', count: 0 },
  { kind: 'operator-groups', count: 2 },
];

const ACTIONS: readonly ResolutionAction[] = [
  { kind: 'add-catalog', catalog },
  { kind: 'use-catalog', subscription: 's', catalog },
  { kind: 'repair-catalog', catalog, message: 'no answer' },
  { kind: 'pick-channel', subscription: 's', channels: ['a', 'b', 'c', 'd'] },
  { kind: 'pick-version', subscription: 's', bundles },
  { kind: 'pick-package', subscription: 's', packages: ['q'] },
  { kind: 'remove-subscription', subscription: 's' },
  { kind: 'remove-csv', csv: 'a.v1' },
  { kind: 'adopt-csv', subscription: 's', csv: 'a.v1' },
  { kind: 'find-provider', need: { kind: 'api', api } },
  { kind: 'find-provider', need: { kind: 'package', package: 'q', range: '' } },
  { kind: 'find-provider', need: { kind: 'rule', text: 'a rule' } },
  { kind: 'one-operator-group', count: 2 },
];

const place = { namespace: 'ns', scope: {} };

type Words = ReturnType<typeof wordsOf>;

function wordsOf(locale: 'en' | 'de' | 'ja', messages: typeof en) {
  const onError = (error: Error): never => {
    throw error;
  };
  return createTranslator({ locale, messages, namespace: 'resolution', onError });
}

const english = wordsOf('en', en);

const LANGUAGES: readonly (readonly [string, Words])[] = [
  ['en', english],
  ['de', wordsOf('de', textsIn('de'))],
  ['ja', wordsOf('ja', textsIn('ja'))],
];

it('is tried with every kind of fact and of action', () => {
  const kindsOf = (options: readonly { shape: { kind: { value: string } } }[]): string[] =>
    options.map(({ shape }) => shape.kind.value).sort();
  const tried = (list: readonly { kind: string }[]): string[] =>
    [...new Set(list.map(({ kind }) => kind))].sort();
  expect(tried(FACTS)).toEqual(kindsOf(ConflictFact.options));
  expect(tried(ACTIONS)).toEqual(kindsOf(ResolutionAction.options));
});

describe.each(LANGUAGES)('%s', (_locale, t) => {
  it('has a sentence for every fact, with what it is about', () => {
    for (const fact of FACTS) {
      const words = factWords(t, fact);
      expect(words.length, fact.kind).toBeGreaterThan(10);
      expect(words, fact.kind).not.toMatch(/[{}]|undefined|none\b/);
      for (const name of namesIn(fact)) expect(words, fact.kind).toContain(name);
    }
  });

  it('has words for every action, and a place for all but one', () => {
    for (const action of ACTIONS) {
      const remedies = remediesOf(t, [action], place);
      expect(remedies, action.kind).not.toEqual([]);
      for (const { words, href } of remedies) {
        expect(words.length).toBeGreaterThan(3);
        expect(href === undefined, action.kind).toBe(action.kind === 'one-operator-group');
      }
    }
  });
});

/** What a reader has to be told. */
function namesIn(fact: ConflictFact): string[] {
  const named = 'subscription' in fact && fact.kind !== 'candidates' ? [fact.subscription] : [];
  const csvs = 'bundles' in fact && fact.kind !== 'candidates' ? fact.bundles.map(({ csv }) => csv) : [];
  const message = 'message' in fact && fact.message !== undefined ? [fact.message] : [];
  return [...named, ...csvs, ...message];
}

it('writes them out in English', () => {
  expect(FACTS.map((fact) => factWords(english, fact))).toMatchInlineSnapshot(`
    [
      "Subscription s requires a version.",
      "Only a.v1 of catalog global/cat, b.v2 can satisfy Subscription s.",
      "Subscription s requires p from catalog global/cat, which this namespace can’t use.",
      "Subscription s requires p from catalog global/cat, which is empty.",
      "Catalog global/cat has no package p, which Subscription s requires.",
      "Package p of catalog global/cat has no channel beta, which Subscription s requires.",
      "p.v9, the starting version of Subscription s, is not in package p.",
      "p.v9, the starting version of Subscription s, is not in channel beta of package p.",
      "No version of package p is available to Subscription s: its channels are broken.",
      "No version of package p is available to Subscription s: channel beta is broken.",
      "The catalog marks every candidate version of package p for Subscription s as not installable.",
      "a.v1 of catalog global/cat requires Ticket (example.com/v1), which no available catalog provides.",
      "a.v1 of catalog global/cat requires package q in >=1.0.0, which only a.v1 of catalog global/cat, b.v2 can provide.",
      "a.v1 of catalog global/cat requires a rule, which no available catalog provides. Message: because",
      "Only one operator in a namespace can provide Ticket (example.com/v1): a.v1 of catalog global/cat, b.v2 and 3 more.",
      "Only one version of package p can be in a namespace: a.v1 of catalog global/cat, b.v2.",
      "a.v1 is installed, and no Subscription refers to it.",
      "b.v2 is installed for Subscription s and can stay.",
      "b.v2 is installed for Subscription s; it can stay, or become a.v1 of catalog global/cat, b.v2.",
      "The catalog marks a.v1 of catalog global/cat as not installable.",
      "Channel stable of package p in catalog global/cat is broken: a cycle",
      "Catalog global/cat is unavailable: no answer",
      "The namespace has no OperatorGroup; it must have exactly one.",
      "The namespace has 2 OperatorGroups; it must have exactly one.",
    ]
  `);
});

it('leads to the places where it can be mended', () => {
  expect(remediesOf(english, ACTIONS, place).map(({ words, href }) => `${words} → ${href ?? '–'}`))
    .toMatchInlineSnapshot(`
      [
        "Add catalog global/cat → /catalogs/new",
        "Use catalog global/cat → /operators/ns/subscriptions/s/edit?catalog=global%2Fcat",
        "Check catalog global/cat → /catalogs/global/cat",
        "Use channel a → /operators/ns/subscriptions/s/edit?channel=a",
        "Use channel b → /operators/ns/subscriptions/s/edit?channel=b",
        "Use channel c → /operators/ns/subscriptions/s/edit?channel=c",
        "Select another… → /operators/ns/subscriptions/s/edit",
        "Select a.v1 → /operators/ns/subscriptions/s/edit?csv=a.v1&channel=stable",
        "Select b.v2 → /operators/ns/subscriptions/s/edit?csv=b.v2",
        "Find package q → /catalog?q=q",
        "Uninstall s… → /operators/ns/subscriptions/s?dialog=uninstall",
        "Uninstall a.v1… → /operators/ns/a.v1/uninstall",
        "Adopt a.v1 with s → /operators/ns/subscriptions/s/edit?csv=a.v1",
        "Search the catalog for Ticket → /catalog?q=Ticket",
        "Search the catalog for q → /catalog?q=q",
        "Browse the catalog → /catalog",
        "Keep exactly one OperatorGroup in namespace ns. → –",
      ]
    `);
});

it('counts what a long list leaves out', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ csv: `x.v${String(index)}` }));
  const words = factWords(english, { kind: 'one-of-package', package: 'x', bundles: many, more: 10 });
  expect(words).toContain('x.v4 and 13 more');
});
