import { describe, expect, it } from 'vitest';
import { aBundle, aCsvSummary } from '../../testing/catalog.ts';
import type { CatalogBundle } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { needKey, needOfKey, needsOf, bundleRequirements, servingBundle } from './dependencies.ts';
import type { BundleRequirement } from './dependencies.ts';

const widget = { group: 'example.com', version: 'v1', kind: 'Widget' };
const constraint = (value: unknown): CatalogBundle =>
  aBundle('op', '1.0.0', { properties: [{ type: 'olm.constraint', value }] });
const needed = { package: { packageName: 'db', versionRange: '>=1.0.0' } };
const db: BundleRequirement = { kind: 'package', package: 'db', range: '>=1.0.0' };

const rows: [string, CatalogBundle, BundleRequirement[]][] = [
  ['nothing', aBundle('op', '1.0.0'), []],
  ['an API', aBundle('op', '1.0.0', { requiredApis: [widget] }), [{ kind: 'api', api: widget }]],
  [
    'an API of its own, which is none',
    aBundle('op', '1.0.0', {
      requiredApis: [widget],
      providedApis: [{ ...widget, name: 'widgets.example.com' }],
    }),
    [],
  ],
  [
    'a package, named twice',
    aBundle('op', '1.0.0', {
      properties: [
        { type: 'olm.package.required', value: needed.package },
        { type: 'olm.package.required', value: needed.package },
      ],
    }),
    [db],
  ],
  [
    'a package without a range',
    aBundle('op', '1.0.0', { properties: [{ type: 'olm.package.required', value: { packageName: 'db' } }] }),
    [{ kind: 'unknown', text: '{"packageName":"db"}' }],
  ],
  ['an API as constraint', constraint({ gvk: widget }), [{ kind: 'api', api: widget }]],
  [
    'one of two, with what to say',
    constraint({ failureMessage: 'A database', any: { constraints: [needed, { gvk: widget }] } }),
    [{ kind: 'any', message: 'A database', of: [db, { kind: 'api', api: widget }] }],
  ],
  [
    'all, none and a rule',
    constraint({
      all: {
        constraints: [{ not: { constraints: [needed] } }, { cel: { rule: 'properties.exists(p, true)' } }],
      },
    }),
    [
      {
        kind: 'all',
        of: [
          { kind: 'not', of: [db] },
          { kind: 'cel', text: 'properties.exists(p, true)' },
        ],
      },
    ],
  ],
  ['nonsense', constraint({ some: 1 }), [{ kind: 'unknown', text: '{"some":1}' }]],
  ['nothing at all', constraint(null), [{ kind: 'unknown', text: 'null' }]],
];

describe('bundleRequirements', () => {
  it.each(rows)('reads %s', (_name, bundle, want) => {
    expect(bundleRequirements(bundle)).toEqual(want);
  });

  it('ends where constraints hold each other without end', () => {
    let value: unknown = needed;
    for (let depth = 0; depth < 1000; depth += 1) value = { all: { constraints: [value] } };
    expect(JSON.stringify(bundleRequirements(constraint(value)))).toContain('"unknown"');
  });

  it('finds what could be served anywhere in the tree, each once', () => {
    const bundle = constraint({
      any: { constraints: [needed, { all: { constraints: [needed, { gvk: widget }] } }] },
    });
    expect(needsOf(bundleRequirements(bundle)).map(needKey)).toEqual([
      'package:db@>=1.0.0',
      'api:example.com/v1/Widget',
    ]);
  });
});

describe('the key of a need', () => {
  it.each(['package:db@>=1.0.0 <2.0.0 || 3.x', 'api:example.com/v1/Widget'])('leads back from %s', (key) => {
    const need = needOfKey(key);
    expect(need === undefined ? undefined : needKey(need)).toBe(key);
  });

  it.each(['', 'api:a/b', 'api:a/b/c/d', 'package:a', 'package:a@', 'other:a'])('%j is none', (key) => {
    expect(needOfKey(key)).toBeUndefined();
  });
});

describe('servingBundle', () => {
  const bundles = [
    aBundle('db', '1.0.0', { providedApis: [{ ...widget, name: 'widgets.example.com' }] }),
    aBundle('db', '2.0.0', { csv: aCsvSummary() }),
    aBundle('db', '3.0.0', { properties: [{ type: 'olm.deprecated', value: {} }] }),
  ];
  const pkg: PackageDetail = {
    name: 'db',
    defaultChannel: 'stable',
    channels: [
      {
        name: 'stable',
        head: 'db.v3.0.0',
        entries: [
          { name: 'db.v1.0.0' },
          { name: 'db.v2.0.0', replaces: 'db.v1.0.0' },
          { name: 'db.v3.0.0', replaces: 'db.v2.0.0' },
        ],
      },
    ],
    bundles: Object.fromEntries(bundles.map((bundle) => [bundle.name, bundle])),
    hasIcon: false,
  };

  it.each([
    ['package:db@>=1.0.0', '2.0.0'],
    ['package:db@<2.0.0', '1.0.0'],
    ['package:db@>=3.0.0', undefined],
    ['package:other@>=1.0.0', undefined],
    ['api:example.com/v1/Widget', '1.0.0'],
    ['api:example.com/v2/Widget', undefined],
  ])('of %s is %s', (key, want) => {
    const need = needOfKey(key);
    expect(need === undefined ? undefined : servingBundle(pkg, need)?.bundle.version).toBe(want);
  });
});
