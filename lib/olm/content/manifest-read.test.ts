import { expect, it } from 'vitest';
import { aBundle, aCsvSummary, aPackage } from '#lib/testing/catalog.ts';
import { catalogTile } from './tile.ts';
import { packageManifest } from './package-manifest.ts';
import { readPackageManifest } from './manifest-read.ts';

const pkg = aPackage(
  'db',
  { stable: [{ name: 'db.v1.0.0' }, { name: 'db.v1.2.0' }], alpha: [{ name: 'db.v2.0.0' }] },
  {
    deprecation: 'use another',
    bundleList: [
      aBundle('db', '1.0.0'),
      aBundle('db', '1.2.0', {
        providedApis: [{ group: 'x.y', version: 'v1', kind: 'Db', name: 'dbs.x.y' }],
        csv: aCsvSummary({
          displayName: 'DB',
          summary: 'Stores.',
          description: 'Stores.',
          provider: 'Makers',
          keywords: ['store'],
          installModes: [{ type: 'AllNamespaces', supported: true }],
          examples: [{ kind: 'Db' }],
        }),
      }),
      aBundle('db', '2.0.0'),
    ],
  },
);
// Two entries without an edge: PackageManifests tell of none.
const told = {
  ...pkg,
  channels: pkg.channels.map((channel) => ({
    ...channel,
    head: channel.name === 'alpha' ? 'db.v2.0.0' : 'db.v1.2.0',
  })),
};
const source = { namespace: 'olm', name: 'community', displayName: 'Community', publisher: 'Us' };

it('gets back what a PackageManifest tells', () => {
  const manifest = packageManifest(source, told, 'asking');
  const read = manifest === undefined ? undefined : readPackageManifest(manifest);
  expect(read?.catalog).toEqual({ ...source });
  const where = { catalogNamespace: 'olm', catalog: 'community' };
  if (read === undefined) throw new Error('not read');
  const [tile, original] = [catalogTile(where, read.pkg), catalogTile(where, told)];
  expect({ ...tile, channels: tile?.channels.toSorted() }).toEqual({
    ...original,
    channels: original?.channels.toSorted(),
  });
  expect(Object.values(read.pkg.bundles).map(({ name, version }) => [name, version])).toEqual([
    ['db.v2.0.0', '2.0.0'],
    ['db.v1.2.0', '1.2.0'],
    ['db.v1.0.0', '1.0.0'],
  ]);
  expect(read.pkg.bundles['db.v1.2.0']?.csv.examples).toEqual([{ kind: 'Db' }]);
});

it.each([
  { name: 'no status', status: undefined },
  { name: 'no catalog', status: { packageName: 'db', channels: [{ name: 'a', currentCSV: 'b' }] } },
  {
    name: 'no channel that can be read',
    status: {
      packageName: 'db',
      catalogSource: 'c',
      catalogSourceNamespace: 'd',
      channels: [{ name: 1 }, null],
    },
  },
])('$name: nothing', ({ status }) => {
  expect(
    readPackageManifest({
      apiVersion: 'packages.operators.coreos.com/v1',
      kind: 'PackageManifest',
      metadata: { name: 'db' },
      status,
    }),
  ).toBeUndefined();
});
