import { readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { archiveName } from '#lib/kudo/package/archive.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { chooseVersion } from '#lib/kudo/repository/choose.ts';
import { makeIndex } from '#lib/kudo/repository/make-index.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { createOutbound } from '../catalog/net/create-outbound.ts';
import type { AddressPolicy } from '../catalog/net/addresses.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../catalog/testing/temporary.ts';
import { writeArchive } from './package-archive.ts';
import { digestOfBytes } from './repository-cache.ts';
import { createRepositoryClient, type RepositoryAnswer, type RepositoryClient } from './repository-client.ts';
import { type FileServer, fileServer, type ServedFile } from './testing/file-server.ts';

const { signal } = new AbortController();

let server: FileServer;
let directory: TemporaryDirectory;
let outbounds: Outbound[] = [];
beforeEach(async () => {
  [server, directory] = [await fileServer(), await temporaryDirectory()];
});
afterEach(async () => {
  await Promise.all(outbounds.map((outbound) => outbound.close()));
  outbounds = [];
  await server[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

function aClient(
  policy: AddressPolicy = { loopback: true, private: false },
  most?: number,
): RepositoryClient {
  const outbound = createOutbound({ policy });
  outbounds.push(outbound);
  const bound = most === undefined ? {} : { most };
  return createRepositoryClient({ outbound, directory: directory.path, idleMs: 200, ...bound });
}

const archive = writeArchive(filesOf(SOUND_PACKAGE));
const anIndex = (fields = `digest: ${digestOfBytes(archive)}`, version = '1.0.0'): string =>
  `apiVersion: v1\nentries:\n  web:\n    - {operatorVersion: ${version}, urls: [web.tgz], ${fields}}\n`;
const serve = (index: ServedFile, file: ServedFile = archive): void => {
  server.files.set('/r/index.yaml', index).set('/r/web.tgz', file);
};

/** The newest `web` of what a repository answers. */
function packageFrom(client: RepositoryClient, answer: RepositoryAnswer): Promise<PackageFiles> {
  const choice = chooseVersion(answer.index, { name: 'web' });
  if ('problem' in choice) throw new Error(choice.problem);
  return client.package(answer, choice.version, signal);
}

/** Sends without end, as fast as it is taken. */
const endless = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(65_536, '#');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

describe('a repository', () => {
  it('gives its index and its packages', async () => {
    serve(anIndex());
    const client = aClient();
    const answer = await client.index(`${server.url}/r`, signal);
    expect(answer).toMatchObject({
      address: `${server.url}/r/index.yaml`,
      scope: 'loopback',
      problems: [],
      more: 0,
    });
    expect(answer.failure).toBeUndefined();
    expect([...(await packageFrom(client, answer)).keys()]).toEqual(Object.keys(SOUND_PACKAGE));
    expect(server.asked).toEqual(['/r/index.yaml', '/r/web.tgz']);
  });

  it.each([
    ['compressed', gzipSync(anIndex())],
    ['as it is', anIndex()],
  ])('may send its index %s', async (_how, index) => {
    serve(index);
    expect((await aClient().index(`${server.url}/r/index.yaml`, signal)).index.has('web')).toBe(true);
  });

  it('names its bad entries, and offers the others', async () => {
    serve(`${anIndex()}    - {operatorVersion: soon, urls: [b.tgz]}\n`);
    const { index, problems } = await aClient().index(`${server.url}/r`, signal);
    expect(index.get('web')).toHaveLength(1);
    expect(problems).toMatchObject([{ entry: 'web.1', field: 'operatorVersion', line: 5 }]);
  });

  it('is asked by its entity tag whether anything is new', async () => {
    serve((response, headers) => {
      if (headers['if-none-match'] === '"7"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"7"' }).end(anIndex());
    });
    const first = await aClient().index(`${server.url}/r`, signal);
    const second = await aClient().index(`${server.url}/r`, signal);
    expect(second).toEqual(first);
  });

  it('is not taken in by a 304 that nobody asked for', async () => {
    serve((response) => response.writeHead(304).end());
    await expect(aClient().index(`${server.url}/r`, signal)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('stays offered as it was last while it fails, also to the next process, and says why', async () => {
    serve(anIndex());
    const { index } = await aClient().index(`${server.url}/r`, signal);
    for (const [file, kind] of [
      [(response: ServerResponse) => response.writeHead(503, { 'retry-after': '7' }).end(), 'unreachable'],
      ['<html></html>', 'invalid'],
      [endless, 'limit'],
    ] as const) {
      serve(file);
      expect(await aClient().index(`${server.url}/r`, signal)).toMatchObject({ index, failure: { kind } });
    }
    await expect(
      aClient({ loopback: false, private: false }).index(`${server.url}/r`, signal),
    ).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('is asked for an archive once, and again when what was kept is damaged', async () => {
    serve(anIndex());
    const client = aClient();
    const answer = await client.index(`${server.url}/r`, signal);
    const asks = (): number => server.asked.filter((path) => path === '/r/web.tgz').length;
    await packageFrom(client, answer);
    await packageFrom(aClient(), answer);
    expect(asks()).toBe(1);
    const kept = (await readdir(directory.path)).filter((name) => name.endsWith('.tgz'));
    for (const name of kept) await writeFile(join(directory.path, name), 'damaged');
    await packageFrom(client, answer);
    expect({ kept: kept.length, asks: asks() }).toEqual({ kept: 1, asks: 2 });
  });

  it('is kept within the bytes that are allowed', async () => {
    serve(anIndex());
    const client = aClient(undefined, 10);
    await packageFrom(client, await client.index(`${server.url}/r`, signal));
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('gives a package from the first address that has it', async () => {
    serve(anIndex().replace('[web.tgz]', '[gone.tgz, web.tgz]'));
    const client = aClient();
    const files = await packageFrom(client, await client.index(`${server.url}/r`, signal));
    expect(files.size).toBe(3);
    expect(server.asked).toEqual(['/r/index.yaml', '/r/gone.tgz', '/r/web.tgz']);
  });
});

describe('of a hostile or broken index', () => {
  it.each<[string, ServedFile, object]>([
    ['an endless body', endless, { kind: 'limit' }],
    [
      'what unpacks to too much',
      gzipSync(Buffer.alloc(64 * 1_048_576, '#')),
      { kind: 'limit', message: expect.stringContaining('/r/index.yaml unpacks to more than') as string },
    ],
    ['broken gzip', gzipSync(anIndex()).subarray(0, 40), { kind: 'invalid' }],
    ['bytes', Buffer.from([0x61, 0xff, 0xfe]), { kind: 'invalid' }],
    [
      'a page for people',
      '<p>SECRET</p>',
      {
        kind: 'invalid',
        message: expect.stringContaining('/r/index.yaml cannot be read as the index') as string,
      },
    ],
    [
      'YAML of others',
      'apiVersion: SECRET\n',
      { kind: 'invalid', message: expect.stringContaining('line 1, apiVersion') as string },
    ],
    ['an alias bomb', `a: &a [${'x, '.repeat(999)}]\nb: &b [${'*a, '.repeat(999)}]\n`, { kind: 'invalid' }],
    [
      'silence',
      (response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('a');
      },
      { kind: 'unreachable' },
    ],
    ['a question for a password', (response) => response.writeHead(401).end('SECRET'), { kind: 'denied' }],
    [
      'a redirect to a private address',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/index.yaml' }).end(),
      { kind: 'refused', message: expect.stringContaining('10.0.0.1') as string },
    ],
    [
      'a redirect to a metadata service',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      { kind: 'refused' },
    ],
  ])('%s is refused', async (_what, index, error) => {
    serve(index);
    const asking = aClient().index(`${server.url}/r`, signal);
    await expect(asking).rejects.toMatchObject(error);
    await expect(asking).rejects.not.toThrow('SECRET');
    expect(await readdir(directory.path)).toEqual([]);
  });

  it.each(['ftp://example.com/r', 'file:///etc', 'http://me:SECRET@example.com/r', 'r'])(
    'the address %s is refused',
    async (address) => {
      const asking = aClient().index(address, signal);
      await expect(asking).rejects.toMatchObject({ kind: 'refused' });
      await expect(asking).rejects.not.toThrow('SECRET');
    },
  );

  it('nothing is read after it was told to stop', async () => {
    const abort = new AbortController();
    serve((response) => {
      response.writeHead(200).write('a');
      abort.abort(new Error('enough'));
    });
    await expect(aClient().index(`${server.url}/r`, abort.signal)).rejects.toThrow('enough');
  });
});

describe('of a hostile or broken package', () => {
  const other = writeArchive(
    filesOf({
      ...SOUND_PACKAGE,
      'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web', 'name: other'),
    }),
  );
  const broken = writeArchive(filesOf({ ...SOUND_PACKAGE, 'operator.yaml': 'SECRET: [' }));
  const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
  const said = (bytes: Buffer): string => anIndex(`digest: ${digestOfBytes(bytes)}`);
  const place = (field: string): string => `/r/index.yaml: entries.web (1.0.0), ${field}: `;

  it.each<[string, string, ServedFile, string, string]>([
    ['with another digest', anIndex(), other, 'invalid', `${place('digest')}http`],
    ['that is not there', anIndex(), (response) => response.writeHead(404).end(), 'missing', place('urls')],
    ['without an end', anIndex(), endless, 'limit', place('urls')],
    [
      'that unpacks to too much',
      said(bomb),
      bomb,
      'invalid',
      'the archive unpacks to more than 33554432 bytes',
    ],
    [
      'that is none',
      anIndex('description: no digest'),
      '<p>SECRET</p>'.repeat(100),
      'invalid',
      'it is no archive',
    ],
    ['of another operator', said(other), other, 'invalid', place('name')],
    [
      'of another version',
      anIndex('description: x', '2.0.0'),
      archive,
      'invalid',
      'entries.web (2.0.0), operatorVersion: ',
    ],
    [
      'that nobody can read',
      said(broken),
      broken,
      'invalid',
      'holds no package that can be read (operator.yaml, line 1)',
    ],
    [
      'that is elsewhere, in a private network',
      anIndex(),
      (response) => response.writeHead(307, { location: 'http://192.168.0.1/web.tgz' }).end(),
      'refused',
      place('urls'),
    ],
  ])('one %s is refused', async (_what, index, file, kind, message) => {
    serve(index, file);
    const client = aClient();
    const answer = await client.index(`${server.url}/r`, signal);
    const asking = packageFrom(client, answer);
    await expect(asking).rejects.toMatchObject({ kind, message: expect.stringContaining(message) as string });
    await expect(asking).rejects.not.toThrow('SECRET');
    expect((await readdir(directory.path)).filter((name) => name.endsWith('.tgz'))).toEqual([]);
  });

  it('an index from outside cannot name an address further in', async () => {
    serve(anIndex());
    const client = aClient();
    const answer = await client.index(`${server.url}/r`, signal);
    await expect(packageFrom(client, { ...answer, scope: 'public' })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(server.asked).toEqual(['/r/index.yaml']);
  });
});

const real = await realPackages();
it.runIf(real.length > 0)('real packages come as they were packed', async () => {
  const packages = real.map(({ files }) => {
    const { operator } = readPackage(files);
    const bytes = writeArchive(files);
    server.files.set(`/r/${archiveName(operator)}`, bytes);
    return { file: archiveName(operator), digest: digestOfBytes(bytes), operator };
  });
  const made = makeIndex(packages);
  serve('text' in made ? made.text : '');
  const client = aClient();
  const answer = await client.index(`${server.url}/r`, signal);
  expect(answer.index.size).toBe(real.length);
  for (const { files } of real) {
    const { name } = readPackage(files).operator;
    const choice = chooseVersion(answer.index, { name });
    if ('problem' in choice) throw new Error(choice.problem);
    const came = await client.package(answer, choice.version, signal);
    expect(new Map([...came].map(([path, content]) => [path, Buffer.from(content)]))).toEqual(
      new Map([...files].map(([path, content]) => [path, Buffer.from(content)])),
    );
  }
});
