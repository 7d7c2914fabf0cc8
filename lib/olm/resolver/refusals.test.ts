import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { aPackage } from '../../testing/catalog.ts';
import {
  aBundleOf,
  aChain,
  anOwnCsv,
  aResolverCatalog,
  aSubscriptionTo,
  shortOutcome,
} from '../../testing/resolver.ts';
import type { CatalogPackage } from '../api/catalog.ts';
import type { Subscription } from '../api/types.ts';
import type { ResolutionAction } from './explanation.ts';
import { resolveNamespace } from './resolve-namespace.ts';
import type { ResolverCatalog } from './types.ts';

const bundleList = ['1.0.0', '1.1.0', '2.0.0'].map((version) => aBundleOf('p', version));
const chain = [
  { name: 'p.v1.0.0', replaces: 'p.v0.9.0' },
  { name: 'p.v1.1.0', replaces: 'p.v1.0.0' },
  { name: 'p.v2.0.0', replaces: 'p.v1.1.0' },
];
const samples = aPackage('p', { stable: chain, old: chain.slice(0, 1) }, { bundleList });
const other = aResolverCatalog([aChain('p', { '1.0.0': {} })], { name: 'other' });
const unsatisfiable = 'ConstraintsNotSatisfiable: constraints not satisfiable: ';
const referenced = 'in the catalog referenced by subscription p, subscription p exists';

interface Row {
  name: string;
  spec?: Partial<Subscription['spec']>;
  installed?: string;
  catalogs?: ResolverCatalog[];
  packages?: CatalogPackage[];
  want: string;
  actions?: ResolutionAction[];
}

const rows: Row[] = [
  {
    name: 'OLM 32: nothing installed: head of the default channel',
    spec: { channel: '' },
    want: 'install p.v2.0.0 from stable',
  },
  {
    name: 'OLM 32: head of the channel asked for',
    spec: { channel: 'old' },
    want: 'install p.v1.0.0 from old',
  },
  { name: 'OLM 34: startingCSV', spec: { startingCSV: 'p.v1.1.0' }, want: 'install p.v1.1.0 from stable' },
  {
    name: 'OLM 33, 34: installed: the next step, whatever startingCSV says',
    spec: { startingCSV: 'p.v1.0.0' },
    installed: '1.0.0',
    want: 'upgrade p.v1.1.0 for p.v1.0.0 by replaces',
  },
  {
    name: 'OLM 44: installed is the head: nothing to do',
    installed: '2.0.0',
    want: 'stays p.v2.0.0: at-head',
  },
  {
    name: 'OLM 33: installed has no successor in the channel',
    spec: { channel: 'old' },
    installed: '1.1.0',
    want: 'stays p.v1.1.0: no-successor',
  },
  {
    name: 'OLM 35, 41: no such catalog',
    spec: { source: 'gone' },
    catalogs: [aResolverCatalog([samples]), other],
    want: `${unsatisfiable}no operators found from catalog gone in namespace global referenced by subscription p, subscription p exists (needed for package p; the namespace has no such catalog)`,
    actions: [
      { kind: 'add-catalog', catalog: { namespace: 'global', name: 'gone' } },
      { kind: 'use-catalog', subscription: 'p', catalog: { namespace: 'global', name: 'cat' } },
      { kind: 'use-catalog', subscription: 'p', catalog: { namespace: 'global', name: 'other' } },
    ],
  },
  {
    name: 'OLM 35, 41: a catalog without content',
    catalogs: [aResolverCatalog([]), other],
    want: `${unsatisfiable}no operators found from catalog cat in namespace global referenced by subscription p, subscription p exists (needed for package p; the catalog holds no packages)`,
    actions: [{ kind: 'use-catalog', subscription: 'p', catalog: { namespace: 'global', name: 'other' } }],
  },
  {
    name: 'OLM 30: a catalog that cannot be read',
    catalogs: [aResolverCatalog([samples], { problem: 'no route to host' })],
    want: 'ErrorPreventedResolution: error using catalogsource global/cat: no route to host',
    actions: [
      {
        kind: 'repair-catalog',
        catalog: { namespace: 'global', name: 'cat' },
        message: 'no route to host',
      },
    ],
  },
  {
    name: 'OLM 35, 41: no such package',
    packages: [aChain('pp', { '1.0.0': {} })],
    want: `${unsatisfiable}no operators found in package p ${referenced} (catalog global/cat has no package p)`,
    actions: [{ kind: 'pick-package', subscription: 'p', packages: ['pp'] }],
  },
  {
    name: 'OLM 35, 41: no such channel',
    spec: { channel: 'beta' },
    want: `${unsatisfiable}no operators found in channel beta of package p ${referenced} (catalog global/cat has the channels stable, old)`,
    actions: [{ kind: 'pick-channel', subscription: 'p', channels: ['stable', 'old'] }],
  },
  {
    name: 'OLM 35, 41: no such version in the channel',
    spec: { channel: 'old', startingCSV: 'p.v2.0.0' },
    want: `${unsatisfiable}no operators found with name p.v2.0.0 in channel old of package p ${referenced} (catalog global/cat)`,
    actions: [
      { kind: 'pick-channel', subscription: 'p', channels: ['stable'] },
      {
        kind: 'pick-version',
        subscription: 'p',
        bundles: [
          {
            csv: 'p.v1.0.0',
            package: 'p',
            version: '1.0.0',
            channel: 'old',
            catalog: { namespace: 'global', name: 'cat' },
          },
        ],
      },
    ],
  },
  {
    name: 'OLM 35: channels without bundles',
    packages: [aPackage('p', { stable: chain })],
    want: `${unsatisfiable}no operators found matching the criteria of subscription p, subscription p exists (its channels hold no bundles)`,
    actions: [],
  },
  {
    name: 'OLM 42: the channel has no order',
    packages: [aPackage('p', { stable: [{ name: 'p.v1.0.0' }, { name: 'p.v1.1.0' }] }, { bundleList })],
    want: 'ErrorPreventedResolution: a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel "stable" of package "p": p.v1.0.0, p.v1.1.0',
  },
  {
    name: 'OLM 27: a bundle with the property olm.deprecated is passed over',
    packages: [aChain('p', { '1.0.0': {}, '2.0.0': { forbidden: true } })],
    want: 'install p.v1.0.0 from stable',
  },
  {
    name: 'OLM 27: all of them forbidden',
    packages: [aChain('p', { '1.0.0': { forbidden: true } })],
    want: `${unsatisfiable}bundle cat/global/stable/p.v1.0.0 is deprecated, subscription p exists (catalog global/cat)`,
    actions: [],
  },
];

describe('a Subscription by itself', () => {
  it.each(rows)('$name', ({ spec, installed, packages = [samples], catalogs, want, actions }) => {
    const csv = installed === undefined ? undefined : `p.v${installed}`;
    const { outcomes } = resolveNamespace({
      namespace: 'ns',
      subscriptions: [aSubscriptionTo('p', optional({ spec, installed: csv }))],
      csvs: installed === undefined ? [] : [anOwnCsv(aBundleOf('p', installed))],
      catalogs: catalogs ?? [aResolverCatalog(packages)],
    });
    const outcome = outcomes.get('p');
    expect(shortOutcome(outcome)).toBe(want);
    if (actions !== undefined && outcome?.kind === 'unresolvable') {
      expect(outcome.explanation.actions).toEqual(actions);
    }
  });
});
