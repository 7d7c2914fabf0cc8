import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { effort, isDeep } from '#local/testing/effort.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { runJob } from '../../indexer/run-job.ts';
import { createOutbound } from '../../net/create-outbound.ts';
import { catalogDifferences, readFolder } from '../../testing/same-catalog.ts';
import { jsonLines, temporaryDirectory } from '../../testing/temporary.ts';
import type { Fetched, FetchRequest } from '../reader.ts';
import { createHttpReader } from './reader.ts';

// The whole community catalog, 132 MB, in the deep size; 25 packages of it else.
const community = sharedData(isDeep ? 'catalog-full.jsonl.gz' : 'catalog-sample.jsonl.gz');
const SLOW = 120_000;

const lines = jsonLines([
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

const anIndex = 'apiVersion: v1\nentries:\n  web:\n    - {operatorVersion: 1.0.0, urls: [web.tgz]}\n';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
}

/** @returns base URL and what was asked of it */
async function serve(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    answer({ url, headers }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  // A listening TCP server has an address with a port; only pipes have a string.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, asked };
}

interface Got {
  fetched: Fetched;
  folder: string;
}

async function fetchFrom(address: string, more: Partial<FetchRequest> = {}): Promise<Got> {
  const outbound = createOutbound({ policy: { loopback: true, private: true } });
  const directory = await temporaryDirectory();
  open.push(
    () => outbound.close(),
    async () => directory[Symbol.asyncDispose](),
  );
  const reader = createHttpReader({ outbound, address, run: runJob, idleMs: 100 });
  const request = { folder: directory.path, signal: new AbortController().signal, ...more };
  return { fetched: await reader.fetch(request), folder: directory.path };
}

async function packagesIn(folder: string): Promise<string[]> {
  const { packages, warnings } = await readFolder(folder);
  expect(warnings).toEqual([]);
  return [...packages.keys()];
}

describe('createHttpReader', () => {
  const yaml =
    'schema: olm.package\nname: etcd\ndefaultChannel: stable\n---\n' +
    lines.split('\n').slice(1).join('\n---\n');
  it.each([
    { name: 'JSON lines', path: '/catalog.jsonl', body: lines },
    {
      name: 'JSON over many lines',
      path: '/catalog.json',
      body: lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.stringify(JSON.parse(line), null, 2))
        .join('\n'),
    },
    { name: 'YAML', path: '/catalog.yaml', body: yaml },
    { name: 'YAML that does not call itself so', path: '/x', body: yaml },
    { name: 'gzip as a file', path: '/catalog.jsonl.gz', body: gzipSync(lines) },
    {
      name: 'gzip as an encoding',
      path: '/x',
      body: gzipSync(lines),
      headers: { 'content-encoding': 'gzip' },
    },
    { name: 'zstd as a file', path: '/catalog.json.zst', body: zstdCompressSync(lines) },
    {
      name: 'zstd as an encoding',
      path: '/x',
      body: zstdCompressSync(lines),
      headers: { 'content-encoding': 'zstd' },
    },
  ])('reads $name', async ({ path, body, headers = {} }) => {
    const { url } = await serve((_asked, response) => response.writeHead(200, headers).end(body));
    const { fetched, folder } = await fetchFrom(url + path);
    expect(fetched).toMatchObject({ kind: 'fetched', version: expect.stringMatching(/^sha256:/) as string });
    expect(await packagesIn(folder)).toEqual(['etcd']);
  });

  it.each([
    { given: '/catalogs/operatorhubio', want: ['/catalogs/operatorhubio/api/v1/all'] },
    { given: '/catalogs/operatorhubio/', want: ['/catalogs/operatorhubio/api/v1/all'] },
    { given: '/catalogs/x/api/v1/all', want: ['/catalogs/x/api/v1/all'] },
    { given: '/base', want: ['/base', '/base/api/v1/all'] },
    { given: '/page', want: ['/page', '/page/api/v1/all'] },
    { given: '/repo/', want: ['/repo/', '/repo/api/v1/all', '/repo/index.yaml'] },
  ])('finds the catalog that catalogd or a repository serves for $given', async ({ given, want }) => {
    const { url, asked } = await serve(({ url: path }, response) => {
      if (path === '/repo/index.yaml') response.end(anIndex);
      else if (path.endsWith('/api/v1/all') && !path.startsWith('/repo')) response.end(lines);
      else if (path === '/page')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
      else response.writeHead(404).end();
    });
    const { folder } = await fetchFrom(url + given);
    expect(asked.map((each) => each.url)).toEqual(want);
    const isRepository = given === '/repo/';
    expect(await readdir(folder)).toEqual([isRepository ? 'catalog.yaml' : 'catalog.jsonl']);
    expect(await packagesIn(folder)).toEqual(isRepository ? [] : ['etcd']);
    expect([...(await readFolder(folder)).operators.keys()]).toEqual(isRepository ? ['web'] : []);
  });

  it.each([
    { name: 'entity tag', headers: { etag: '"7"' }, sent: { 'if-none-match': '"7"' } },
    { name: 'weak entity tag', headers: { etag: 'W/"7"' }, sent: { 'if-none-match': 'W/"7"' } },
    {
      name: 'date',
      headers: { 'last-modified': 'Sat, 01 Aug 2026 10:00:00 GMT' },
      sent: { 'if-modified-since': 'Sat, 01 Aug 2026 10:00:00 GMT' },
    },
  ])('asks by $name whether anything is new, and takes 304 for no', async ({ headers, sent }) => {
    const { url, asked } = await serve(({ headers: given }, response) => {
      const [[name, value]] = Object.entries(sent) as [[string, string]];
      if (given[name] === value) response.writeHead(304).end();
      else response.writeHead(200, headers).end(lines);
    });
    const first = await fetchFrom(`${url}/catalog.json`);
    const known = first.fetched.kind === 'fetched' ? first.fetched.version : '';
    const second = await fetchFrom(`${url}/catalog.json`, { known });
    expect(second.fetched).toEqual({ kind: 'unchanged' });
    expect(asked[1]?.headers).toMatchObject(sent);
    expect(await readdir(second.folder)).toEqual([]);
  });

  it('notices by digest that nothing is new where the server does not say', async () => {
    const { url } = await serve((_asked, response) => response.end(lines));
    const first = await fetchFrom(`${url}/catalog.json`);
    const known = first.fetched.kind === 'fetched' ? first.fetched.version : '';
    expect((await fetchFrom(`${url}/catalog.json`, { known })).fetched).toEqual({ kind: 'unchanged' });
  });

  it('is not taken in by a 304 that nobody asked for', async () => {
    const { url } = await serve((_asked, response) => response.writeHead(304).end());
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each([
    { name: 'by its entity tag', headers: { etag: '"7"' }, ifRange: '"7"' },
    {
      name: 'by its date, a weak tag being no proof',
      headers: { etag: 'W/"7"', 'last-modified': 'Sat, 01 Aug 2026 10:00:00 GMT' },
      ifRange: 'Sat, 01 Aug 2026 10:00:00 GMT',
    },
  ])('asks for the rest of what was cut, $name', async ({ headers, ifRange }) => {
    let current: ServerResponse | undefined;
    const { url, asked } = await serve(({ headers: { range } }, response) => {
      const start = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
      const end = Math.min(lines.length, start + 100);
      const part =
        start === 0 ? {} : { 'content-range': `bytes ${String(start)}-${String(lines.length - 1)}/*` };
      const length = { 'content-length': lines.length - start };
      response.writeHead(start === 0 ? 200 : 206, { ...headers, ...part, ...length });
      current = response;
      if (end < lines.length) response.write(lines.slice(start, end));
      else response.end(lines.slice(start));
    });
    let received = 0;
    const { folder } = await fetchFrom(`${url}/catalog.json`, {
      onBytes: (bytes) => {
        received += bytes;
        if (received < lines.length) current?.destroy();
      },
    });
    expect(await readFile(`${folder}/catalog.json`, 'utf8')).toBe(lines);
    expect(asked.length).toBe(Math.ceil(lines.length / 100));
    expect(asked[1]?.headers).toMatchObject({ range: 'bytes=100-', 'if-range': ifRange });
  });

  it('begins again when the content has changed since it was cut', async () => {
    let answers = 0;
    let first: ServerResponse | undefined;
    const { url } = await serve((_asked, response) => {
      answers += 1;
      if (answers === 1) {
        response.writeHead(200, { etag: '"old"', 'content-length': 100_000 });
        first = response;
        response.write('x'.repeat(5000));
      } else {
        response.writeHead(200, { etag: '"new"' }).end(lines);
      }
    });
    const { fetched, folder } = await fetchFrom(`${url}/catalog.json`, { onBytes: () => first?.destroy() });
    expect(await readFile(`${folder}/catalog.json`, 'utf8')).toBe(lines);
    expect(fetched).toEqual({ kind: 'fetched', version: 'etag "new"' });
  });

  it.each([
    { name: 'cuts and names nothing to go on by', etag: {}, gives: 100, kind: 'unreachable', asks: 1 },
    {
      name: 'always cuts before it sent anything',
      etag: { etag: '"7"' },
      gives: 0,
      kind: 'unreachable',
      asks: 4,
    },
  ])('fails when the server $name', async ({ etag, gives, kind, asks }) => {
    const { url, asked } = await serve((_asked, response) => {
      response.writeHead(200, { ...etag, 'content-length': 1000 }).flushHeaders();
      if (gives === 0) response.destroy();
      else response.write('x'.repeat(gives), () => response.destroy());
    });
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({ kind });
    expect(asked.length).toBeLessThanOrEqual(asks);
  });

  it('takes no part that it did not ask for', async () => {
    const { url } = await serve(({ headers: { range } }, response) => {
      const headers = { etag: '"7"', 'content-length': 1000 };
      if (range === undefined)
        response.writeHead(200, headers).write('x'.repeat(10), () => response.destroy());
      else response.writeHead(206, { 'content-range': 'bytes 500-999/1000' }).end('y'.repeat(500));
    });
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each([
    { name: 'a web page', body: '<!doctype html><p>log in</p>', kind: 'invalid' },
    { name: 'JSON of another program', body: '{"error":"SECRET"}', kind: 'invalid' },
    { name: 'nothing', body: '', kind: 'invalid' },
    { name: 'bytes', body: Buffer.from([0, 1, 2, 255]), kind: 'invalid' },
    { name: 'broken gzip', body: gzipSync(lines).subarray(0, 40), kind: 'invalid' },
    { name: 'broken zstd', body: zstdCompressSync(lines).subarray(0, 40), kind: 'invalid' },
  ])('refuses $name and repeats nothing of it', async ({ body, kind }) => {
    const { url } = await serve((_asked, response) => response.writeHead(200, { etag: '"1"' }).end(body));
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({
      kind,
      message: expect.not.stringMatching(/SECRET|log in/) as string,
    });
  });

  it.each([
    [401, 'denied'],
    [403, 'denied'],
    [404, 'missing'],
    [410, 'missing'],
    [429, 'throttled'],
    [500, 'unreachable'],
    [503, 'unreachable'],
    [418, 'invalid'],
  ])('says what %i means, without the words of the server', async (status, kind) => {
    const { url } = await serve((_asked, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end('SECRET'),
    );
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({
      kind,
      retryAfterMs: status === 429 || status >= 500 ? 7000 : undefined,
      message: expect.not.stringContaining('SECRET') as string,
    });
  });

  it('does not wait for a server that goes silent', async () => {
    const { url } = await serve((_asked, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('x');
    });
    await expect(fetchFrom(`${url}/catalog.json`)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('stops when told to', async () => {
    const abort = new AbortController();
    const { url } = await serve((_asked, response) => {
      response.writeHead(200, { etag: '"1"' }).write(lines);
    });
    const onBytes = (): void => {
      abort.abort(new Error('enough'));
    };
    await expect(fetchFrom(`${url}/catalog.json`, { signal: abort.signal, onBytes })).rejects.toThrow(
      'enough',
    );
  });
});

describe.skipIf(community === undefined)('the community catalog over HTTP', () => {
  it(
    'is the same as from a directory',
    async () => {
      const file = await readFile(community ?? '');
      const { url } = await serve((_asked, response) => response.end(file));
      const { folder } = await fetchFrom(`${url}/catalog-full.jsonl.gz`);
      await using directory = await temporaryDirectory({ 'catalog.jsonl.gz': file });
      const [fetched, read] = [await readFolder(folder), await readFolder(directory.path)];
      expect(fetched.packages.size).toBe(effort(25, 333));
      expect(catalogDifferences(read, fetched)).toEqual([]);
      expect(fetched.warnings).toEqual([]);
    },
    SLOW,
  );
});
