import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { heldByFile } from '#local/testing/held.ts';
import { isDeep } from '#local/testing/effort.ts';
import { pushImage, pushIndex, tarBytes, type ImageOptions } from '#local/testing/registry/images.ts';
import { registryUser, startRegistry, type TestRegistry } from '#local/testing/registry/registry.ts';
import { startRegistryFront, type RegistryFront } from '#local/testing/registry/front.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import { createOutbound } from '../net/create-outbound.ts';
import type { Outbound } from '../net/outbound.ts';
import type { Fetched } from '../sources/reader.ts';
import { createImageReader } from './image-reader.ts';

const LABEL = 'operators.operatorframework.io.index.configs.v1';
const community = sharedData('catalog-full.jsonl.gz');
/** To make gzip of the whole one takes seconds, which the quick size spares: there it is a part. */
const gzipped = isDeep ? community : sharedData('catalog-sample.jsonl.gz');
const held = heldByFile();
const plain = held.use(await startRegistry());
const secured = plain === undefined ? undefined : held.use(await startRegistry({ htpasswd: true }));

let outbound: Outbound;
let front: RegistryFront;

beforeAll(async () => {
  const policy = { loopback: true, private: true };
  outbound = held.adopt(createOutbound({ policy }), (one) => one.close());
  front = held.use(await startRegistryFront(plain?.url));
});

function hostOf(registry: TestRegistry | undefined): string {
  if (registry === undefined) throw new Error('no registry');
  return registry.host;
}

interface Read {
  fetched: Fetched;
  files: Record<string, string>;
  bytes: number;
}

interface ReadOptions {
  known?: string;
  auths?: Record<string, { username: string; password: string }>;
  /** Waits between tries, in ms. */
  waits?: number[];
}

/** Waits of retries pass at once and are written down. */
async function read(image: string, { known, auths = {}, waits = [] }: ReadOptions = {}): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-image-'));
  let bytes = 0;
  const reader = createImageReader({
    image,
    credentials: () => ({ auths: new Map(Object.entries(auths)) }),
    fetch: (request) => outbound.fetch(request),
    clock: {
      ...simulatedClock(),
      setTimer: (ms, fire) => {
        waits.push(ms);
        const handle = setImmediate(fire);
        return () => {
          clearImmediate(handle);
        };
      },
    },
    insecure: [],
  });
  try {
    const fetched = await reader.fetch({
      ...optional({ known }),
      folder,
      signal: new AbortController().signal,
      onBytes: (count) => {
        bytes += count;
      },
    });
    return { fetched, files: await filesIn(folder), bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
  }
  return files;
}

const catalog: ImageOptions = { layers: [{ files: { 'configs/a/catalog.yaml': 'schema: olm.package' } }] };
const content = { 'a/catalog.yaml': 'schema: olm.package' };

describe.skipIf(plain === undefined)('catalogs in a real registry', () => {
  it.each([
    ['oci', 'gzip'],
    ['oci', 'zstd'],
    ['oci', 'none'],
    ['docker', 'gzip'],
  ] as const)('are read as %s images with layers of %s', async (format, compression) => {
    const name = `${hostOf(plain)}/forms/${format}-${compression}:1`;
    const layers = [
      { files: { 'bin/opm': 'x', 'configs/gone.yaml': 'x', 'configs/old/x.yaml': 'x' }, compression },
      { files: { 'configs/a/catalog.yaml': 'lower' }, compression },
      {
        files: { 'configs/.wh.gone.yaml': '', 'configs/.wh.old': '', 'configs/a/catalog.yaml': 'upper' },
        compression,
      },
    ];
    const { digest } = await pushImage(name, { layers, format });
    const { fetched, files } = await read(name);
    expect(fetched).toEqual({ kind: 'fetched', version: digest });
    expect(files).toEqual({ 'a/catalog.yaml': 'upper' });
    const again = await read(name, { known: digest });
    expect(again).toEqual({ fetched: { kind: 'unchanged' }, files: {}, bytes: 0 });
  });

  it('are read from the folder that their label names', async () => {
    const name = `${hostOf(plain)}/labelled:1`;
    await pushImage(name, {
      labels: { [LABEL]: '/var/lib/catalog/' },
      layers: [{ files: { 'configs/no.yaml': 'x', './var/lib/catalog/yes.yaml': 'y' } }],
    });
    expect((await read(name)).files).toEqual({ 'yes.yaml': 'y' });
  });

  it('are found by way of an index, for this architecture', async () => {
    const name = `${hostOf(plain)}/index`;
    const own = process.arch === 'x64' ? 'amd64' : process.arch;
    const image = (architecture: string): ImageOptions => ({
      layers: [{ files: { 'configs/arch.yaml': architecture } }],
      architecture,
    });
    const images = [];
    for (const architecture of ['s390x', own]) {
      const pushed = await pushImage(name, image(architecture));
      images.push({ ...pushed, platform: { os: 'linux', architecture } });
    }
    const both = await pushIndex(`${name}:both`, images);
    const { fetched, files } = await read(`${name}:both`);
    expect(files).toEqual({ 'arch.yaml': own });
    expect(fetched).toEqual({ kind: 'fetched', version: both.digest });
    await pushIndex(`${name}:other`, images.slice(0, 1), 'docker');
    expect((await read(`${name}:other`)).files).toEqual({ 'arch.yaml': 's390x' });
  });

  it('are pinned by a digest', async () => {
    const name = `${hostOf(plain)}/pinned`;
    const { digest } = await pushImage(`${name}:1`, catalog);
    await pushImage(`${name}:1`, { layers: [{ files: { 'configs/other.yaml': 'x' } }] });
    expect((await read(`${name}@${digest}`)).files).toEqual(content);
    expect((await read(`${name}:1`, { known: digest })).fetched.kind).toBe('fetched');
  });

  it.skipIf(community === undefined || gzipped === undefined).each([
    ['gzip', gzipped],
    ['zstd', community],
  ] as const)('of real size come through byte for byte, in %s', async (compression, file) => {
    const text = gunzipSync(await readFile(file ?? ''));
    const name = `${hostOf(plain)}/community:${compression}`;
    await pushImage(name, {
      labels: { [LABEL]: '/configs' },
      layers: [{ files: { 'configs/catalog.jsonl': text }, compression }],
    });
    const { files } = await read(name);
    expect(Buffer.from(files['catalog.jsonl'] ?? '').equals(text)).toBe(true);
  });
});

describe.skipIf(plain === undefined)('images that are no catalog', () => {
  it.each<[string, ImageOptions, RegExp]>([
    [
      'without a folder of catalogs',
      { layers: [{ files: { 'etc/passwd': 'x' } }] },
      /nothing in its folder \/configs/,
    ],
    [
      'with a database only',
      { ...catalog, labels: { 'operators.operatorframework.io.index.database.v1': '/database/index.db' } },
      /SQLite database.*opm render/,
    ],
    ['with a label that leaves the image', { ...catalog, labels: { [LABEL]: '../..' } }, /names no folder/],
    ['with a layer that is no archive', { layers: [{ raw: Buffer.alloc(4096, 'x') }] }, /cannot be unpacked/],
    [
      'with a torn layer',
      { layers: [{ raw: gzipSync(Buffer.alloc(99_999, 'x')).subarray(0, 60) }] },
      /cannot be unpacked/,
    ],
    [
      'with a link as its folder',
      hostile({ name: 'configs', type: 'symlink', linkname: '/etc' }),
      /"configs" is a symlink/,
    ],
    [
      'with a link in it',
      hostile({ name: 'configs/x', type: 'symlink', linkname: '../../etc/passwd' }),
      /is a symlink/,
    ],
    [
      'with a hard link in it',
      hostile({ name: 'configs/x', type: 'link', linkname: '/etc/passwd' }),
      /is a hard link/,
    ],
    [
      'with a device',
      hostile({ name: 'configs/x', type: 'character-device', devmajor: 1, devminor: 3 }),
      /is a device/,
    ],
    ['with a fifo', hostile({ name: 'configs/x', type: 'fifo' }), /is a fifo/],
    ['with a way out', hostile({ name: 'configs/../../x', content: 'x' }), /leaves its folder/],
    ['with a way out elsewhere', hostile({ name: 'etc/../../x', content: 'x' }), /leaves its folder/],
    ['with an absolute name', hostile({ name: '/configs/x', content: 'x' }), /is absolute/],
    ['with a backslash', hostile({ name: 'configs/..\\x', content: 'x' }), /backslash/],
    ['with a path too deep', hostile({ name: `configs/${'d/'.repeat(40)}x`, content: 'x' }), /too deep/],
    ['with a name too long', hostile({ name: `configs/${'n'.repeat(300)}`, content: 'x' }), /too long/],
    [
      'with a file where a folder is',
      hostile({ name: 'configs/x', content: 'x' }, { name: 'configs/x/y', content: 'y' }),
      /./,
    ],
  ])('%s are refused', async (_name, options, message) => {
    const name = `${hostOf(plain)}/refused:1`;
    await pushImage(name, options);
    await expect(read(name)).rejects.toThrow(message);
  });

  it('may have links outside of the folder', async () => {
    const name = `${hostOf(plain)}/links:1`;
    await pushImage(name, {
      layers: [
        {
          ...catalog.layers[0],
          entries: [
            { name: 'bin', type: 'symlink', linkname: 'usr/bin' },
            { name: 'configs-more/x', type: 'symlink', linkname: '/etc' },
            { name: 'dev/null', type: 'character-device' },
          ],
        },
      ],
    });
    expect((await read(name)).files).toEqual(content);
  });

  it('are refused when they are bombs, long before they have been unpacked', async () => {
    const content = Buffer.alloc(300 * 1024 * 1024);
    const tar = await tarBytes([{ name: 'configs/bomb.json', content }]);
    for (const raw of [gzipSync(tar), zstdCompressSync(tar)]) {
      const name = `${hostOf(plain)}/bomb:1`;
      await pushImage(name, { layers: [{ raw }] });
      await expect(read(name)).rejects.toThrow(/a layer unpacks to more than 200 times its size/);
    }
  });
});

function hostile(...entries: NonNullable<ImageOptions['layers'][number]['entries']>[number][]): ImageOptions {
  return { layers: [{ entries }] };
}

describe.skipIf(plain === undefined)('access', () => {
  it('by user and password', async () => {
    const name = `${hostOf(secured)}/private:1`;
    await pushImage(name, catalog);
    await expect(read(name)).rejects.toMatchObject({ kind: 'denied' });
    const wrong = { username: 'reader', password: 'wrong' };
    await expect(read(name, { auths: { [hostOf(secured)]: wrong } })).rejects.toMatchObject({
      kind: 'denied',
    });
    expect((await read(name, { auths: { [hostOf(secured)]: registryUser } })).files).toEqual(content);
  });

  it('by a token, for which user and password go to the token server alone', async () => {
    await using tokens = await startRegistryFront();
    const name = 'tokens/catalog:1';
    await pushImage(`${hostOf(plain)}/${name}`, catalog);
    tokens.onRequest = ({ url, headers }) => {
      const query = new URL(url, 'http://x').searchParams;
      const right =
        query.get('service') === 'tests' && query.get('scope') === 'repository:tokens/catalog:pull';
      const known = headers.authorization === basic(registryUser);
      return right && known ? { status: 200, body: JSON.stringify({ token: 'a.b-c' }) } : { status: 401 };
    };
    front.requests.length = 0;
    front.onRequest = ({ headers }) =>
      headers.authorization === 'Bearer a.b-c' ? { change: (body) => body } : challenge(tokens.host);
    // The registry behind needs no token, and must not see one.
    const auths = { [front.host]: registryUser };
    expect((await read(`${front.host}/${name}`, { auths })).files).toEqual(content);
    expect(
      front.requests.filter(({ headers }) => headers.authorization?.startsWith('Basic') === true),
    ).toEqual([]);
    expect(tokens.requests).toHaveLength(1);
    await expect(read(`${front.host}/${name}`)).rejects.toThrow(/gives no token without credentials/);
    front.onRequest = () => challenge(tokens.host);
    await expect(read(`${front.host}/${name}`, { auths })).rejects.toMatchObject({ kind: 'denied' });
  });
});

function basic({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function challenge(host: string): { status: number; headers: Record<string, string> } {
  const scope = 'repository:tokens/catalog:pull';
  return {
    status: 401,
    headers: { 'www-authenticate': `Bearer realm="http://${host}/token",service="tests",scope="${scope}"` },
  };
}

async function* forEver(): AsyncGenerator<Buffer> {
  for (;;) {
    await Promise.resolve();
    yield Buffer.alloc(64 * 1024, ' ');
  }
}

describe.skipIf(plain === undefined)('registries that fail', () => {
  const isBlob = ({ url, method }: { url: string; method: string }): boolean =>
    method === 'GET' && url.includes('/blobs/');
  const big = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
  const image: ImageOptions = { layers: [{ files: { 'configs/big.bin': big }, compression: 'none' }] };
  const name = 'faults/catalog:1';
  const at = (): string => `${front.host}/${name}`;

  beforeAll(async () => {
    await pushImage(`${hostOf(plain)}/${name}`, image);
  });

  it('in the middle of a layer are asked for the rest, wherever they stopped', async () => {
    for (const cutAfter of [1, 511, 65_536, 299_000]) {
      let cuts = 0;
      front.requests.length = 0;
      front.onRequest = (request) => (isBlob(request) && cuts++ < 3 ? { cutAfter } : undefined);
      const { bytes } = await read(at());
      expect(bytes).toBeGreaterThan(300_000);
      expect(front.requests.some(({ headers }) => headers.range !== undefined)).toBe(true);
    }
  });

  it('without ever getting on are given up', async () => {
    front.onRequest = (request) => (isBlob(request) ? { cutAfter: 0 } : undefined);
    await expect(read(at())).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('that cannot begin in the middle are read from the start again', async () => {
    let cuts = 0;
    front.onRequest = (request) => {
      if (!isBlob(request)) return undefined;
      delete request.headers.range;
      return cuts++ === 1 ? { cutAfter: 100_000 } : undefined;
    };
    expect((await read(at())).fetched.kind).toBe('fetched');
  });

  it.each([
    [500, 'unreachable'],
    [503, 'unreachable'],
    [429, 'throttled'],
  ] as const)('with %i are asked again, but not for ever', async (status, kind) => {
    let failures = 0;
    front.onRequest = () => (failures++ < 3 ? { status } : undefined);
    expect((await read(at())).fetched.kind).toBe('fetched');
    front.onRequest = () => ({ status });
    await expect(read(at())).rejects.toMatchObject({ kind });
  });

  it('that say how long to wait are asked again then, or when the source is read the next time', async () => {
    let failures = 0;
    const waits: number[] = [];
    front.onRequest = () => (failures++ < 1 ? { status: 429, headers: { 'retry-after': '7' } } : undefined);
    await read(at(), { waits });
    expect(waits).toEqual([7_000]);
    front.onRequest = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    front.requests.length = 0;
    await expect(read(at())).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3_600_000 });
    expect(front.requests).toHaveLength(1);
  });

  it.each([
    [403, 'denied'],
    [404, 'missing'],
    [418, 'invalid'],
  ] as const)('with %i are not asked again', async (status, kind) => {
    front.requests.length = 0;
    front.onRequest = () => ({ status, body: 'words of somebody else' });
    await expect(read(at())).rejects.toMatchObject({
      kind,
      message: expect.not.stringContaining('somebody'),
    });
    expect(front.requests).toHaveLength(1);
  });

  it.each<[string, (body: Buffer) => Buffer, RegExp]>([
    [
      'another byte',
      (body) => Buffer.concat([body.subarray(0, -1), Buffer.from('!')]),
      /not what its digest says/,
    ],
    ['more bytes', (body) => Buffer.concat([body, Buffer.from('!')]), /longer than/],
    ['fewer bytes', (body) => body.subarray(0, 100), /ended after|another part|unreachable|416|not what/],
  ])('with a layer of %s are not believed', async (_name, change, message) => {
    front.onRequest = (request) => (isBlob(request) ? { change } : undefined);
    await expect(read(at())).rejects.toThrow(message);
  });

  it('with a manifest that is not what its digest says are not believed', async () => {
    front.onRequest = ({ url }) =>
      url.includes('/manifests/') ? { change: (body) => Buffer.concat([body, Buffer.from(' ')]) } : undefined;
    await expect(read(at())).rejects.toThrow(/not what its digest says/);
  });

  it('with a body without end are left', async () => {
    front.onRequest = ({ url }) =>
      url.includes('/manifests/') ? { status: 200, body: forEver() } : undefined;
    await expect(read(at())).rejects.toMatchObject({ kind: 'limit' });
    front.onRequest = (request) => (isBlob(request) ? { status: 200, body: forEver() } : undefined);
    await expect(read(at())).rejects.toThrow(/longer than|larger than/);
  });

  it('that are slow are waited for', async () => {
    front.onRequest = (request) => (isBlob(request) ? { pieces: 20, pauseMs: 5 } : undefined);
    expect((await read(at())).fetched.kind).toBe('fetched');
  });

  it('that send us elsewhere do not learn our password there', async () => {
    await using other = await startRegistryFront(plain?.url);
    front.onRequest = (request) => {
      if (request.headers.authorization === undefined) {
        return { status: 401, headers: { 'www-authenticate': 'Basic realm="tests"' } };
      }
      delete request.headers.authorization;
      return isBlob(request)
        ? { status: 307, headers: { location: `http://${other.host}${request.url}` } }
        : undefined;
    };
    const { fetched } = await read(at(), { auths: { [front.host]: registryUser } });
    expect(fetched.kind).toBe('fetched');
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('that are gone are named', async () => {
    await expect(read('127.0.0.1:1/a/b:1')).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
