import { describe, expect, it } from 'vitest';
import {
  aBundleOf,
  aChain,
  anOwnCsv,
  aResolverCatalog,
  aSubscriptionTo,
  shortResolution,
} from '../../testing/resolver.ts';
import { resolveNamespace } from './resolve-namespace.ts';
import type { ResolveNamespaceInput } from './types.ts';

const UNSATISFIABLE = 'ConstraintsNotSatisfiable: constraints not satisfiable: ';
const base = aChain('base', { '1.0.0': { provides: ['Base'] }, '2.0.0': { provides: ['Base'] } });
const base1 = aBundleOf('base', '1.0.0', { provides: ['Base'] });

describe('what a namespace has', () => {
  const rows: {
    name: string;
    input: Partial<ResolveNamespaceInput>;
    want: Record<string, string>;
  }[] = [
    {
      name: 'OLM 40: a CSV that nobody subscribed to still has its needs',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1), anOwnCsv(aBundleOf('app', '1.0.0', { packages: ['base <2.0.0'] }))],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'stays base.v1.0.0: held' },
    },
    {
      name: 'OLM 40: which hold nobody else, where they can only be met by what is not there',
      input: {
        subscriptions: [aSubscriptionTo('base')],
        csvs: [anOwnCsv(aBundleOf('app', '1.0.0', { packages: ['other >=1.0.0'] }))],
        catalogs: [aResolverCatalog([base])],
      },
      want: { base: 'install base.v2.0.0 from stable' },
    },
    {
      name: 'OLM 43: one that is being replaced is there all the same, without it',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.5.0' })],
        csvs: [
          anOwnCsv(base1, { phase: 'Replacing' }),
          anOwnCsv(aBundleOf('base', '1.5.0'), { phase: 'Failed', replaces: 'base.v1.0.0' }),
        ],
        catalogs: [aResolverCatalog([base])],
      },
      want: {
        base: `${UNSATISFIABLE}subscription base exists, subscription base requires @existing/ns//base.v1.5.0, @existing/ns//base.v1.0.0 and @existing/ns//base.v1.5.0 originate from package base, clusterserviceversion base.v1.0.0 exists and is not referenced by a subscription`,
      },
    },
    {
      name: 'OLM 43: also where what was to replace it is gone, and with it',
      input: {
        subscriptions: [aSubscriptionTo('base', { installed: 'base.v1.0.0' })],
        csvs: [anOwnCsv(base1, { phase: 'Replacing' })],
        catalogs: [aResolverCatalog([base])],
        options: { failForward: true },
      },
      want: { base: 'stays base.v1.0.0: not-ready' },
    },
  ];

  it.each(rows)('$name', ({ input, want }) => {
    const nothing = { namespace: 'ns', subscriptions: [], csvs: [], catalogs: [] };
    expect(shortResolution(resolveNamespace({ ...nothing, ...input }))).toEqual(want);
  });
});
