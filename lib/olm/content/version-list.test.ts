import { expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { chosenChannel, versionRows } from './version-list.ts';

function detail(): PackageDetail {
  const bundleList = ['1.0.0', '1.1.0', '2.0.0'].map((version) => aBundle('p', version));
  const channels = {
    stable: [
      { name: 'p.v1.0.0' },
      { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skips: ['p.v1.1.0'], skipRange: '<2.0.0' },
      { name: 'p.v1.1.0', replaces: 'p.v1.0.0' },
    ],
    old: [{ name: 'p.v0.9.0' }],
  };
  return {
    ...aPackage('p', channels),
    bundles: Object.fromEntries(bundleList.map((bundle) => [bundle.name, bundle])),
    hasIcon: false,
  };
}

it('lists versions from the head down, skipped ones last', () => {
  const pkg = detail();
  const [stable, old] = pkg.channels;
  if (stable === undefined || old === undefined) throw new Error('the builder made no channels');
  expect(versionRows(pkg, stable)).toEqual([
    {
      csv: 'p.v2.0.0',
      version: '2.0.0',
      isHead: true,
      replaces: '1.0.0',
      skips: ['1.1.0'],
      skipRange: '<2.0.0',
      missing: false,
    },
    { csv: 'p.v1.0.0', version: '1.0.0', isHead: false, skips: [], missing: false },
    { csv: 'p.v1.1.0', version: '1.1.0', isHead: false, replaces: '1.0.0', skips: [], missing: false },
  ]);
  expect(versionRows(pkg, old)).toMatchObject([{ csv: 'p.v0.9.0', version: 'p.v0.9.0', missing: true }]);
});

it('takes nothing for a bundle that every object has', () => {
  const entries = [{ name: 'constructor', replaces: 'toString', skips: ['__proto__'] }];
  expect(versionRows(detail(), { name: 'odd', head: 'constructor', entries })).toMatchObject([
    { csv: 'constructor', version: 'constructor', replaces: 'toString', skips: ['__proto__'], missing: true },
  ]);
});

it.each([
  ['old', 'old'],
  ['nonsense', 'stable'],
  [undefined, 'stable'],
])('channel %j is %s', (asked, want) => {
  expect(chosenChannel(detail(), asked)?.name).toBe(want);
});
