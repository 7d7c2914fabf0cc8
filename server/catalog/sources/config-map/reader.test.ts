import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { KubeError } from '#server/kube/errors.ts';
import { runJob } from '../../indexer/run-job.ts';
import { readFolder } from '../../testing/same-catalog.ts';
import { jsonLines, temporaryDirectory } from '../../testing/temporary.ts';
import { createConfigMapReader } from './reader.ts';

const fbc = jsonLines([
  { schema: 'olm.package', name: 'etcd', defaultChannel: 'stable' },
  { schema: 'olm.channel', package: 'etcd', name: 'stable', entries: [{ name: 'etcd.v1.0.0' }] },
  {
    schema: 'olm.bundle',
    package: 'etcd',
    name: 'etcd.v1.0.0',
    image: 'quay.io/etcd:1',
    properties: [{ type: 'olm.package', value: { packageName: 'etcd', version: '1.0.0' } }],
  },
]);

function csv(version: string, more: object = {}, annotations: object = {}): unknown {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `etcd.v${version}`, annotations },
    spec: {
      displayName: 'etcd',
      description: 'A store.',
      version,
      icon: [{ base64data: 'AAAA', mediatype: 'image/png' }],
      customresourcedefinitions: { owned: [{ name: 'clusters.etcd.io', version: 'v1', kind: 'Cluster' }] },
      ...more,
    },
  };
}

const older = {
  packages: JSON.stringify([
    {
      packageName: 'etcd',
      defaultChannel: 'stable',
      channels: [
        { name: 'alpha', currentCSV: 'etcd.v0.8.0' },
        { name: 'stable', currentCSV: 'etcd.v1.0.0' },
      ],
    },
    'nonsense',
    { packageName: 'empty', channels: [{ name: 'a', currentCSV: 'gone.v1.0.0' }] },
  ]),
  clusterServiceVersions: JSON.stringify([
    csv('0.8.0'),
    csv('0.9.0', { replaces: 'etcd.v0.8.0' }),
    csv('0.9.5'),
    csv(
      '1.0.0',
      { replaces: 'etcd.v0.9.0', skips: ['etcd.v0.9.5', 'etcd.v0.9.4'] },
      { 'olm.skipRange': '<1.0.0' },
    ),
    null,
  ]),
  customResourceDefinitions: `- apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata: {name: clusters.etcd.io}
`,
};

function configMap(content: object): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'catalog', namespace: 'olm', resourceVersion: '7' },
    ...content,
  };
}

async function read(content: object): Promise<Awaited<ReturnType<typeof readFolder>>> {
  await using directory = await temporaryDirectory();
  const reader = createConfigMapReader({
    name: 'olm/catalog',
    get: () => Promise.resolve(configMap(content)),
    run: runJob,
  });
  const signal = new AbortController().signal;
  expect(await reader.fetch({ folder: directory.path, signal })).toEqual({ kind: 'fetched', version: '7' });
  return await readFolder(directory.path);
}

describe('createConfigMapReader', () => {
  it.each([
    { name: 'JSON lines', content: { data: { 'catalog.jsonl': fbc } } },
    { name: 'a key without a type', content: { data: { catalog: fbc } } },
    { name: 'a key that would hide files', content: { data: { '.indexignore': fbc } } },
    { name: 'YAML', content: { data: { 'a.yaml': `---\n${fbc.trim().split('\n').join('\n---\n')}` } } },
    {
      name: 'several keys',
      content: {
        data: Object.fromEntries(
          fbc
            .trim()
            .split('\n')
            .map((line, at) => [`k${String(at)}`, line]),
        ),
      },
    },
    { name: 'gzip', content: { binaryData: { 'catalog.gz': gzipSync(fbc).toString('base64') } } },
    { name: 'bytes', content: { binaryData: { catalog: Buffer.from(fbc).toString('base64') } } },
  ])('reads $name', async ({ content }) => {
    const { packages, warnings } = await read(content);
    expect(warnings).toEqual([]);
    expect(packages.get('etcd')?.channels[0]?.head).toBe('etcd.v1.0.0');
  });

  it('reads the older form of three keys', async () => {
    const { packages, warnings } = await read({ data: older });
    const etcd = packages.get('etcd');
    expect(etcd).toMatchObject({
      defaultChannel: 'stable',
      description: 'A store.',
      icon: { base64: 'AAAA', mediaType: 'image/png' },
    });
    expect(etcd?.channels.map(({ name, head }) => `${name} ${head}`)).toEqual([
      'alpha etcd.v0.8.0',
      'stable etcd.v1.0.0',
    ]);
    expect(etcd?.channels[1]?.entries).toEqual([
      {
        name: 'etcd.v1.0.0',
        replaces: 'etcd.v0.9.0',
        skips: ['etcd.v0.9.5', 'etcd.v0.9.4'],
        skipRange: '<1.0.0',
      },
      { name: 'etcd.v0.9.0', replaces: 'etcd.v0.8.0' },
      { name: 'etcd.v0.9.5' },
      { name: 'etcd.v0.8.0' },
    ]);
    const bundle = etcd?.bundles['etcd.v1.0.0'];
    expect(bundle?.digest).toMatch(/^sha256:/);
    expect(bundle?.providedApis).toMatchObject([{ group: 'etcd.io', version: 'v1', kind: 'Cluster' }]);
    expect(warnings.map((warning) => warning.package)).toEqual(['empty', 'empty', 'empty']);
  });

  it('notices by the resourceVersion that nothing is new', async () => {
    await using directory = await temporaryDirectory();
    const reader = createConfigMapReader({
      name: 'olm/catalog',
      run: runJob,
      get: () => Promise.resolve(configMap({ data: older })),
    });
    const signal = new AbortController().signal;
    expect(await reader.fetch({ known: '7', folder: directory.path, signal })).toEqual({ kind: 'unchanged' });
    expect(await readdir(directory.path)).toEqual([]);
  });

  it.each([
    { name: 'absent', get: () => Promise.resolve(undefined), kind: 'missing' },
    { name: 'empty', get: () => Promise.resolve(configMap({})), kind: 'invalid' },
    {
      name: 'forbidden',
      get: () => Promise.reject(new KubeError({ kind: 'forbidden', message: 'no' })),
      kind: 'denied',
    },
    {
      name: 'not found',
      get: () => Promise.reject(new KubeError({ kind: 'notFound', message: 'no' })),
      kind: 'missing',
    },
    { name: 'out of reach', get: () => Promise.reject(new Error('cut')), kind: 'unreachable' },
    {
      name: 'no list',
      get: () => Promise.resolve(configMap({ data: { packages: 'a: b' } })),
      kind: 'invalid',
    },
    { name: 'no YAML', get: () => Promise.resolve(configMap({ data: { packages: '{' } })), kind: 'invalid' },
    {
      name: 'without packages',
      get: () => Promise.resolve(configMap({ data: { packages: '' } })),
      kind: 'invalid',
    },
  ])('says so when it is $name', async ({ get, kind }) => {
    await using directory = await temporaryDirectory();
    const reader = createConfigMapReader({ name: 'olm/catalog', get, run: runJob });
    const fetched = reader.fetch({ folder: directory.path, signal: new AbortController().signal });
    await expect(fetched).rejects.toMatchObject({
      kind,
      message: expect.stringContaining('olm/catalog') as string,
    });
  });
});
