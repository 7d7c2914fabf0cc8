import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../testing/catalog.ts';
import type { CatalogPackage } from './catalog.ts';
import { resolveSubscription, visibleCatalogs, type Resolution, type ResolvableCatalog } from './resolve.ts';
import type { Subscription } from './types.ts';

const bundleList = ['1.0.0', '1.1.0', '2.0.0'].map((version) => aBundle('p', version));
const chain = [
  { name: 'p.v1.0.0', replaces: 'p.v0.9.0' },
  { name: 'p.v1.1.0', replaces: 'p.v1.0.0' },
  { name: 'p.v2.0.0', replaces: 'p.v1.1.0' },
];
const samples = aPackage('p', { stable: chain, old: chain.slice(0, 1) }, { bundleList });

function aCatalog(packages: CatalogPackage[], more: Partial<ResolvableCatalog> = {}): ResolvableCatalog {
  return {
    ref: { namespace: 'global', name: 'cat' },
    packages: new Map(packages.map((p) => [p.name, p])),
    ...more,
  };
}

function aSubscription(spec: Partial<Subscription['spec']> = {}): Subscription {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 's', namespace: 'ns' },
    spec: { source: 'cat', sourceNamespace: 'global', name: 'p', ...spec },
  };
}

function short(resolution: Resolution): string {
  return resolution.kind === 'install' || resolution.kind === 'upgrade'
    ? `${resolution.kind} ${resolution.bundle.name} from ${resolution.channel} replaces ${String(resolution.replaces)}`
    : `${resolution.kind}: ${resolution.message}`;
}

describe('resolveSubscription', () => {
  const rows: {
    name: string;
    spec?: Partial<Subscription['spec']>;
    installed?: string;
    packages?: CatalogPackage[];
    want: string;
    reason: string;
  }[] = [
    {
      name: '32: nothing installed: head of the default channel',
      want: 'install p.v2.0.0 from stable replaces p.v1.1.0',
      reason: 'fresh-install',
    },
    {
      name: '32: nothing installed: head of the channel asked for',
      spec: { channel: 'old' },
      want: 'install p.v1.0.0 from old replaces p.v0.9.0',
      reason: 'fresh-install',
    },
    {
      name: '32: nothing installed: startingCSV',
      spec: { startingCSV: 'p.v1.1.0', channel: 'stable' },
      want: 'install p.v1.1.0 from stable replaces p.v1.0.0',
      reason: 'fresh-install',
    },
    {
      name: '33, 34: installed: the next step, whatever startingCSV says',
      spec: { startingCSV: 'p.v1.0.0', channel: 'stable' },
      installed: '1.0.0',
      want: 'upgrade p.v1.1.0 from stable replaces p.v1.0.0',
      reason: 'upgrade-available',
    },
    {
      name: '44: installed is the head: nothing to do',
      spec: { channel: 'stable' },
      installed: '2.0.0',
      want: 'current: p.v2.0.0 is the newest version in its channel',
      reason: 'at-head',
    },
    {
      name: '33: installed has no successor in the channel',
      spec: { channel: 'old' },
      installed: '1.1.0',
      want: 'current: no version in the channel replaces p.v1.1.0',
      reason: 'no-successor',
    },
    {
      name: '35, 41: no such catalog',
      spec: { source: 'other' },
      want: 'unresolvable: constraints not satisfiable: no operators found from catalog other in namespace global referenced by subscription s, subscription s exists (needed for package p; the namespace has no such catalog)',
      reason: 'catalog-not-visible',
    },
    {
      name: '35, 41: a catalog without content',
      packages: [],
      want: 'unresolvable: constraints not satisfiable: no operators found from catalog cat in namespace global referenced by subscription s, subscription s exists (needed for package p; the catalog holds no packages)',
      reason: 'catalog-empty',
    },
    {
      name: '35, 41: no such package',
      spec: { name: 'q' },
      want: 'unresolvable: constraints not satisfiable: no operators found in package q in the catalog referenced by subscription s, subscription s exists (catalog global/cat has no package q)',
      reason: 'package-missing',
    },
    {
      name: '35, 41: no such channel',
      spec: { channel: 'beta' },
      want: 'unresolvable: constraints not satisfiable: no operators found in channel beta of package p in the catalog referenced by subscription s, subscription s exists (catalog global/cat has the channels stable, old)',
      reason: 'channel-missing',
    },
    {
      name: '35, 41: no such version',
      spec: { channel: 'old', startingCSV: 'p.v2.0.0' },
      want: 'unresolvable: constraints not satisfiable: no operators found with name p.v2.0.0 in channel old of package p in the catalog referenced by subscription s, subscription s exists (catalog global/cat)',
      reason: 'version-missing',
    },
    {
      name: '42: the channel has no order',
      packages: [aPackage('p', { stable: [{ name: 'p.v1.0.0' }, { name: 'p.v1.1.0' }] }, { bundleList })],
      want: 'unresolvable: a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel "stable" of package "p": p.v1.0.0, p.v1.1.0',
      reason: 'channel-broken',
    },
    {
      name: '27: a bundle with the property olm.deprecated is passed over',
      packages: [
        aPackage(
          'p',
          { stable: chain },
          {
            bundleList: [
              ...bundleList.slice(0, 2),
              aBundle('p', '2.0.0', { properties: [{ type: 'olm.deprecated', value: {} }] }),
            ],
          },
        ),
      ],
      want: 'install p.v1.1.0 from stable replaces p.v1.0.0',
      reason: 'fresh-install',
    },
    {
      name: '27: all of them forbidden',
      packages: [
        aPackage(
          'p',
          { stable: [{ name: 'p.v1.0.0' }] },
          {
            bundleList: [aBundle('p', '1.0.0', { properties: [{ type: 'olm.deprecated', value: {} }] })],
          },
        ),
      ],
      want: 'unresolvable: constraints not satisfiable: bundle p.v1.0.0 is deprecated, subscription s exists (catalog global/cat)',
      reason: 'versions-forbidden',
    },
  ];

  it.each(rows)('$name', ({ spec, installed, packages, want, reason }) => {
    const resolution = resolveSubscription({
      subscription: aSubscription(spec),
      ...(installed === undefined ? {} : { installed: { name: `p.v${installed}`, version: installed } }),
      catalogs: [aCatalog(packages ?? [samples])],
    });
    expect(short(resolution)).toBe(want);
    expect(resolution.explanation.reason).toBe(reason);
  });

  it('tells the console what else could have been chosen', () => {
    const { explanation } = resolveSubscription({
      subscription: aSubscription(),
      catalogs: [aCatalog([samples])],
    });
    expect(explanation.candidates.map(({ csv, channel }) => `${channel}/${csv}`)).toEqual([
      'stable/p.v2.0.0',
      'stable/p.v1.1.0',
      'stable/p.v1.0.0',
      'old/p.v1.0.0',
    ]);
  });

  it('37: names what the bundle needs and nothing provides', () => {
    const needy = aBundle('p', '1.0.0', {
      requiredApis: [
        { group: 'g', version: 'v1', kind: 'K' },
        { group: 'h', version: 'v1', kind: 'L' },
      ],
      properties: [
        { type: 'olm.package.required', value: { packageName: 'q', versionRange: '>=1.0.0' } },
        { type: 'olm.package.required', value: { packageName: 'r', versionRange: '>=1.0.0' } },
        { type: 'olm.constraint', value: { failureMessage: 'only on Mondays', cel: { rule: 'false' } } },
        { type: 'olm.package.required', value: null },
      ],
    });
    const resolution = resolveSubscription({
      subscription: aSubscription(),
      catalogs: [aCatalog([aPackage('p', { stable: [{ name: 'p.v1.0.0' }] }, { bundleList: [needy] })])],
      available: {
        apis: [{ group: 'h', version: 'v1', kind: 'L' }],
        packages: [{ name: 'r', version: '1.2.0' }],
      },
    });
    expect(resolution.kind === 'install' && resolution.unmet.map(({ message }) => message)).toEqual([
      'bundle p.v1.0.0 requires an operator providing an API with group: g, version: v1, kind: K',
      'bundle p.v1.0.0 requires an operator with package: q and with version in range: >=1.0.0',
      'bundle p.v1.0.0 requires an operator with a constraint: only on Mondays',
    ]);
  });
});

describe('visibleCatalogs', () => {
  const catalog = (namespace: string, name: string, priority = 0): ResolvableCatalog =>
    aCatalog([], { ref: { namespace, name }, priority });
  const all = [catalog('global', 'a'), catalog('ns', 'z'), catalog('other', 'b'), catalog('global', 'c', 5)];
  const seen = (excludeGlobal: boolean): string[] =>
    visibleCatalogs(all, { namespace: 'ns', globalNamespace: 'global', excludeGlobal }).map(
      ({ ref }) => `${ref.namespace}/${ref.name}`,
    );

  it('8, 9: own and global ones; higher priority first, then the own namespace, then the name', () => {
    expect(seen(false)).toEqual(['global/c', 'ns/z', 'global/a']);
  });

  it('8: an OperatorGroup may exclude the global ones', () => {
    expect(seen(true)).toEqual(['ns/z']);
  });
});
