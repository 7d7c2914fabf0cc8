import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { bundleFiles, fbcBundle, fbcPackage } from '#lib/testing/bundle-files.ts';
import { isDeep } from '#local/testing/effort.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { createCatalogCache } from './cache.ts';
import { NothingUsable, type CachedSource, type CatalogCache, type StoredCatalog } from './catalog-cache.ts';
import { packContent } from './content-store.ts';
import { countsOf, packagesByApi, tileOf } from './catalog-facts.ts';
import { decodeIcon } from '../read/icon.ts';
import { isCsvManifest } from '../read/manifests.ts';
import { readCatalogDirectory } from '../read/directory.ts';
import { memorySink } from '../read/sink.ts';
import { readFailureOf } from './source-failure.ts';
import { SourceError } from '../sources/reader.ts';
import { below, jsonLines, temporaryDirectory, type TemporaryDirectory } from '../testing/temporary.ts';
import { walkCatalog } from '../read/walk.ts';

const source: CachedSource = { ref: { namespace: 'ns', name: 'one' }, address: 'image example.com/a:1' };
const never = new AbortController().signal;
/** Reading in a process of its own takes seconds on a busy machine. */
const SLOW = 120_000;

const caches: CatalogCache[] = [];

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()));
});

function cacheAt(directory: string, onDamage?: (damaged: CachedSource) => void): CatalogCache {
  const cache = createCatalogCache({
    directory,
    ...optional({ onDamage }),
  });
  caches.push(cache);
  return cache;
}

async function fill(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

async function taken(cache: CatalogCache, names: readonly string[] = ['a']): Promise<StoredCatalog> {
  const folder = await cache.folder();
  const entries = names.flatMap((name) => fbcPackage(name, ['1.0.0', '1.1.0']));
  await fill(folder, { 'catalog.jsonl': jsonLines(entries) });
  return cache.take(source, { folder, version: 'v1', signal: never });
}

/** @returns the digest */
async function put(cache: CatalogCache, object: KubeObject): Promise<string> {
  const content = await packContent([object]);
  if (content === undefined) throw new Error('too large');
  await cache.putContent(content);
  return content.digest;
}

async function onlyIndex(directory: TemporaryDirectory): Promise<string> {
  const folder = join(directory.path, 'v1', 'indexes');
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

describe('what was taken', () => {
  it(
    'has the texts of each bundle, also where the one before it says and shows the same',
    async () => {
      await using directory = await temporaryDirectory();
      const told = [
        ['says it', '[{"kind":"A"}]'],
        ['says it', '[{"kind":"A"}]'],
        ['says it', '[{"kind":"B"}]'],
        ['says more', '[{"kind":"B"}]'],
        ['says it', '[{"kind":"A"}]'],
        ['says it', 'no JSON'],
      ] as const;
      const cache = cacheAt(directory.path);
      const folder = await cache.folder();
      const versions = told.map((_texts, index) => `1.0.${String(index)}`);
      const [pkg, channel] = fbcPackage('a', versions);
      const bundles = told.map(([description, examples], index) =>
        fbcBundle('a', versions[index] ?? '', {
          properties: [
            { type: 'olm.package', value: { packageName: 'a', version: versions[index] } },
            {
              type: 'olm.csv.metadata',
              value: { description, annotations: { 'alm-examples': examples } },
            },
          ],
        }),
      );
      await fill(folder, { 'catalog.jsonl': jsonLines([pkg, channel, ...bundles]) });
      const stored = await cache.take(source, { folder, version: 'v1', signal: never });
      const kept = versions.map((version) => stored.packages.get('a')?.bundles[`a.v${version}`]?.csv);
      expect(kept.map((csv) => [csv?.description, csv?.examples])).toEqual(
        told.map(([description, examples]) => [
          description,
          examples.startsWith('[') ? JSON.parse(examples) : [],
        ]),
      );
    },
    SLOW,
  );

  it(
    'is known and opened again by another process, for the same address only',
    async () => {
      await using directory = await temporaryDirectory();
      const first = await taken(cacheAt(directory.path));
      const later = cacheAt(directory.path);
      expect(await later.known()).toEqual([{ ...source, version: 'v1', readAt: first.readAt }]);
      const opened = await later.open(source);
      expect(opened?.packages.get('a')).toEqual(first.packages.get('a'));
      expect([opened?.digest, opened?.version, opened?.counts]).toEqual([
        first.digest,
        'v1',
        { packages: 1, channels: 1, bundles: 2, operators: 0, versions: 0 },
      ]);
      expect(await later.open({ ...source, address: 'image example.com/b:1' })).toBeUndefined();
      await later.forget(source);
      expect([await later.known(), await later.open(source)]).toEqual([[], undefined]);
    },
    SLOW,
  );

  it(
    'goes on answering after its folder was deleted, and can be taken again into it',
    async () => {
      await using directory = await temporaryDirectory();
      const cache = cacheAt(directory.path);
      const first = await taken(cache, ['a', 'b']);
      await rm(directory.path, { recursive: true });
      expect([...first.packages.values()].map(({ name }) => name)).toEqual(['a', 'b']);
      expect(first.tiles).toHaveLength(2);
      expect(await cache.open(source)).toBeUndefined();
      const second = await taken(cache, ['c']);
      expect([...second.packages.keys()]).toEqual(['c']);
      expect(await cache.content(await put(cache, csv))).toEqual(expect.objectContaining({ objects: [csv] }));
    },
    SLOW,
  );

  it(
    'stays when what comes next cannot be used, cannot be read or is broken off',
    async () => {
      await using directory = await temporaryDirectory();
      const cache = cacheAt(directory.path);
      await taken(cache);
      const broken = await cache.folder();
      await fill(broken, { 'catalog.jsonl': 'rubbish\n' });
      await expect(cache.take(source, { folder: broken, version: 'v2', signal: never })).rejects.toThrow(
        NothingUsable,
      );
      const gone = { path: join(directory.path, 'nowhere'), version: 'v2', signal: never };
      await expect(cache.read(source, gone)).rejects.toMatchObject({ name: 'SourceError', kind: 'missing' });
      const reason = new Error('no longer wanted');
      const aborted = { ...gone, signal: AbortSignal.abort(reason) };
      await expect(cache.read(source, aborted)).rejects.toBe(reason);
      expect((await cache.open(source))?.version).toBe('v1');
      expect(await readdir(join(directory.path, 'v1', 'folders'))).toHaveLength(1);
    },
    SLOW,
  );

  it(
    'is served by two processes on one folder, each writing',
    async () => {
      await using directory = await temporaryDirectory();
      const [one, two] = [cacheAt(directory.path), cacheAt(directory.path)];
      const other = { ref: { namespace: 'ns', name: 'two' }, address: 'image example.com/b:1' };
      const folder = await two.folder();
      await fill(folder, { 'catalog.jsonl': jsonLines(fbcPackage('b', ['1.0.0'])) });
      const [first, second] = await Promise.all([
        taken(one),
        two.take(other, { folder, version: 'v', signal: never }),
      ]);
      await Promise.all([taken(one, ['x']), taken(two, ['y'])]);
      expect([...first.packages.keys(), ...second.packages.keys()]).toEqual(['a', 'b']);
      expect([...((await two.open(other))?.packages.keys() ?? [])]).toEqual(['b']);
      expect(['x', 'y']).toContain([...((await one.open(source))?.packages.keys() ?? [])][0]);
    },
    SLOW,
  );
});

const csv = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'x.v1.0.0' },
};

describe('torn files', () => {
  it(
    'are noticed at every length and with any byte flipped, and made again from what was fetched',
    async () => {
      await using directory = await temporaryDirectory();
      let reported = 0;
      const onDamage = (): void => {
        reported += 1;
      };
      const cache = createCatalogCache({ directory: directory.path, onDamage, checkMs: 0 });
      caches.push(cache);
      const expected = (await taken(cache)).packages.get('a');
      const file = await onlyIndex(directory);
      const whole = await readFile(file);
      const headBytes = whole.readUInt32LE(20);
      const lengths = [0, 1, 47, 48, 49, 100, whole.length - headBytes, whole.length - 1];
      const flips = [0, 17, 21, 25, 33, 37, 45, 60, whole.length - headBytes - 1, whole.length - 2];
      const variants = [
        ...lengths.map((length) => whole.subarray(0, length)),
        ...flips.map((at) => {
          const flipped = Buffer.from(whole);
          flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
          return flipped;
        }),
        Buffer.concat([whole, Buffer.from('more')]),
      ];
      for (const variant of variants) {
        await writeFile(file, variant);
        const before = reported;
        await cache.open(source);
        // Damage to the head is found when the file is opened, to the rest soon after.
        const isMade = async (): Promise<boolean> =>
          reported > before || (await readFile(file)).equals(whole);
        await expect.poll(isMade).toBe(true);
        const opened = await cache.open(source);
        expect(opened?.packages.get('a')).toEqual(expected);
        expect((await readFile(file)).equals(whole)).toBe(true);
      }
    },
    SLOW * 2,
  );

  it(
    'that say which index is whose count as nothing',
    async () => {
      await using directory = await temporaryDirectory();
      await taken(cacheAt(directory.path));
      const folder = join(directory.path, 'v1', 'sources');
      const [name = ''] = await readdir(folder);
      await truncate(join(folder, name), 20);
      const cache = cacheAt(directory.path);
      expect([await cache.known(), await cache.open(source)]).toEqual([[], undefined]);
    },
    SLOW,
  );

  it(
    'damaged while they are open are reported, and opened again whole',
    async () => {
      await using directory = await temporaryDirectory();
      const damaged: CachedSource[] = [];
      const cache = cacheAt(directory.path, (which) => damaged.push(which));
      const opened = await taken(cache);
      const file = await onlyIndex(directory);
      const size = (await readFile(file)).length;
      await writeFile(file, Buffer.alloc(size));
      expect(opened.packages.get('a')).toBeUndefined();
      await expect.poll(() => damaged).toEqual([source]);
      expect((await cache.open(source))?.packages.get('a')?.name).toBe('a');
    },
    SLOW,
  );
});

interface SmallDisk extends AsyncDisposable {
  path: string;
  remount(mode: 'ro' | 'rw'): Promise<void>;
}

/** Of 2 MB; undefined where this process may not mount one. */
async function smallDisk(): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'capstan-disk-'));
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'capstan', path]);
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    remount: async (mode) => {
      await run('mount', ['-o', `remount,${mode}`, path]);
    },
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
}

describe('the disk', () => {
  it(
    'gets back what fetches of processes that are gone have left, and what newer content replaced',
    async () => {
      await using directory = await temporaryDirectory();
      const damaged: CachedSource[] = [];
      const gone = spawn('true');
      await once(gone, 'close');
      const options = { directory: directory.path, onDamage: (which: CachedSource) => damaged.push(which) };
      const cache = createCatalogCache({ ...options, retireMs: 0 });
      caches.push(cache);
      const living = await cache.folder();
      const host = basename(living).slice(0, 8);
      // The second is of another life of this process: in a container it begins with the same number each time.
      for (const pid of [gone.pid ?? 0, process.pid]) {
        const name = `${host}${pid.toString(16).padStart(8, '0')}0123456789abcdef`;
        await mkdir(join(dirname(living), name));
      }
      expect(await cacheAt(directory.path).known()).toEqual([]);
      await expect.poll(() => readdir(dirname(living))).toEqual([basename(living)]);
      const first = await taken(cache);
      await taken(cache, ['b']);
      await expect.poll(() => first.tiles).toEqual([]);
      expect(damaged).toEqual([]);
    },
    SLOW,
  );

  it(
    'holds no more than it may of what was fetched, and of what one namespace has',
    async () => {
      await using directory = await temporaryDirectory();
      const cache = createCatalogCache({
        directory: directory.path,
        // Room for one of them: what cannot be compressed stands in it three times.
        most: { keptFolders: 1, indexesOfOne: 2_250_000 },
      });
      caches.push(cache);
      const noise = randomBytes(700_000).toString('base64');
      const takeAs = async (name: string, namespace: string): Promise<StoredCatalog> => {
        const folder = await cache.folder();
        const [pkg, channel] = fbcPackage('p', ['1.0.0']);
        const own = { type: 'olm.package', value: { packageName: 'p', version: '1.0.0' } };
        const more = Array.from({ length: 8 }, (_, at) => ({
          type: `x${String(at)}`,
          value: noise.slice(at * 100_000, (at + 1) * 100_000),
        }));
        const bundle = fbcBundle('p', '1.0.0', { properties: [own, ...more] });
        await fill(folder, { 'catalog.jsonl': jsonLines([pkg, channel, bundle]) });
        return cache.take({ ...source, ref: { namespace, name } }, { folder, version: 'v', signal: never });
      };
      await takeAs('one', 'ns');
      await expect(takeAs('two', 'ns')).rejects.toMatchObject({
        kind: 'limit',
        message: expect.stringContaining('namespace ns takes too much') as string,
      });
      expect([...(await takeAs('two', 'other')).packages.keys()]).toEqual(['p']);
      expect(await readdir(join(directory.path, 'v1', 'folders'))).toEqual([]);
      expect([
        ...((await cache.open({ ...source, ref: { namespace: 'ns', name: 'one' } }))?.packages.keys() ?? []),
      ]).toEqual(['p']);
    },
    SLOW,
  );

  it(
    'that is full, or may only be read, costs nothing that is offered, and says so without naming its files',
    async (context) => {
      await using disk = await smallDisk();
      if (disk === undefined) {
        process.stderr.write('SKIPPED: a full disk needs the right to mount one\n');
        context.skip();
        return;
      }
      const cache = cacheAt(disk.path);
      await taken(cache);
      const filler = join(disk.path, 'filler');
      await writeFile(filler, Buffer.alloc(4 * 1024 * 1024)).catch(() => undefined);
      const failing = async (kind: RegExp): Promise<void> => {
        const error: unknown = await taken(cache, ['b']).catch((thrown: unknown) => thrown);
        const { message } = readFailureOf(error);
        expect(message).toMatch(kind);
        expect(message).not.toContain(disk.path);
        expect([...((await cache.open(source))?.packages.keys() ?? [])]).toEqual(['a']);
        const digest = await put(cache, csv);
        expect((await cacheAt(disk.path).content(digest))?.objects).toBeUndefined();
        expect((await cache.content(digest))?.objects).toEqual([csv]);
      };
      await failing(/ENOSPC: no space left on device/);
      await rm(filler);
      await disk.remount('ro');
      await failing(/EROFS: read-only file system/);
      await disk.remount('rw');
      expect([...(await taken(cache, ['b'])).packages.keys()]).toEqual(['b']);
    },
    SLOW,
  );

  it('that takes nothing does not keep a bundle that was pulled from being installed', async () => {
    await using directory = await temporaryDirectory();
    // As a full disk or a folder that may not be written: whatever is written there fails.
    await directory.write({ 'v1/contents': 'no folder' });
    const cache = cacheAt(directory.path);
    const digest = await put(cache, csv);
    expect((await cache.content(digest))?.objects).toEqual([csv]);
  });
});

describe('what is larger than whoever asks for it can take', () => {
  /** Entries of a package whose one bundle carries so many values, or such a text. */
  const large = (name: string, value: unknown, times: number): unknown[] => {
    const [pkg, channel] = fbcPackage(name, ['1.0.0']);
    const own = { type: 'olm.package', value: { packageName: name, version: '1.0.0' } };
    const more = Array.from({ length: times }, (_, index) => ({
      type: `x.${String(index)}`,
      value,
    }));
    return [pkg, channel, fbcBundle(name, '1.0.0', { properties: [own, ...more] })];
  };

  it(
    'is left out when it is written, with a warning, and never taken for damage',
    async () => {
      await using directory = await temporaryDirectory();
      const damaged: CachedSource[] = [];
      const cache = cacheAt(directory.path, (which) => damaged.push(which));
      const folder = await cache.folder();
      const values = Array.from({ length: 30_000 }, () => 1);
      await fill(folder, {
        'long.jsonl': jsonLines(
          // Two bundles, since one entry is bounded by itself.
          ['1.0.0', '1.1.0'].flatMap((version, index) => {
            const [pkg, channel, bundle] = large('long', 'x'.repeat(120_000), 80) as [
              unknown,
              object,
              object,
            ];
            const text = JSON.stringify(bundle).replaceAll('1.0.0', version);
            const entries = [{ name: 'long.v1.0.0' }, { name: 'long.v1.1.0', replaces: 'long.v1.0.0' }];
            return [...(index === 0 ? [pkg, { ...channel, entries }] : []), JSON.parse(text) as unknown];
          }),
        ),
        'many.jsonl': jsonLines(large('many', values, 20)),
        'good.jsonl': jsonLines(fbcPackage('good', ['1.0.0'])),
      });
      const stored = await cache.take(source, { folder, version: 'v', signal: never });
      expect([...stored.packages.values()].map(({ name }) => name)).toEqual(['good']);
      expect(stored.tiles.map((tile) => tile.package)).toEqual(['good']);
      expect(stored.counts).toEqual({ packages: 1, channels: 1, bundles: 1, operators: 0, versions: 0 });
      expect(stored.warnings).toEqual([
        { package: 'long', message: expect.stringMatching(/has more than .* is left out$/) as string },
        {
          package: 'many',
          message: expect.stringMatching(/has more than 200000 values .* is left out$/) as string,
        },
      ]);
      expect(damaged).toEqual([]);
    },
    SLOW,
  );

  it(
    'does not hold this process up while it is read',
    async () => {
      await using directory = await temporaryDirectory();
      const cache = cacheAt(directory.path);
      const folder = await cache.folder();
      const text = `x: ${`${'x'.repeat(100_000)}\n  `.repeat(150)}\n---\n`;
      await fill(folder, {
        'text.yaml': text.repeat(3),
        'good.jsonl': jsonLines(fbcPackage('a', ['1.0.0'])),
      });
      const before = performance.eventLoopUtilization();
      const stored = await cache.take(source, { folder, version: 'v', signal: never });
      expect([...stored.packages.keys()]).toEqual(['a']);
      // Of the time that it took, this process was busy for a small part.
      expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
    },
    SLOW,
  );
});

describe('manifests', () => {
  it('are checked against their digest when they are read', async () => {
    await using directory = await temporaryDirectory();
    const digest = await put(cacheAt(directory.path), csv);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const hex = digest.slice('sha256:'.length);
    const file = join(directory.path, 'v1', 'contents', hex.slice(0, 2), `${hex.slice(2)}.zst`);
    expect((await cacheAt(directory.path).content(digest))?.objects).toEqual([csv]);
    await writeFile(file, 'something else');
    expect(await cacheAt(directory.path).content(digest)).toBeUndefined();
    expect(await cacheAt(directory.path).content('sha256:../../etc')).toBeUndefined();
  });

  it(
    'of bundles that a catalog no longer has are still there',
    async () => {
      await using directory = await temporaryDirectory();
      await using bundles = await temporaryDirectory(
        below('op/1.0.0', bundleFiles({ package: 'op', version: '1.0.0' })),
      );
      const cache = cacheAt(directory.path);
      const read = (version: string): Promise<StoredCatalog> =>
        cache.read(source, { path: bundles.path, version, signal: never });
      const odd = { 'manifests/csv.yaml': JSON.stringify({ ...csv, apiVersion: 'v1alpha1' }) };
      await bundles.write(below('odd/1.0.0', bundleFiles({ package: 'odd', version: '1.0.0', files: odd })));
      const digest = (await read('1')).packages.get('op')?.bundles['op.v1.0.0']?.digest ?? '';
      await rm(join(bundles.path, 'op'), { recursive: true });
      await bundles.write(below('op/2.0.0', bundleFiles({ package: 'op', version: '2.0.0' })));
      const second = await read('2');
      expect(Object.keys(second.packages.get('op')?.bundles ?? {})).toEqual(['op.v2.0.0']);
      // What was odd about a directory that is not read again is still said.
      expect(second.warnings).toContainEqual({
        file: 'odd/1.0.0',
        message: expect.stringContaining('says apiVersion v1alpha1 and is read as') as string,
      });
      const later = cacheAt(directory.path);
      expect((await later.content(digest))?.objects.find(isCsvManifest)?.metadata.name).toBe('op.v1.0.0');
    },
    SLOW,
  );
});

/** Child processes of this one that read catalogs. */
async function readerPids(): Promise<number[]> {
  const ps = spawn('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  let text = '';
  ps.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(ps, 'close');
  return text
    .split('\n')
    .filter((line) => line.includes('indexer/main'))
    .map((line) => Number(line.trim().split(' ')[0]));
}

const community = sharedData('catalog-full.jsonl.gz');
const sample = sharedData('catalog-sample.jsonl.gz');
const visible = sharedData('bundles-visible.tar.gz');

describe.skipIf(community === undefined || visible === undefined)('real catalogs', () => {
  it(
    'a reader that is killed in the middle is a named failure of its catalog alone',
    async () => {
      await using directory = await temporaryDirectory();
      const cache = cacheAt(directory.path);
      await taken(cache);
      const folder = await cache.folder();
      await copyFile(community ?? '', join(folder, 'catalog.jsonl.gz'));
      const other = { ref: { namespace: 'ns', name: 'big' }, address: 'image example.com/big:1' };
      const failed = cache
        .take(other, { folder, version: 'v', signal: never })
        .catch((error: unknown) => error);
      await expect
        .poll(async () => (await readdir(join(directory.path, 'v1', 'indexes'))).length)
        .toBeGreaterThan(1);
      for (const pid of await readerPids()) process.kill(pid, 'SIGKILL');
      expect(await failed).toBeInstanceOf(SourceError);
      expect(await failed).toMatchObject({
        kind: 'limit',
        message: 'the process that read it ended (SIGKILL)',
      });
      expect([...((await cache.open(source))?.packages.keys() ?? [])]).toEqual(['a']);
      expect([...(await taken(cache, ['b'])).packages.keys()]).toEqual(['b']);
    },
    SLOW,
  );

  it(
    'are the same from the index as read directly',
    async () => {
      await using directory = await temporaryDirectory();
      await using catalogs = await extract(visible ?? '');
      // All of the community catalog in the deep size.
      await copyFile((isDeep ? community : sample) ?? '', join(catalogs.path, 'catalog.jsonl.gz'));
      const direct = await readCatalogDirectory(await walkCatalog(catalogs.path), {
        signal: never,
        sink: memorySink,
      });
      const cache = cacheAt(directory.path);
      const stored = await cache.read(source, { path: catalogs.path, version: 'v', signal: never });
      const packages = [...direct.packages.values()];
      expect([...stored.packages.keys()]).toEqual(packages.map(({ name }) => name));
      for (const pkg of packages) expect(plain(stored.packages.get(pkg.name))).toBe(plain(pkg));
      expect(stored.tiles).toEqual(packages.flatMap(tileOf));
      expect([stored.counts, stored.warnings, stored.digest]).toEqual([
        countsOf(packages, new Map()),
        direct.warnings,
        direct.digest,
      ]);
      const [[key = '', names] = []] = packagesByApi(packages);
      const [group = '', version = '', kind = ''] = key.split('/');
      expect(stored.providers({ group, version, kind })).toEqual(names);
    },
    SLOW * 2,
  );
});

/** JSON with the fields in order, the icon as the picture that it is. */
function plain(pkg: CatalogPackage | undefined): string {
  if (pkg === undefined) return '';
  const image = pkg.icon === undefined ? undefined : decodeIcon(pkg.icon);
  const { icon: _icon, ...rest } = pkg;
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const text = JSON.stringify(rest, (_key, value: unknown) => sorted(value));
  return `${text}${image?.mediaType ?? ''}${image?.bytes.toString('base64') ?? ''}`;
}
