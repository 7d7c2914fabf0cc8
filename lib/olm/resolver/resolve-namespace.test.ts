import { describe, expect, it } from 'vitest';
import { aPackage } from '../../testing/catalog.ts';
import {
  aBundleOf,
  aChain,
  anApi,
  anOwnCsv,
  aResolverCatalog,
  aSubscriptionTo,
  shortOutcome,
  shortResolution,
} from '../../testing/resolver.ts';
import { resolveNamespace } from './resolve-namespace.ts';
import type { ResolveNamespaceInput } from './types.ts';

type Input = Partial<ResolveNamespaceInput>;

const resolve = (input: Input): ReturnType<typeof resolveNamespace> =>
  resolveNamespace({ namespace: 'ns', subscriptions: [], csvs: [], catalogs: [], ...input });

const UNSATISFIABLE = 'ConstraintsNotSatisfiable: constraints not satisfiable: ';
const app = (packages: string[]): ReturnType<typeof aChain> => aChain('app', { '1.0.0': { packages } });
const needing = (constraint: unknown): ReturnType<typeof aChain> =>
  aChain('app', { '1.0.0': { constraints: [constraint] } });
const base = aChain('base', { '1.0.0': { provides: ['Base'] }, '2.0.0': { provides: ['Base'] } });
const [base1, base2] = [
  aBundleOf('base', '1.0.0', { provides: ['Base'] }),
  aBundleOf('base', '2.0.0', { provides: ['Base'] }),
];
const wants = [aSubscriptionTo('app')];
const GENERATED = 'base-stable-cat-global for app.v1.0.0';
const noOperator = (text: string): string =>
  `${UNSATISFIABLE}subscription app exists, subscription app requires cat/global/stable/app.v1.0.0, bundle app.v1.0.0 requires an operator ${text}`;

describe('resolveNamespace', () => {
  const rows: { name: string; input: Input; want: Record<string, string> }[] = [
    {
      name: 'OLM 28, 36: a required API brings the newest that provides it, with a Subscription of its own',
      input: {
        subscriptions: wants,
        catalogs: [aResolverCatalog([aChain('app', { '1.0.0': { requires: ['Base'] } }), base])],
      },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v2.0.0': GENERATED },
    },
    {
      name: 'OLM 34, 37: a required package in its range',
      input: { subscriptions: wants, catalogs: [aResolverCatalog([app(['base <2.0.0']), base])] },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v1.0.0': GENERATED },
    },
    {
      name: 'OLM 36: what is installed comes first',
      input: {
        subscriptions: [...wants, aSubscriptionTo('base', { installed: 'base.v1.0.0', pin: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1)],
        catalogs: [aResolverCatalog([app(['base >=1.0.0']), base])],
      },
      want: { app: 'install app.v1.0.0 from stable', base: 'stays base.v1.0.0: pinned' },
    },
    {
      name: 'OLM 36: then the catalog of who asks, before one of higher priority',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([aChain('base', { '3.0.0': {} })], { name: 'first', priority: 5 }),
          aResolverCatalog([app(['base >0.0.0']), base]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v2.0.0': GENERATED },
    },
    {
      name: 'OLM 36: then the others in their order',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([base], { name: 'first', priority: 5 }),
          aResolverCatalog([aChain('base', { '3.0.0': {} })], { name: 'second' }),
          aResolverCatalog([app(['base >0.0.0'])]),
        ],
      },
      want: {
        app: 'install app.v1.0.0 from stable',
        '+ base.v2.0.0': 'base-stable-first-global for app.v1.0.0',
      },
    },
    {
      name: 'OLM 36: inside a catalog default channels come before others, whatever the package is called',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            aChain('app', { '1.0.0': { requires: ['Base'] } }),
            aPackage(
              'aaa',
              { stable: [{ name: 'aaa.v1.0.0' }], beta: [{ name: 'aaa.v2.0.0' }] },
              { bundleList: [aBundleOf('aaa', '1.0.0'), aBundleOf('aaa', '2.0.0', { provides: ['Base'] })] },
            ),
            base,
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v2.0.0': GENERATED },
    },
    {
      name: 'OLM 32: the first candidate that can be had, not the newest',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([aChain('app', { '1.0.0': {}, '2.0.0': { packages: ['nobody >=1.0.0'] } })]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable' },
    },
    {
      name: 'OLM 37, 41: nobody serves the package',
      input: { subscriptions: wants, catalogs: [aResolverCatalog([app(['nobody >=1.0.0'])])] },
      want: { app: noOperator('with package: nobody and with version in range: >=1.0.0') },
    },
    {
      name: 'OLM 37: nobody provides the API',
      input: {
        subscriptions: wants,
        catalogs: [aResolverCatalog([aChain('app', { '1.0.0': { requires: ['None'] } })])],
      },
      want: { app: noOperator('providing an API with group: g, version: v1, kind: None') },
    },
    {
      name: 'OLM 37, 38: all, any and not are about one bundle',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            needing({
              failureMessage: 'a base, and a small one',
              all: {
                constraints: [
                  { gvk: anApi('Base') },
                  {
                    any: {
                      constraints: [
                        { package: { packageName: 'base', versionRange: '<2.0.0' } },
                        { package: { packageName: 'other', versionRange: '>0.0.0' } },
                      ],
                    },
                  },
                  { not: { constraints: [{ package: { packageName: 'base', versionRange: '>=2.0.0' } }] } },
                ],
              },
            }),
            base,
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v1.0.0': GENERATED },
    },
    {
      name: 'OLM 37: all, any and not in words',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            needing({
              all: {
                constraints: [
                  { gvk: anApi('Base') },
                  { any: { constraints: [{ gvk: anApi('X') }, { gvk: anApi('Y') }] } },
                ],
              },
            }),
          ]),
        ],
      },
      want: {
        app: noOperator(
          'providing an API with group: g, version: v1, kind: Base and providing an API with group: g, version: v1, kind: X or providing an API with group: g, version: v1, kind: Y',
        ),
      },
    },
    {
      name: 'OLM 38: a rule in CEL over the properties, with semver_compare',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            needing({
              failureMessage: 'an old base',
              cel: {
                rule: 'properties.exists(p, p.type == "olm.package" && p.value.packageName == "base" && semver_compare(p.value.version, "2.0.0") < 0)',
              },
            }),
            base,
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable', '+ base.v1.0.0': GENERATED },
    },
    {
      name: 'OLM 37: a rule in CEL in words',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([needing({ failureMessage: 'only on Mondays', cel: { rule: 'false' } })]),
        ],
      },
      want: { app: noOperator('with constraint: "false" and message: "only on Mondays"') },
    },
    {
      name: 'OLM 38: an unknown field is an error, but only of its bundle',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            aChain('app', { '1.0.0': {}, '2.0.0': { constraints: [{ gvk: anApi('Base'), more: 1 }] } }),
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable' },
    },
    {
      name: 'OLM 38: at most 128 KiB',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([needing({ failureMessage: 'x'.repeat(131_072), gvk: anApi('Base') }), base]),
        ],
      },
      want: {
        app: `ErrorPreventedResolution: what bundle app.v1.0.0 requires cannot be read: olm.constraint value of 131142 bytes, at most 131072 are allowed`,
      },
    },
    {
      name: 'OLM 38: properties of other types ask for nothing',
      input: {
        subscriptions: wants,
        catalogs: [
          aResolverCatalog([
            aPackage(
              'app',
              { stable: [{ name: 'app.v1.0.0' }] },
              {
                bundleList: [
                  { ...aBundleOf('app', '1.0.0'), properties: [{ type: 'x.required', value: null }] },
                ],
              },
            ),
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable' },
    },
    {
      name: 'OLM 39: one provider of an API; who is there stays, who wants to come does not',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v2.0.0' }), aSubscriptionTo('rival')],
        csvs: [anOwnCsv(base2)],
        catalogs: [aResolverCatalog([base, aChain('rival', { '1.0.0': { provides: ['Base'] } })])],
      },
      want: {
        base: 'stays base.v2.0.0: at-head',
        rival: `${UNSATISFIABLE}subscription base exists, subscription base requires @existing/ns//base.v2.0.0, subscription rival exists, subscription rival requires cat/global/stable/rival.v1.0.0, @existing/ns//base.v2.0.0 and cat/global/stable/rival.v1.0.0 provide Base (g/v1)`,
      },
    },
    {
      name: 'OLM 39: a dependency is chosen so that nothing is provided twice',
      input: {
        subscriptions: [...wants, aSubscriptionTo('base')],
        catalogs: [
          aResolverCatalog([
            aChain('app', { '1.0.0': { requires: ['Base'] } }),
            aChain('aaa', { '1.0.0': { provides: ['Base'] } }),
            base,
          ]),
        ],
      },
      want: { app: 'install app.v1.0.0 from stable', base: 'install base.v2.0.0 from stable' },
    },
    {
      name: 'OLM 39: one bundle of a package',
      input: {
        subscriptions: [...wants, aSubscriptionTo('base', { spec: { startingCSV: 'base.v1.0.0' } })],
        catalogs: [aResolverCatalog([app(['base >=2.0.0']), base])],
      },
      want: {
        app: `${UNSATISFIABLE}subscription app exists, subscription app requires cat/global/stable/app.v1.0.0, subscription base exists, subscription base requires cat/global/stable/base.v1.0.0, bundle app.v1.0.0 requires an operator with package: base and with version in range: >=2.0.0, cat/global/stable/base.v1.0.0 and cat/global/stable/base.v2.0.0 originate from package base`,
        base: `${UNSATISFIABLE}subscription app exists, subscription app requires cat/global/stable/app.v1.0.0, subscription base exists, subscription base requires cat/global/stable/base.v1.0.0, bundle app.v1.0.0 requires an operator with package: base and with version in range: >=2.0.0, cat/global/stable/base.v1.0.0 and cat/global/stable/base.v2.0.0 originate from package base`,
      },
    },
    {
      name: 'OLM 40: a CSV without Subscription is in the way of one to its package',
      input: {
        subscriptions: [aSubscriptionTo('base')],
        csvs: [anOwnCsv(base1)],
        catalogs: [aResolverCatalog([aChain('base', { '2.0.0': {} })])],
      },
      want: {
        base: `${UNSATISFIABLE}subscription base exists, subscription base requires cat/global/stable/base.v2.0.0, @existing/ns//base.v1.0.0 and cat/global/stable/base.v2.0.0 originate from package base, clusterserviceversion base.v1.0.0 exists and is not referenced by a subscription`,
      },
    },
    {
      name: 'OLM 40: and serves those who need it',
      input: {
        subscriptions: wants,
        csvs: [anOwnCsv(base1)],
        catalogs: [aResolverCatalog([app(['base >=1.0.0']), base])],
      },
      want: { app: 'install app.v1.0.0 from stable' },
    },
    {
      name: 'OLM 34, 40: startingCSV takes it over',
      input: {
        subscriptions: [aSubscriptionTo('base', { spec: { startingCSV: 'base.v2.0.0' } })],
        csvs: [anOwnCsv(base2)],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'stays base.v2.0.0: at-head' },
    },
    {
      name: 'OLM 40: the package of a CSV that does not say it is that of its only Subscription',
      input: {
        subscriptions: [...wants, aSubscriptionTo('base', { installed: 'base.v2.0.0' })],
        csvs: [anOwnCsv(base2, { bare: true })],
        catalogs: [aResolverCatalog([app(['base >=2.0.0']), base])],
      },
      want: { app: 'install app.v1.0.0 from stable', base: 'stays base.v2.0.0: at-head' },
    },
    {
      name: 'OLM 33: an upgrade, with what the new version needs',
      input: {
        subscriptions: [aSubscriptionTo('app', { installed: 'app.v1.0.0' })],
        csvs: [anOwnCsv(aBundleOf('app', '1.0.0'))],
        catalogs: [aResolverCatalog([aChain('app', { '1.0.0': {}, '2.0.0': { requires: ['Base'] } }), base])],
      },
      want: {
        app: 'upgrade app.v2.0.0 for app.v1.0.0 by replaces',
        '+ base.v2.0.0': 'base-stable-cat-global for app.v2.0.0',
      },
    },
    {
      name: 'OLM 33: the last option is to stay',
      input: {
        subscriptions: [aSubscriptionTo('app', { installed: 'app.v1.0.0' })],
        csvs: [anOwnCsv(aBundleOf('app', '1.0.0'))],
        catalogs: [aResolverCatalog([aChain('app', { '1.0.0': {}, '2.0.0': { requires: ['None'] } })])],
      },
      want: { app: 'stays app.v1.0.0: held' },
    },
    {
      name: 'OLM 33: skipRange jumps',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1)],
        catalogs: [
          aResolverCatalog([
            aPackage(
              'base',
              {
                stable: [
                  { name: 'base.v1.0.0' },
                  { name: 'base.v2.0.0', replaces: 'base.v1.0.0' },
                  { name: 'base.v3.0.0', replaces: 'base.v2.0.0', skipRange: '>=1.0.0 <3.0.0' },
                ],
              },
              { bundleList: ['1.0.0', '2.0.0', '3.0.0'].map((version) => aBundleOf('base', version)) },
            ),
          ]),
        ],
      },
      want: { base: 'upgrade base.v3.0.0 for base.v1.0.0 by skipRange' },
    },
    {
      name: 'a new version waits until the one before runs',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1, { phase: 'Installing' })],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'stays base.v1.0.0: not-ready' },
    },
    {
      name: 'OLM 43: fail forward passes a failed version',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1, { phase: 'Failed' })],
        catalogs: [aResolverCatalog([base])],
        options: { failForward: true },
      },
      want: { base: 'upgrade base.v2.0.0 for base.v1.0.0 by replaces' },
    },
    {
      name: 'OLM 43: also by what follows the version before it, which is ignored',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.5.0' })],
        csvs: [
          anOwnCsv(base1, { phase: 'Replacing' }),
          anOwnCsv(aBundleOf('base', '1.5.0'), { phase: 'Failed', replaces: 'base.v1.0.0' }),
        ],
        catalogs: [aResolverCatalog([base])],
        options: { failForward: true },
      },
      want: { base: 'upgrade base.v2.0.0 for base.v1.5.0 by replaces' },
    },
    {
      name: 'OLM 43: without it, nothing passes',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1, { phase: 'Failed' })],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'stays base.v1.0.0: not-ready' },
    },
    {
      name: 'OLM 30: a catalog that cannot be used stops those that need it, not the others',
      input: {
        subscriptions: [aSubscriptionTo('base'), aSubscriptionTo('lost', { spec: { source: 'dead' } })],
        catalogs: [aResolverCatalog([base]), aResolverCatalog([], { name: 'dead', problem: 'timed out' })],
      },
      want: {
        base: 'install base.v2.0.0 from stable',
        lost: 'ErrorPreventedResolution: error using catalogsource global/dead: timed out',
      },
    },
    {
      name: 'OLM 30: and those whose needs only it could serve, which are tried again',
      input: {
        subscriptions: wants,
        catalogs: [app(['nobody >=1.0.0'])]
          .map((pkg) => aResolverCatalog([pkg]))
          .concat(aResolverCatalog([], { name: 'dead', problem: 'timed out' })),
      },
      want: {
        app: `ErrorPreventedResolution: error using catalogsource global/dead: timed out (${noOperator('with package: nobody and with version in range: >=1.0.0').slice('ConstraintsNotSatisfiable: '.length)})`,
      },
    },
    {
      name: 'OLM 30: for the whole namespace, when it is wanted as upstream has it',
      input: {
        subscriptions: [aSubscriptionTo('base')],
        catalogs: [aResolverCatalog([base]), aResolverCatalog([], { name: 'dead', problem: 'timed out' })],
        options: { wholeNamespace: true },
      },
      want: { base: 'ErrorPreventedResolution: error using catalogsource global/dead: timed out' },
    },
    {
      name: 'OLM 25: for the whole namespace, one that cannot be resolved stops all',
      input: {
        subscriptions: [aSubscriptionTo('base'), aSubscriptionTo('none')],
        catalogs: [aResolverCatalog([base])],
        options: { wholeNamespace: true },
      },
      want: {
        base: `${UNSATISFIABLE}no operators found in package none in the catalog referenced by subscription none, subscription none exists (catalog global/cat has no package none)`,
        none: `${UNSATISFIABLE}no operators found in package none in the catalog referenced by subscription none, subscription none exists (catalog global/cat has no package none)`,
      },
    },
    {
      name: 'who needs the package of one that cannot be resolved does not get it past that',
      input: {
        subscriptions: [...wants, aSubscriptionTo('base', { spec: { source: 'gone' } })],
        catalogs: [aResolverCatalog([app(['base >=1.0.0']), base])],
      },
      want: {
        app: `${UNSATISFIABLE}subscription app exists, subscription app requires cat/global/stable/app.v1.0.0, subscription base exists, subscription base cannot be resolved, bundle app.v1.0.0 requires an operator with package: base and with version in range: >=1.0.0`,
        base: `${UNSATISFIABLE}no operators found from catalog gone in namespace global referenced by subscription base, subscription base exists (needed for package base; the namespace has no such catalog)`,
      },
    },
    {
      name: 'a pin: as far as it, and no farther',
      input: {
        subscriptions: [aSubscriptionTo('app', { installed: 'app.v1.0.0', pin: 'app.v2.0.0' })],
        csvs: [anOwnCsv(aBundleOf('app', '1.0.0'))],
        catalogs: [
          aResolverCatalog([
            aPackage(
              'app',
              {
                stable: [
                  { name: 'app.v1.0.0' },
                  { name: 'app.v2.0.0', replaces: 'app.v1.0.0' },
                  { name: 'app.v3.0.0', replaces: 'app.v2.0.0', skipRange: '<3.0.0' },
                ],
              },
              { bundleList: ['1.0.0', '2.0.0', '3.0.0'].map((version) => aBundleOf('app', version)) },
            ),
          ]),
        ],
      },
      want: { app: 'upgrade app.v2.0.0 for app.v1.0.0 by replaces' },
    },
    {
      name: 'a pin: a first install begins there',
      input: {
        subscriptions: [aSubscriptionTo('base', { pin: 'base.v1.0.0' })],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'install base.v1.0.0 from stable' },
    },
  ];

  it.each(rows)('$name', ({ input, want }) => {
    expect(shortResolution(resolve(input))).toEqual(want);
  });

  it('OLM 31: parts are what could meet; the broken one leaves nine others alone', () => {
    const names = Array.from({ length: 9 }, (_, index) => `good${String(index)}`);
    const { outcomes, parts } = resolve({
      subscriptions: [...names, 'bad'].map((name) => aSubscriptionTo(name)),
      catalogs: [aResolverCatalog(names.map((name) => aChain(name, { '1.0.0': {} })))],
    });
    expect(parts.map((part) => part.join()).sort()).toEqual(['bad', ...names]);
    for (const name of names)
      expect(shortOutcome(outcomes.get(name))).toBe(`install ${name}.v1.0.0 from stable`);
    expect(outcomes.get('bad')?.kind).toBe('unresolvable');
  });

  it('concludes nothing from a part of a catalog when time runs out while it is searched', () => {
    const rule = {
      cel: { rule: "properties.exists(p, p.type == 'olm.package' && p.value.packageName == 'p39')" },
    };
    const many = Array.from({ length: 40 }, (_, index) => aChain(`p${String(index)}`, { '1.0.0': {} }));
    const catalogs = [aResolverCatalog([needing(rule), ...many])];
    const [calm, hurried] = [false, true].map((late) =>
      resolve({ subscriptions: wants, catalogs, options: { outOfTime: () => late } }),
    );
    expect(calm?.dependencies.map(({ csv }) => csv)).toEqual(['p39.v1.0.0']);
    expect(hurried?.outcomes.get('app')?.kind).toBe('undecided');
    expect(hurried?.dependencies).toEqual([]);
  });

  it('says what keeps an upgrade back', () => {
    const { outcomes } = resolve({
      subscriptions: [aSubscriptionTo('app', { installed: 'app.v1.0.0' })],
      csvs: [anOwnCsv(aBundleOf('app', '1.0.0'))],
      catalogs: [aResolverCatalog([aChain('app', { '1.0.0': {}, '2.0.0': { requires: ['None'] } })])],
    });
    expect(outcomes.get('app')).toMatchObject({
      reason: 'held',
      heldBack: {
        csv: 'app.v2.0.0',
        explanation: {
          facts: [
            {
              kind: 'installed',
              subscription: 'app',
              bundle: { csv: 'app.v1.0.0' },
              bundles: [{ csv: 'app.v2.0.0' }],
            },
            {
              kind: 'needs',
              bundle: { csv: 'app.v2.0.0' },
              need: { kind: 'api', api: anApi('None') },
              bundles: [],
            },
          ],
          actions: [{ kind: 'find-provider', need: { kind: 'api', api: anApi('None') } }],
        },
      },
    });
  });

  it('OLM 40: offers to take over the CSV that is in the way, or to remove it', () => {
    const { outcomes } = resolve({
      subscriptions: [aSubscriptionTo('base')],
      csvs: [anOwnCsv(base1)],
      catalogs: [aResolverCatalog([base])],
    });
    expect(outcomes.get('base')).toMatchObject({
      explanation: {
        actions: [
          { kind: 'adopt-csv', subscription: 'base', csv: 'base.v1.0.0' },
          { kind: 'remove-csv', csv: 'base.v1.0.0' },
          { kind: 'remove-subscription', subscription: 'base' },
        ],
      },
    });
  });
});
