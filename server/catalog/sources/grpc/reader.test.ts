import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { effort, isDeep } from '#local/testing/effort.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { runJob } from '../../indexer/run-job.ts';
import { limits } from '../../read/limits.ts';
import { createOutbound } from '../../net/create-outbound.ts';
import { catalogDifferences, readFolder } from '../../testing/same-catalog.ts';
import { jsonLines, temporaryDirectory } from '../../testing/temporary.ts';
import type { Fetched, FetchRequest } from '../reader.ts';
import { methods, servingStatus } from './messages.ts';
import { createGrpcReader } from './reader.ts';
import { DependencySchema, GroupVersionKindSchema, type Bundle } from './registry_pb.ts';
import { startRegistry, type TestRegistryOptions } from '../../testing/test-registry.ts';

// The whole community catalog, 132 MB, in the deep size; 25 packages of it else.
const community = sharedData(isDeep ? 'catalog-full.jsonl.gz' : 'catalog-sample.jsonl.gz');
const SLOW = 300_000;

const csv = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'etcd.v0.9.0' },
  spec: {
    displayName: 'etcd inlined',
    version: '0.9.0',
    install: { strategy: 'deployment', spec: { deployments: [{}] } },
  },
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'a.b.c' },
};
const inlined = [csv, crd].map((object) => ({
  type: 'olm.bundle.object',
  value: { data: Buffer.from(JSON.stringify(object)).toString('base64') },
}));

function version(value: string): unknown {
  return { type: 'olm.package', value: { packageName: 'etcd', version: value } };
}

function metadata(displayName: string): unknown {
  return {
    type: 'olm.csv.metadata',
    value: {
      annotations: { capabilities: 'Deep Insights' },
      description: 'A store.',
      displayName,
      crdDescriptions: { owned: [{ name: 'clusters.etcd.io', version: 'v1', kind: 'Cluster' }] },
    },
  };
}

const gvk = { type: 'olm.gvk', value: { group: 'etcd.io', version: 'v1', kind: 'Cluster' } };
const catalog = [
  {
    schema: 'olm.package',
    name: 'etcd',
    defaultChannel: 'stable',
    description: 'A store.',
    icon: { base64data: 'AAAA', mediatype: 'image/png' },
  },
  { schema: 'olm.channel', package: 'etcd', name: 'alpha', entries: [{ name: 'etcd.v0.9.0' }] },
  {
    schema: 'olm.channel',
    package: 'etcd',
    name: 'stable',
    entries: [
      { name: 'etcd.v1.1.0', replaces: 'etcd.v1.0.0', skips: ['etcd.v0.9.0'], skipRange: '<1.1.0' },
      { name: 'etcd.v1.0.0', replaces: 'etcd.v0.8.0' },
    ],
  },
  { schema: 'olm.bundle', package: 'etcd', name: 'etcd.v0.9.0', properties: [version('0.9.0'), ...inlined] },
  {
    schema: 'olm.bundle',
    package: 'etcd',
    name: 'etcd.v1.0.0',
    image: 'quay.io/etcd:1.0',
    properties: [version('1.0.0'), gvk, metadata('etcd one')],
  },
  {
    schema: 'olm.bundle',
    package: 'etcd',
    name: 'etcd.v1.1.0',
    image: 'quay.io/etcd:1.1',
    properties: [version('1.1.0'), gvk, metadata('etcd two')],
  },
  {
    schema: 'olm.deprecations',
    package: 'etcd',
    entries: [
      { reference: { schema: 'olm.package' }, message: 'use another' },
      { reference: { schema: 'olm.channel', name: 'alpha' }, message: 'use stable' },
      { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'use 1.1' },
    ],
  },
];
const lines = jsonLines(catalog).split('\n');

const outbound = createOutbound({ policy: { loopback: true, private: true } });

async function fetchFrom(
  address: string,
  folder: string,
  more: Partial<FetchRequest> = {},
): Promise<Fetched> {
  const reader = createGrpcReader({ outbound, address, run: runJob, idleMs: 20_000 });
  return reader.fetch({ folder, signal: new AbortController().signal, ...more });
}

/** What is wrong when that is read. */
async function failureOf(options: Partial<TestRegistryOptions>, idleMs = 20_000): Promise<unknown> {
  await using registry = await startRegistry({ lines, ...options });
  await using directory = await temporaryDirectory();
  const reader = createGrpcReader({ outbound, address: registry.address, run: runJob, idleMs });
  return await reader
    .fetch({ folder: directory.path, signal: new AbortController().signal })
    .catch((error: unknown) => error);
}

describe('createGrpcReader', () => {
  it('reads the same catalog as is in the files that the server serves', async () => {
    await using registry = await startRegistry({ lines });
    await using directory = await temporaryDirectory();
    await using files = await temporaryDirectory({ 'catalog.json': lines.join('\n') });
    expect(await fetchFrom(registry.address, directory.path)).toMatchObject({ kind: 'fetched' });
    const [fetched, read] = [await readFolder(directory.path), await readFolder(files.path)];
    expect(fetched.warnings).toEqual([]);
    expect(catalogDifferences(read, fetched)).toEqual([]);
    expect(fetched.packages.get('etcd')?.bundles['etcd.v0.9.0']?.digest).toMatch(/^sha256:/);
  });

  it('writes the same bytes in whatever order the server answers, and notices that nothing is new', async () => {
    await using registry = await startRegistry({ lines });
    await using one = await temporaryDirectory();
    await using other = await temporaryDirectory();
    await using third = await temporaryDirectory();
    const first = await fetchFrom(registry.address, one.path);
    expect(await fetchFrom(registry.address, other.path)).toEqual(first);
    const texts = await Promise.all(
      [one, other].map(({ path }) => readFile(`${path}/catalog.jsonl`, 'utf8')),
    );
    expect(texts[0]).toBe(texts[1]);
    registry.calls.clear();
    const known = first.kind === 'fetched' ? first.version : '';
    expect(await fetchFrom(registry.address, third.path, { known })).toEqual({ kind: 'unchanged' });
    expect(await readdir(third.path)).toEqual([]);
    expect(registry.calls.get(methods.getBundle)).toBe(1);
  });

  it('notices a new icon, which only the head of the default channel tells', async () => {
    const changed = lines.map((line) => line.replace('"AAAA"', '"BBBB"'));
    await using before = await startRegistry({ lines });
    await using after = await startRegistry({ lines: changed });
    await using one = await temporaryDirectory();
    await using other = await temporaryDirectory();
    const first = await fetchFrom(before.address, one.path);
    expect(await fetchFrom(after.address, other.path)).not.toEqual(first);
  });

  it.each([
    { name: 'health', method: methods.check },
    { name: 'GetBundle', method: methods.getBundle },
  ])('reads servers without $name', async ({ method }) => {
    const fault = (asked: string): status | undefined =>
      asked === method ? status.UNIMPLEMENTED : undefined;
    await using registry = await startRegistry({ lines, fault });
    await using directory = await temporaryDirectory();
    await fetchFrom(registry.address, directory.path);
    const { packages } = await readFolder(directory.path);
    expect(Object.keys(packages.get('etcd')?.bundles ?? {}).sort()).toEqual([
      'etcd.v0.9.0',
      'etcd.v1.0.0',
      'etcd.v1.1.0',
    ]);
  });

  it('reads servers that know no properties', async () => {
    const change = ({ deprecation: _unknown, ...bundle }: Bundle): Bundle => ({
      ...bundle,
      properties: [],
      providedApis: [create(GroupVersionKindSchema, { group: 'etcd.io', version: 'v1', kind: 'Cluster' })],
      dependencies: [
        create(DependencySchema, { type: 'olm.package', value: '{"packageName":"x","version":">1.0.0"}' }),
      ],
    });
    await using registry = await startRegistry({ lines, change });
    await using directory = await temporaryDirectory();
    await fetchFrom(registry.address, directory.path);
    const { packages } = await readFolder(directory.path);
    expect(packages.get('etcd')?.bundles['etcd.v1.1.0']).toMatchObject({
      version: '1.1.0',
      properties: [
        version('1.1.0'),
        gvk,
        { type: 'olm.package.required', value: { packageName: 'x', versionRange: '>1.0.0' } },
      ],
    });
  });

  it.each([
    { name: 'a bundle that the server cannot give', code: status.UNKNOWN },
    { name: 'a bundle larger than is read', code: status.RESOURCE_EXHAUSTED },
  ])('reads the others beside $name', async ({ code }) => {
    const fault = (method: string, name: string): status | undefined =>
      method === methods.getBundle && name === 'etcd.v1.0.0' ? code : undefined;
    await using registry = await startRegistry({ lines, fault });
    await using directory = await temporaryDirectory();
    await fetchFrom(registry.address, directory.path);
    const { packages } = await readFolder(directory.path);
    expect(packages.get('etcd')?.bundles['etcd.v1.1.0']?.csv.displayName).toBe('etcd two');
    expect(packages.get('etcd')?.bundles['etcd.v1.0.0']?.csv.displayName).toBe('etcd.v1.0.0');
  });

  it.each([
    { name: 'cuts the stream', options: { cutAfter: 2 }, kind: 'unreachable' },
    { name: 'is not ready', options: { healthStatus: servingStatus.notServing }, kind: 'unreachable' },
    { name: 'has no packages', options: { lines: [] }, kind: 'invalid' },
    { name: 'denies access', options: { fault: () => status.PERMISSION_DENIED }, kind: 'denied' },
    { name: 'is another server', options: { fault: () => status.UNIMPLEMENTED }, kind: 'missing' },
    {
      name: 'sends a bundle larger than any',
      options: {
        change: (bundle: Parameters<NonNullable<TestRegistryOptions['change']>>[0]) => ({
          ...bundle,
          csvJson: 'x'.repeat(limits.bundle + 5_000_000),
        }),
      },
      kind: 'limit',
    },
  ])('says so when the server $name', async ({ options, kind }) => {
    const error = await failureOf(options);
    expect(error).toMatchObject({ kind });
    expect(String(error)).not.toContain('SECRET');
  });

  it('does not wait for a server that goes silent', async () => {
    expect(await failureOf({ silent: true }, 300)).toMatchObject({ kind: 'unreachable' });
  });

  it('says so when nobody listens', async () => {
    const registry = await startRegistry({ lines });
    await registry[Symbol.asyncDispose]();
    await using directory = await temporaryDirectory();
    await expect(fetchFrom(registry.address, directory.path)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each(['127.0.0.1:50051', 'localhost:50051', '[::1]:50051', '169.254.169.254:80', 'http://x:1'])(
    'dials no %s in a cluster',
    async (address) => {
      const inCluster = createOutbound({ policy: { loopback: false, private: true } });
      const fetched = createGrpcReader({ outbound: inCluster, address, run: runJob }).fetch({
        folder: '/nowhere',
        signal: new AbortController().signal,
      });
      await expect(fetched).rejects.toMatchObject({ kind: 'refused' });
    },
  );

  it('stops when told to', async () => {
    const abort = new AbortController();
    const fault = (method: string): undefined => {
      if (method === methods.listBundles) abort.abort(new Error('enough'));
    };
    await using registry = await startRegistry({ lines, fault, silent: true });
    await using directory = await temporaryDirectory();
    const fetched = fetchFrom(registry.address, directory.path, { signal: abort.signal });
    await expect(fetched).rejects.toThrow('enough');
  });
});

describe.skipIf(community === undefined)('the community catalog over gRPC', () => {
  it(
    'is the same as from a directory',
    async () => {
      const all: string[] = [];
      const unpacked = createReadStream(community ?? '').pipe(createGunzip());
      for await (const line of createInterface({ input: unpacked })) all.push(line);
      await using registry = await startRegistry({ lines: all });
      await using directory = await temporaryDirectory();
      await using files = await temporaryDirectory({ 'catalog.jsonl.gz': await readFile(community ?? '') });
      await fetchFrom(registry.address, directory.path);
      const [fetched, read] = [await readFolder(directory.path), await readFolder(files.path)];
      expect(fetched.packages.size).toBe(effort(25, 333));
      expect(fetched.warnings).toEqual([]);
      // One bundle of one package has no description: the server then tells that of the package.
      const datadog = expect.stringMatching(/^datadog-operator: .*"description":"","displayName"/) as string;
      expect(catalogDifferences(read, fetched)).toEqual(isDeep ? [datadog] : []);
    },
    SLOW,
  );
});
