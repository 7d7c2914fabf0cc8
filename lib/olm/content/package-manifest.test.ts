import { expect, it } from 'vitest';
import { aBundle, aCsvSummary, aPackage } from '#lib/testing/catalog.ts';
import { readCsv } from './csv-summary.ts';
import { packageManifest } from './package-manifest.ts';

const source = {
  namespace: 'catalogs',
  name: 'community',
  labels: { team: 'a' },
  creationTimestamp: '2026-11-01T00:00:00Z',
  displayName: 'Community',
  publisher: 'Somebody',
};

const pkg = aPackage(
  'db',
  {
    stable: [{ name: 'db.v1.0.0' }, { name: 'db.v1.2.0', replaces: 'db.v1.0.0' }],
    alpha: [{ name: 'db.v2.0.0' }],
    broken: [],
  },
  {
    deprecation: 'use another',
    bundleList: [
      aBundle('db', '1.0.0', { properties: [{ type: 'olm.deprecated', value: {} }] }),
      aBundle('db', '1.2.0', {
        deprecation: 'old',
        csv: aCsvSummary({
          displayName: 'DB',
          provider: 'Makers',
          examples: [{ kind: 'Db' }],
          extras: {
            annotations: { support: 'x' },
            labels: { 'operatorframework.io/arch.arm64': 'supported' },
            providerUrl: 'https://makers.example/',
            nativeApis: [],
            requiredCrds: [{ name: 'certs.x.y', version: 'v1', kind: 'Cert' }],
            relatedImages: ['r.example/db:1'],
          },
        }),
      }),
      aBundle('db', '2.0.0'),
    ],
  },
);

it('tells of a package what package-server would', () => {
  const manifest = packageManifest(source, pkg, 'asking');
  expect(manifest).toMatchObject({
    apiVersion: 'packages.operators.coreos.com/v1',
    kind: 'PackageManifest',
    metadata: {
      name: 'db',
      namespace: 'asking',
      creationTimestamp: '2026-11-01T00:00:00Z',
      labels: {
        team: 'a',
        catalog: 'community',
        'catalog-namespace': 'catalogs',
        provider: 'Makers',
        'provider-url': 'https://makers.example/',
        'operatorframework.io/arch.arm64': 'supported',
      },
    },
    status: {
      catalogSource: 'community',
      catalogSourceNamespace: 'catalogs',
      catalogSourceDisplayName: 'Community',
      catalogSourcePublisher: 'Somebody',
      packageName: 'db',
      provider: { name: 'Makers', url: 'https://makers.example/' },
      deprecation: { message: 'use another' },
      defaultChannel: 'stable',
    },
  });
  expect(manifest?.metadata.labels).not.toHaveProperty(['operatorframework.io/os.linux']);
  // By name; one without a head is left out. A withdrawn bundle is no entry.
  expect(manifest?.status.channels.map(({ name, currentCSV }) => [name, currentCSV])).toEqual([
    ['alpha', 'db.v2.0.0'],
    ['stable', 'db.v1.2.0'],
  ]);
  const stable = manifest?.status.channels[1];
  expect(stable?.entries).toEqual([{ name: 'db.v1.2.0', version: '1.2.0', deprecation: { message: 'old' } }]);
  expect(stable?.currentCSVDesc).toMatchObject({
    displayName: 'DB',
    version: '1.2.0',
    icon: [],
    annotations: { support: 'x', 'alm-examples': '[{"kind":"Db"}]' },
    relatedImages: ['r.example/db:1'],
    customresourcedefinitions: { required: [{ name: 'certs.x.y', version: 'v1', kind: 'Cert' }] },
  });
});

it('takes the first channel when the default one has no head, and gives up without any', () => {
  expect(
    packageManifest(source, { ...pkg, defaultChannel: 'broken' }, 'catalogs')?.status.defaultChannel,
  ).toBe('alpha');
  expect(packageManifest(source, { ...pkg, channels: [] }, 'catalogs')).toBeUndefined();
});

it('says Linux and amd64 of an operator that says nothing', () => {
  const plain = packageManifest(source, { ...pkg, defaultChannel: 'alpha' }, 'catalogs');
  expect(plain?.metadata.labels).toMatchObject({
    'operatorframework.io/os.linux': 'supported',
    'operatorframework.io/arch.amd64': 'supported',
    provider: '',
  });
});

it('finds in a CSV what only manifests tell, and nothing in a bare one', () => {
  const csv = {
    metadata: {
      name: 'db.v1',
      annotations: { 'alm-examples': '[]', support: 'x', wrong: 1, __proto__: { a: 'b' } },
      labels: { 'operatorframework.io/os.linux': 'supported' },
    },
    spec: {
      provider: { name: 'Makers', url: 'javascript:alert(1)' },
      nativeAPIs: [{ group: '', version: 'v1', kind: 'Pod' }, 'no'],
      customresourcedefinitions: { required: [{ name: 'certs.x.y', version: 'v1', kind: 'Cert' }] },
      relatedImages: [{ name: 'a', image: 'r.example/a:1' }, {}],
    },
  };
  expect(readCsv(csv).summary.extras).toEqual({
    annotations: { support: 'x' },
    labels: { 'operatorframework.io/os.linux': 'supported' },
    nativeApis: [{ group: '', version: 'v1', kind: 'Pod' }],
    requiredCrds: [{ name: 'certs.x.y', version: 'v1', kind: 'Cert' }],
    relatedImages: ['r.example/a:1'],
  });
  expect(readCsv({ metadata: { name: 'x' }, spec: {} }).summary).not.toHaveProperty('extras');
});
