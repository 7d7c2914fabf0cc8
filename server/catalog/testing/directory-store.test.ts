import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { aCrdObject, bundleFiles, fbcPackage } from '#lib/testing/bundle-files.ts';
import { createDirectoryStore } from './directory-store.ts';
import { below, jsonLines, temporaryDirectory } from './temporary.ts';
import type { Catalog, CatalogStore } from '../types.ts';

const ref = { namespace: 'capstan-system', name: 'test' };

async function open(directory: string, scans: (() => void)[] = []): Promise<CatalogStore> {
  return createDirectoryStore([{ name: ref.name, directory }], {
    namespace: ref.namespace,
    clock: {
      now: () => 1000,
      setTimer: (_ms, fire) => {
        scans.push(fire);
        return () => undefined;
      },
    },
  });
}

async function catalogOf(files: Record<string, string | Buffer>): Promise<Catalog> {
  await using directory = await temporaryDirectory(files);
  const store = await open(directory.path);
  store.stop();
  const catalog = store.get(ref);
  if (catalog === undefined) throw new Error('no catalog');
  return catalog;
}

const chains = (pkg: CatalogPackage | undefined): Record<string, string> =>
  Object.fromEntries(
    (pkg?.channels ?? []).map(({ name, entries, head }) => [
      name,
      `${head}: ${entries.map((entry) => `${entry.name}>${entry.replaces ?? ''}`).join(' ')}`,
    ]),
  );

const messages = (catalog: Catalog): string[] =>
  catalog.warnings.map(
    ({ file, package: name, entry, message }) => `${file ?? '-'}|${name ?? '-'}|${entry ?? '-'}|${message}`,
  );

const good = jsonLines(fbcPackage('good', ['1.0.0', '1.1.0']));

describe('file-based catalogs (OLM 11)', () => {
  it('are read from JSON lines, gzip and YAML, at any depth', async () => {
    const yaml = fbcPackage('c', ['1.0.0']).map((entry) => `---\n${JSON.stringify(entry)}\n`);
    const catalog = await catalogOf({
      'a.jsonl': jsonLines(fbcPackage('a', ['1.0.0', '1.1.0'])),
      'deep/er/b.json.gz': gzipSync(JSON.stringify(fbcPackage('b', ['2.0.0']))),
      'c.yaml': `# a catalog\n${yaml.join('')}`,
      'README.md': '# no catalog',
    });
    expect([...catalog.packages.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(chains(catalog.packages.get('a'))).toEqual({ stable: 'a.v1.1.0: a.v1.0.0> a.v1.1.0>a.v1.0.0' });
    expect(catalog.warnings).toEqual([]);
    expect(catalog.readAt).toBe(1000);
  });

  it('leave out what .indexignore names', async () => {
    const catalog = await catalogOf({
      'a.jsonl': good,
      'drafts/b.jsonl': 'rubbish',
      '.indexignore': 'drafts/\n',
    });
    expect([...catalog.packages.keys()]).toEqual(['good']);
    expect(catalog.warnings).toEqual([]);
  });

  it('ignore schemas that nobody knows', async () => {
    const catalog = await catalogOf({ 'a.jsonl': good + jsonLines([{ schema: 'custom.thing', x: 1 }]) });
    expect(catalog.warnings).toEqual([]);
  });

  it('mark deprecations, and say when one names nothing (OLM 27)', async () => {
    const entries = [
      { reference: { schema: 'olm.package' }, message: 'leave' },
      { reference: { schema: 'olm.channel', name: 'stable' }, message: 'old channel' },
      { reference: { schema: 'olm.bundle', name: 'good.v1.0.0' }, message: 'old bundle' },
      { reference: { schema: 'olm.bundle', name: 'gone' }, message: 'x' },
    ];
    const catalog = await catalogOf({
      'a.jsonl': good + jsonLines([{ schema: 'olm.deprecations', package: 'good', entries }]),
    });
    const pkg = catalog.packages.get('good');
    expect([
      pkg?.deprecation,
      pkg?.channels[0]?.deprecation,
      pkg?.bundles['good.v1.0.0']?.deprecation,
    ]).toEqual(['leave', 'old channel', 'old bundle']);
    expect(messages(catalog)).toEqual([
      'a.jsonl|good|gone|line 5: a deprecation names an olm.bundle that does not exist; it is left out',
    ]);
  });
});

describe('links and special files', () => {
  it('are followed inside the directory and refused when they leave it', async () => {
    await using outside = await temporaryDirectory({
      'secret.jsonl': jsonLines(fbcPackage('secret', ['1.0.0'])),
    });
    await using directory = await temporaryDirectory({ 'real/a.jsonl': good });
    await symlink(outside.path, `${directory.path}/out`);
    await symlink(`${outside.path}/secret.jsonl`, `${directory.path}/out.jsonl`);
    await symlink('.', `${directory.path}/real/loop`);
    await symlink('missing', `${directory.path}/dangling.yaml`);
    const store = await open(directory.path);
    store.stop();
    const [catalog] = store.list();
    expect([...(catalog?.packages.keys() ?? [])]).toEqual(['good']);
    expect(catalog === undefined ? [] : messages(catalog)).toEqual([
      expect.stringMatching(/^dangling.yaml\|.*cannot be opened/),
      'out|-|-|is a link that leaves the catalog directory; left out',
      'out.jsonl|-|-|is a link that leaves the catalog directory; left out',
      'real/loop|-|-|is a link to a directory it lies in; left out',
    ]);
  });
});

describe('bundle directories (OLM 14)', () => {
  it('become packages; their manifests are found by digest', async () => {
    const crd = aCrdObject('example.com', 'things', 'Thing');
    await using directory = await temporaryDirectory(
      below(
        'op/1.0.0',
        bundleFiles({
          package: 'op',
          version: '1.0.0',
          files: { 'manifests/crd.yaml': JSON.stringify(crd) },
        }),
      ),
    );
    const store = await open(directory.path);
    store.stop();
    const bundle = store.get(ref)?.packages.get('op')?.bundles['op.v1.0.0'];
    const content = await store.content(bundle?.digest ?? '');
    expect(content?.objects.map(({ kind }) => kind)).toEqual([
      'CustomResourceDefinition',
      'ClusterServiceVersion',
    ]);
    expect(content?.objects[0]).toEqual(crd);
    expect(await store.content('sha256:unknown')).toBeUndefined();
  });

  it('carry what metadata says they need (OLM 13)', async () => {
    const dependencies = {
      dependencies: [
        { type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: 'K' } },
        { type: 'olm.package', value: { packageName: 'q', version: '>=1.0.0' } },
      ],
    };
    const properties = { properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.9' }] };
    const catalog = await catalogOf(
      below(
        'op/1.0.0',
        bundleFiles({
          package: 'op',
          version: '1.0.0',
          files: {
            'metadata/dependencies.yaml': JSON.stringify(dependencies),
            'metadata/properties.yaml': JSON.stringify(properties),
          },
        }),
      ),
    );
    const bundle = catalog.packages.get('op')?.bundles['op.v1.0.0'];
    expect(bundle?.properties).toEqual([
      { type: 'olm.package', value: { packageName: 'op', version: '1.0.0' } },
      { type: 'olm.gvk.required', value: { group: 'g', version: 'v1', kind: 'K' } },
      { type: 'olm.package.required', value: { packageName: 'q', versionRange: '>=1.0.0' } },
      { type: 'olm.maxOpenShiftVersion', value: '4.9' },
    ]);
    expect(bundle?.requiredApis).toEqual([{ group: 'g', version: 'v1', kind: 'K' }]);
  });

  const linking: { name: string; versions: Record<string, Record<string, unknown>>; want: string }[] = [
    {
      name: 'by replaces',
      versions: { '1.0.0': {}, '1.1.0': { replaces: 'op.v1.0.0' } },
      want: 'op.v1.1.0: op.v1.1.0>op.v1.0.0 op.v1.0.0>',
    },
    {
      name: 'by version where nothing is said',
      versions: { '1.0.0': {}, '1.10.0': {}, '1.9.0': {} },
      want: 'op.v1.10.0: op.v1.10.0>op.v1.9.0 op.v1.9.0>op.v1.0.0 op.v1.0.0>',
    },
    {
      name: 'by version where what is said gives several heads',
      versions: { '1.0.0': {}, '1.1.0': { replaces: 'op.v0.9.0' }, '1.2.0': { replaces: 'op.v1.0.0' } },
      want: 'op.v1.2.0: op.v1.2.0>op.v1.1.0 op.v1.1.0>op.v1.0.0 op.v1.0.0>',
    },
    {
      name: 'by version where replaces go round',
      versions: { '1.0.0': { replaces: 'op.v1.1.0' }, '1.1.0': { replaces: 'op.v1.0.0' } },
      want: 'op.v1.1.0: op.v1.1.0>op.v1.0.0 op.v1.0.0>',
    },
    {
      name: 'by skips',
      versions: {
        '1.0.0': {},
        '1.1.0': { replaces: 'op.v1.0.0' },
        '1.2.0': { replaces: 'op.v1.0.0', skips: ['op.v1.1.0'] },
      },
      want: 'op.v1.2.0: op.v1.2.0>op.v1.0.0 op.v1.1.0>op.v1.0.0 op.v1.0.0>',
    },
  ];

  it.each(linking)('are linked $name', async ({ versions, want }) => {
    const files = Object.entries(versions).flatMap(([version, spec]) =>
      Object.entries(below(`op/${version}`, bundleFiles({ package: 'op', version, spec }))),
    );
    const catalog = await catalogOf(Object.fromEntries(files));
    expect(chains(catalog.packages.get('op'))).toEqual({ stable: want });
    expect(catalog.warnings).toEqual([]);
  });

  it('keep a version outside the channel reachable when versions take over the order', async () => {
    const catalog = await catalogOf({
      ...below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
      ...below('op/1.1.0', bundleFiles({ package: 'op', version: '1.1.0', spec: { replaces: 'op.v0.9.0' } })),
    });
    expect(catalog.packages.get('op')?.channels[0]?.entries[0]).toEqual({
      name: 'op.v1.1.0',
      replaces: 'op.v1.0.0',
      skips: ['op.v0.9.0'],
    });
  });

  it('make channels and the default one as the newest says', async () => {
    const catalog = await catalogOf({
      ...below(
        'op/1.0.0',
        bundleFiles({ package: 'op', version: '1.0.0', channels: 'alpha', defaultChannel: 'alpha' }),
      ),
      ...below(
        'op/1.1.0',
        bundleFiles({ package: 'op', version: '1.1.0', channels: 'alpha,stable', defaultChannel: 'stable' }),
      ),
    });
    const pkg = catalog.packages.get('op');
    expect(pkg?.defaultChannel).toBe('stable');
    expect(chains(pkg)).toEqual({
      alpha: 'op.v1.1.0: op.v1.1.0>op.v1.0.0 op.v1.0.0>',
      stable: 'op.v1.1.0: op.v1.1.0>',
    });
  });

  const refused: { name: string; files: Record<string, string>; want: RegExp }[] = [
    {
      name: 'broken YAML',
      files: { 'manifests/x.yaml': 'a: [' },
      want: /^op\/2\.0\.0\|.*manifests\/x\.yaml line 1: is no YAML/,
    },
    {
      name: 'something that is no object',
      files: { 'manifests/x.yaml': 'hello' },
      want: /no Kubernetes object: it is not an object/,
    },
    {
      name: 'an object without a name',
      files: { 'manifests/x.yaml': '{"apiVersion":"v1","kind":"Service"}' },
      want: /metadata\.name is missing/,
    },
    {
      name: 'two CSVs',
      files: {
        'manifests/x.yaml': JSON.stringify({
          apiVersion: 'operators.coreos.com/v1alpha1',
          kind: 'ClusterServiceVersion',
          metadata: { name: 'x' },
        }),
      },
      want: /exactly one ClusterServiceVersion and has 2/,
    },
    {
      name: 'no package',
      files: { 'metadata/annotations.yaml': 'annotations: {}' },
      want: /lacks operators\.operatorframework\.io\.bundle\.package\.v1/,
    },
    {
      name: 'manifests outside itself',
      files: {
        'metadata/annotations.yaml': JSON.stringify({
          annotations: {
            'operators.operatorframework.io.bundle.package.v1': 'op',
            'operators.operatorframework.io.bundle.manifests.v1': '../1.0.0/manifests/',
          },
        }),
      },
      want: /exactly one ClusterServiceVersion and has 0/,
    },
    {
      name: 'an old CRD with $ref',
      files: {
        'manifests/x.yaml': JSON.stringify({
          apiVersion: 'apiextensions.k8s.io/v1beta1',
          kind: 'CustomResourceDefinition',
          metadata: { name: 'x.y' },
          spec: {
            group: 'y',
            names: {},
            version: 'v1',
            validation: { openAPIV3Schema: { properties: { a: { $ref: '#/x' } } } },
          },
        }),
      },
      want: /v1beta1, which servers no longer have, and cannot be converted: its schema uses \$ref/,
    },
  ];

  it.each(refused)('are refused with $name, and the other versions stay', async ({ files, want }) => {
    const catalog = await catalogOf({
      ...below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
      ...below('op/2.0.0', bundleFiles({ package: 'op', version: '2.0.0', files })),
    });
    expect(Object.keys(catalog.packages.get('op')?.bundles ?? {})).toEqual(['op.v1.0.0']);
    expect(messages(catalog)).toEqual([expect.stringMatching(want)]);
  });

  it('tolerate files beside them', async () => {
    const catalog = await catalogOf({
      ...below(
        'op/1.0.0',
        bundleFiles({
          package: 'op',
          version: '1.0.0',
          files: { 'tests/x.yaml': 'a: [', Dockerfile: 'FROM x' },
        }),
      ),
      ...below('op/0.9.0', { 'manifests/op.clusterserviceversion.yaml': 'a: 1' }),
      'index.json': '[{"package":"op"}]',
    });
    expect([...catalog.packages.keys()]).toEqual(['op']);
    expect(messages(catalog)).toEqual([
      'op/0.9.0/manifests|-|-|manifests without metadata/annotations.yaml are no bundle; left out',
      'index.json|-|-|is no catalog file: nothing in it has a schema; left out',
    ]);
  });
});

describe('changes', () => {
  interface Watched {
    store: CatalogStore;
    scan: () => Promise<void>;
    changes: string[];
  }

  async function watched(directory: string): Promise<Watched> {
    const scans: (() => void)[] = [];
    const store = await open(directory, scans);
    const changes: string[] = [];
    store.subscribe(({ name }) => changes.push(name));
    // A scan is over when it has asked for the next one.
    const scan = async (): Promise<void> => {
      const fire = scans.pop();
      fire?.();
      await expect.poll(() => scans.length, { interval: 1, timeout: 30_000 }).toBe(1);
    };
    return { store, scan, changes };
  }

  const names = (store: CatalogStore): string[] => [...(store.get(ref)?.packages.keys() ?? [])];

  it('are read once they have stood still for one look', async () => {
    await using directory = await temporaryDirectory({ 'a.jsonl': good });
    const { store, scan, changes } = await watched(directory.path);
    await scan();
    expect(changes).toEqual([]);
    await directory.write({ 'b.jsonl': jsonLines(fbcPackage('new', ['1.0.0'])) });
    await scan();
    expect(names(store)).toEqual(['good']);
    await scan();
    expect(names(store)).toEqual(['good', 'new']);
    expect(changes).toEqual(['test']);
    store.stop();
  });

  it('that only touch files tell nobody', async () => {
    await using directory = await temporaryDirectory({ 'a.jsonl': good });
    const { store, scan, changes } = await watched(directory.path);
    await utimes(`${directory.path}/a.jsonl`, 1, 1);
    await scan();
    await scan();
    expect(changes).toEqual([]);
    store.stop();
  });

  it('of one bundle directory leave the others as they were read', async () => {
    await using directory = await temporaryDirectory(
      below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
    );
    const [csv = ''] = await readdir(`${directory.path}/op/1.0.0/manifests`);
    const file = `${directory.path}/op/1.0.0/manifests/${csv}`;
    await utimes(file, 1, 1);
    const { store, scan } = await watched(directory.path);
    const before = store.get(ref)?.packages.get('op')?.bundles['op.v1.0.0'];
    // A change that neither size nor time tells of.
    await writeFile(file, ' '.repeat((await stat(file)).size));
    await utimes(file, 1, 1);
    await directory.write(below('op/1.1.0', bundleFiles({ package: 'op', version: '1.1.0' })));
    await scan();
    await scan();
    const bundles = store.get(ref)?.packages.get('op')?.bundles ?? {};
    expect(Object.keys(bundles)).toEqual(['op.v1.0.0', 'op.v1.1.0']);
    expect(bundles['op.v1.0.0']).toEqual(before);
    expect((await store.content(before?.digest ?? ''))?.objects).toHaveLength(1);
    store.stop();
  });

  it('that break everything keep the last good content, and its manifests', async () => {
    await using directory = await temporaryDirectory(
      below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
    );
    const { store, scan, changes } = await watched(directory.path);
    const digest = store.get(ref)?.packages.get('op')?.bundles['op.v1.0.0']?.digest ?? '';
    await rm(directory.path, { recursive: true });
    await scan();
    await scan();
    expect(names(store)).toEqual(['op']);
    expect(store.get(ref)?.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/cannot be read: ENOENT.*content read at 1970-.* is still offered/),
    ]);
    expect(changes).toEqual(['test']);
    expect((await store.content(digest))?.objects).toHaveLength(1);
    await mkdir(directory.path);
    await directory.write({ 'a.jsonl': good });
    await scan();
    await scan();
    expect(names(store)).toEqual(['good']);
    store.stop();
  });
});

it('a directory that is not there is a catalog with a warning', async () => {
  const store = await open('/nonexistent/catalog');
  store.stop();
  expect(store.list()).toEqual([
    expect.objectContaining({
      ref,
      readAt: 0,
      warnings: [{ message: expect.stringContaining('the directory cannot be read: ENOENT') }],
    }),
  ]);
});
