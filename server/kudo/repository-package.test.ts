import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { archiveName } from '#lib/kudo/package/archive.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { receivedFiles } from '#lib/kudo/repository/answers.ts';
import { chooseVersion } from '#lib/kudo/repository/choose.ts';
import { makeIndex } from '#lib/kudo/repository/make-index.ts';
import { readIndex } from '#lib/kudo/repository/read-index.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { runJob } from '../catalog/indexer/run-job.ts';
import { createOutbound } from '../catalog/net/create-outbound.ts';
import type { AddressPolicy } from '../catalog/net/addresses.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../catalog/testing/temporary.ts';
import { writeArchive } from '../catalog/read/package-archive.ts';
import { digestOfBytes, RepositoryCache } from './repository-cache.ts';
import { fetchFromRepository } from './repository-fetch.ts';
import { packageFromRepository, type RepositoryWays } from './repository-package.ts';
import { endless, type FileServer, fileServer, type ServedFile } from './testing/file-server.ts';

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

/** The ways to archives, with nothing fetched yet. */
function ways(policy: AddressPolicy = { loopback: true, private: false }, most?: number): RepositoryWays {
  const outbound = createOutbound({ policy });
  outbounds.push(outbound);
  return {
    cache: new RepositoryCache(directory.path, most),
    fetch: (request) => fetchFromRepository(outbound, { ...request, idleMs: 200 }),
    read: runJob,
  };
}

const archive = writeArchive(filesOf(SOUND_PACKAGE));
const anIndex = (fields = `digest: ${digestOfBytes(archive)}`, version = '1.0.0'): string =>
  `apiVersion: v1\nentries:\n  web:\n    - {operatorVersion: ${version}, urls: [web.tgz], ${fields}}\n`;
const serve = (file: ServedFile = archive): void => {
  server.files.set('/r/web.tgz', file);
};

/** The newest of that name in an index that the test's server has. */
async function packageFrom(
  by: RepositoryWays,
  index: string,
  { name = 'web', scope = 'loopback' }: { name?: string; scope?: 'loopback' | 'public' } = {},
): Promise<PackageFiles> {
  const reading = readIndex(index);
  if ('problem' in reading) throw new Error(reading.problem.message);
  const choice = chooseVersion(reading.index, { name });
  if ('problem' in choice) throw new Error(choice.problem);
  const from = { address: `${server.url}/r/index.yaml`, scope };
  return receivedFiles(await packageFromRepository(by, { from, version: choice.version, signal }));
}

describe('a package', () => {
  it('comes with its files, is asked for once, and again when what was kept is damaged', async () => {
    serve();
    expect([...(await packageFrom(ways(), anIndex())).keys()]).toEqual(Object.keys(SOUND_PACKAGE));
    await packageFrom(ways(), anIndex());
    expect(server.asked).toEqual(['/r/web.tgz']);
    const kept = (await readdir(directory.path)).filter((name) => name.endsWith('.tgz'));
    for (const name of kept) await writeFile(join(directory.path, name), 'damaged');
    await packageFrom(ways(), anIndex());
    expect({ kept: kept.length, asked: server.asked.length }).toEqual({ kept: 1, asked: 2 });
  });

  it('is kept within the bytes that are allowed', async () => {
    serve();
    await packageFrom(ways(undefined, 10), anIndex());
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('comes from the first address that has it', async () => {
    serve();
    const files = await packageFrom(ways(), anIndex().replace('[web.tgz]', '[gone.tgz, web.tgz]'));
    expect(files.size).toBe(3);
    expect(server.asked).toEqual(['/r/gone.tgz', '/r/web.tgz']);
  });

  it('is not read on after it was told to stop', async () => {
    const abort = new AbortController();
    serve((response) => {
      response.writeHead(200).write('a');
      abort.abort(new Error('enough'));
    });
    const [version] = [{ name: 'web', operatorVersion: '1.0.0', urls: ['web.tgz'] }];
    const from = { address: `${server.url}/r/index.yaml`, scope: 'loopback' as const };
    await expect(packageFromRepository(ways(), { from, version, signal: abort.signal })).rejects.toThrow(
      'enough',
    );
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
    serve(file);
    const asking = packageFrom(ways(), index);
    await expect(asking).rejects.toMatchObject({ kind, message: expect.stringContaining(message) as string });
    await expect(asking).rejects.not.toThrow('SECRET');
    expect((await readdir(directory.path)).filter((name) => name.endsWith('.tgz'))).toEqual([]);
  });

  it('an index from outside cannot name an address further in', async () => {
    serve();
    await expect(packageFrom(ways(), anIndex(), { scope: 'public' })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(server.asked).toEqual([]);
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
  const index = 'text' in made ? made.text : '';
  for (const { files } of real) {
    const came = await packageFrom(ways(), index, { name: readPackage(files).operator.name });
    expect(new Map([...came].map(([path, content]) => [path, Buffer.from(content)]))).toEqual(
      new Map([...files].map(([path, content]) => [path, Buffer.from(content)])),
    );
  }
});
