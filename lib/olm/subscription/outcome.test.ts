import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, anInstallableCsv, NOW, subscriptionFactsOf } from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { explanationText } from '../resolver/explanation-text.ts';
import { explanationOf, RESOLUTION_ANNOTATION, type Explanation } from '../resolver/explanation.ts';
import type { CatalogRef, NamespaceResolution, SubscriptionOutcome } from '../resolver/types.ts';
import { namespaceOutcome, resolveFacts } from './decide.ts';
import type { NamespaceOutcome, SubscriptionFacts } from './facts.ts';
import type { Subscription, SubscriptionStatus } from '../api/types.ts';

const samples = { namespace: 'capstan-system', name: 'samples' };
const second = { namespace: 'capstan-system', name: 'second' };
const explanation: Explanation = { facts: [{ kind: 'subscription', subscription: 'tickets' }], actions: [] };

function subscription(status: Partial<SubscriptionStatus> = {}, said?: Explanation): Subscription {
  const object = aSubscriptionObject(status, { name: 'tickets' });
  const annotations = said === undefined ? {} : { [RESOLUTION_ANNOTATION]: explanationText(said) };
  return { ...object, metadata: { ...object.metadata, uid: 'uid-tickets', annotations } };
}

/** What is decided of an answer of the resolver. */
function decide(
  outcome: SubscriptionOutcome,
  more: Partial<SubscriptionFacts> & { dependsOn?: CatalogRef[] } = {},
): NamespaceOutcome {
  const { dependsOn = [], ...rest } = more;
  const facts = subscriptionFactsOf({ subscriptions: [subscription()], ...rest });
  const resolution: NamespaceResolution = {
    outcomes: new Map([['tickets', outcome]]),
    dependencies: [],
    parts: [['tickets']],
    dependsOn: new Map([['tickets', dependsOn]]),
    steps: 0,
  };
  return namespaceOutcome(facts, NOW, { ...resolveFacts(facts, NOW), resolution });
}

const failed = ({ statuses }: NamespaceOutcome): string | undefined => {
  const found = statuses.get('tickets')?.conditions?.find(({ type }) => type === 'ResolutionFailed');
  return found === undefined ? undefined : `${found.reason ?? ''}: ${found.message ?? ''}`;
};

const unresolvable = (
  reason: 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution',
): SubscriptionOutcome => ({ kind: 'unresolvable', reason, message: 'because', explanation });
const current: SubscriptionOutcome = { kind: 'current', reason: 'at-head', csv: 'tickets.v1.0.0' };

describe('OLM 25: a Subscription that cannot be resolved', () => {
  it('says so and why, and is left alone until something changes', () => {
    const decision = decide(unresolvable('ConstraintsNotSatisfiable'));
    expect(failed(decision)).toBe('ConstraintsNotSatisfiable: because');
    expect(decision.explanations.get('tickets')).toEqual(explanation);
    expect(decision.retry).toBeUndefined();
  });

  it('is tried again when something stood in the way', () => {
    const decision = decide(unresolvable('ErrorPreventedResolution'));
    expect(failed(decision)).toBe('ErrorPreventedResolution: because');
    expect(decision.retry).toBe('because');
  });

  it('says no more of it once it is resolved', () => {
    const conditions = [{ type: 'ResolutionFailed', status: 'True', reason: 'x' }] as const;
    const decision = decide(current, { subscriptions: [subscription({ conditions: [...conditions] })] });
    expect(failed(decision)).toBeUndefined();
    expect(decision.explanations.size).toBe(0);
  });

  it('OLM 29: explains the number of OperatorGroups', () => {
    const facts = subscriptionFactsOf({ subscriptions: [subscription()], operatorGroups: 2 });
    expect(namespaceOutcome(facts, NOW).explanations.get('tickets')).toEqual({
      facts: [{ kind: 'operator-groups', count: 2 }],
      actions: [{ kind: 'one-operator-group', count: 2 }],
    });
  });
});

describe('a search that was given up', () => {
  const undecided = (steps: number): SubscriptionOutcome => ({
    kind: 'undecided',
    message: `not decided after ${String(steps)} steps`,
    explanation: { ...explanation, tried: { steps, bundles: 3 } },
  });

  it('is an error that is tried again', () => {
    const decision = decide(undecided(1_000));
    expect(failed(decision)).toBe('ErrorPreventedResolution: not decided after 1000 steps');
    expect(decision.retry).toBe('not decided after 1000 steps');
  });

  it('is no news when it comes a little further the next time', () => {
    const first = decide(undecided(1_000));
    const before = subscription(first.statuses.get('tickets'), first.explanations.get('tickets'));
    const again = decide(undecided(1_234), { subscriptions: [before] });
    expect(again.statuses.get('tickets')).toBe(before.status);
    expect(again.explanations.get('tickets')).toEqual(first.explanations.get('tickets'));
  });
});

describe('a catalog that is being read for the first time', () => {
  const catalogs: SubscriptionFacts['catalogs'] = [
    aCatalog([]),
    aCatalog([], { ref: second, reading: true, problem: 'it is being read for the first time' }),
  ];
  const named = { ...subscription(), spec: { ...subscription().spec, source: 'second' } };
  const rows: { name: string; more: Parameters<typeof decide>[1]; want: boolean }[] = [
    { name: 'is waited for by who names it', more: { subscriptions: [named], catalogs }, want: false },
    { name: 'is waited for by who depends on it', more: { dependsOn: [second], catalogs }, want: false },
    { name: 'is waited for by nobody else', more: { dependsOn: [samples], catalogs }, want: true },
    {
      name: 'is waited for by all of a whole namespace',
      more: { catalogs, wholeNamespace: true },
      want: false,
    },
  ];
  it.each(rows)('$name', ({ more, want }) => {
    const decision = decide(unresolvable('ErrorPreventedResolution'), more);
    expect(failed(decision) !== undefined).toBe(want);
    expect(decision.retry !== undefined).toBe(want);
  });
});

describe('OLM 27: deprecation', () => {
  const bundle = aBundle('tickets', '1.0.0', { deprecation: 'use v2' });
  const deprecated = (more: Parameters<typeof aPackage>[2]): SubscriptionFacts['catalogs'] => [
    aCatalog([aPackage('tickets', { stable: [{ name: bundle.name }] }, { bundleList: [bundle], ...more })]),
  ];
  const installed = subscription({ installedCSV: bundle.name, currentCSV: bundle.name });
  const csvs = [anInstallableCsv(bundle.name, { status: { phase: 'Succeeded' } })];
  const channels = [
    { name: 'stable', entries: [{ name: bundle.name }], head: bundle.name, deprecation: 'old' },
  ];
  const said = (more: Partial<SubscriptionFacts>): [string, string | undefined][] =>
    (decide(current, { csvs, subscriptions: [installed], ...more }).statuses.get('tickets')?.conditions ?? [])
      .filter(({ type }) => type.endsWith('Deprecated'))
      .map(({ type, message }) => [type, message]);

  it('is said of package, channel and version, and of all together', () => {
    const roll = 'olm.package/tickets: gone; olm.channel/stable: old; olm.bundle/tickets.v1.0.0: use v2';
    expect(said({ catalogs: deprecated({ deprecation: 'gone', channels }) })).toEqual([
      ['PackageDeprecated', 'olm.package/tickets: gone'],
      ['ChannelDeprecated', 'olm.channel/stable: old'],
      ['BundleDeprecated', 'olm.bundle/tickets.v1.0.0: use v2'],
      ['Deprecated', roll],
    ]);
  });

  it('is said of no channel that the Subscription does not name', () => {
    const { channel: _channel, ...spec } = installed.spec;
    const given = { catalogs: deprecated({ channels }), subscriptions: [{ ...installed, spec }] };
    expect(said(given).map(([type]) => type)).toEqual(['BundleDeprecated', 'Deprecated']);
  });

  const before = subscription({
    ...installed.status,
    conditions: [
      { type: 'BundleDeprecated', status: 'True', message: 'olm.bundle/tickets.v1.0.0: use v2' },
      { type: 'Deprecated', status: 'True', message: 'olm.bundle/tickets.v1.0.0: use v2' },
    ],
  });

  it('is taken back with the word of the catalog', () => {
    const catalogs = deprecated({ bundleList: [aBundle('tickets', '1.0.0')] });
    expect(said({ catalogs, subscriptions: [before] })).toEqual([]);
  });

  it('stays while the catalog does not say anything of the version', () => {
    expect(said({ catalogs: [], subscriptions: [before] })).toHaveLength(2);
  });
});

describe('an explanation that is written down', () => {
  it('loses the ends of its longest lists until it is short enough', () => {
    const bundles = Array.from({ length: 2_000 }, (_, index) => ({ csv: `tickets.v${String(index)}.0.0` }));
    const long: Explanation = {
      facts: [
        { kind: 'one-of-package', package: 'tickets', bundles },
        { kind: 'one-of-package', package: 'other', bundles: bundles.slice(0, 2) },
      ],
      actions: [{ kind: 'remove-subscription', subscription: 'tickets' }],
    };
    const text = explanationText(long);
    expect(text.length).toBeLessThanOrEqual(16 * 1024);
    const [first, other] = explanationOf({ [RESOLUTION_ANNOTATION]: text })?.facts ?? [];
    expect(first).toMatchObject({ kind: 'one-of-package', bundles: bundles.slice(0, 500), more: 1_500 });
    expect(other).toEqual(long.facts[1]);
  });
});
