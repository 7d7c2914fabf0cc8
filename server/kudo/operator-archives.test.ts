import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperatorFiles } from '#lib/kudo/repository/answers.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { SourcePlace } from '#lib/olm/sources/spec.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { Readers } from '../catalog/indexer/readers.ts';
import { createOutbound } from '../catalog/net/create-outbound.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../catalog/testing/temporary.ts';
import { createOperatorArchives } from './operator-archives.ts';
import { writeArchive } from '../catalog/read/package-archive.ts';
import { digestOfBytes } from './repository-cache.ts';
import { fileServer, type FileServer } from './testing/file-server.ts';

const archive = writeArchive(filesOf(SOUND_PACKAGE));
const version = (url: string, more: Partial<RepositoryVersion> = {}): RepositoryVersion => ({
  name: 'web',
  operatorVersion: '1.0.0',
  urls: [url],
  digest: digestOfBytes(archive),
  ...more,
});

let server: FileServer;
let shelf: TemporaryDirectory;
let outbound: Outbound;
let processes: Readers;
beforeEach(async () => {
  [server, shelf] = [
    await fileServer({ '/r/web.tgz': archive }),
    await temporaryDirectory({ 'repo/web.tgz': archive, 'outside.tgz': archive }),
  ];
  outbound = createOutbound({ policy: { loopback: true, private: false } });
  processes = new Readers();
});
afterEach(async () => {
  processes.close();
  await outbound.close();
  await server[Symbol.asyncDispose]();
  await shelf[Symbol.asyncDispose]();
});

const REF = { namespace: 'ns', name: 'packages' };

const archivesAt = (
  place: SourcePlace | undefined,
  by: Pick<Readers, 'run'> = processes,
): ReturnType<typeof createOperatorArchives> =>
  createOperatorArchives({
    outbound,
    processes: by,
    cacheFolder: join(shelf.path, 'cache'),
    directories: [{ name: 'mine', directory: join(shelf.path, 'repo') }],
    place: () => place,
  });

const filesFrom = (place: SourcePlace | undefined, wanted: RepositoryVersion): Promise<OperatorFiles> =>
  archivesAt(place)(REF, wanted);

const names = Object.keys(SOUND_PACKAGE);
const here: SourcePlace = { kind: 'directory', name: 'mine' };

it.each<[string, () => [SourcePlace, string]]>([
  ['the base address of a repository', () => [{ kind: 'http', url: `${server.url}/r` }, 'web.tgz']],
  ['the address of its index', () => [{ kind: 'http', url: `${server.url}/r/index.yaml` }, '/r/web.tgz']],
  ['a directory', () => [here, 'web.tgz']],
  ['a directory whose index names another place', () => [here, `${server.url}/r/web.tgz`]],
])('gets the files from %s', async (_what, of) => {
  const [place, url] = of();
  const answer = await filesFrom(place, version(url));
  expect('files' in answer ? answer.files.map(({ path }) => path) : answer).toEqual(names);
});

it('refuses what a directory does not hold, and links that leave it', async () => {
  await symlink(join(shelf.path, 'outside.tgz'), join(shelf.path, 'repo', 'link.tgz'));
  await writeFile(join(shelf.path, 'repo', 'other.tgz'), 'no archive');
  for (const [url, problem] of [
    ['link.tgz', 'link.tgz is not in the directory'],
    ['../outside.tgz', 'outside.tgz is not in the directory'],
    ['%2e%2e/outside.tgz', 'outside.tgz is not in the directory'],
    ['%zz.tgz', '%zz.tgz is not in the directory'],
    ['%00.tgz', 'is not in the directory'],
    ['gone.tgz', 'gone.tgz is not in the directory'],
    ['other.tgz', 'is another archive than it promises'],
  ] as const)
    expect(await filesFrom(here, version(url))).toEqual({
      problem: expect.stringContaining(problem) as string,
    });
});

it('says why a package cannot be had', async () => {
  const gone = await filesFrom({ kind: 'http', url: `${server.url}/r` }, version('gone.tgz'));
  expect(gone).toEqual({ problem: expect.stringContaining('entries.web (1.0.0), urls: ') as string });
  const further = version('http://10.0.0.1/web.tgz');
  expect(await filesFrom({ kind: 'http', url: `${server.url}/r` }, further)).toEqual({
    problem: expect.stringContaining('10.0.0.1') as string,
  });
  expect(await filesFrom({ kind: 'image', image: 'a/b', secrets: [] }, version('web.tgz'))).toEqual({
    problem: expect.stringContaining('Give the address of the repository in spec.address') as string,
  });
  expect(await filesFrom(undefined, version('web.tgz'))).toHaveProperty('problem');
});

/** Reads what it is given, and knows for whom it did. */
function countedReaders(): { groups: string[]; run: Readers['run'] } {
  const groups: string[] = [];
  return {
    groups,
    run: (job, signal, group) => {
      groups.push(group);
      return processes.run(job, signal, group);
    },
  };
}

it('whoever asks for the same at once shares one download and one read; who comes later reads again', async () => {
  const readers = countedReaders();
  const archives = archivesAt({ kind: 'http', url: `${server.url}/r` }, readers);
  const wanted = version('web.tgz');
  const answers = await Promise.all([1, 2, 3].map(() => archives(REF, wanted)));
  expect(server.asked).toEqual(['/r/web.tgz']);
  expect(readers.groups).toEqual(['ns']);
  expect(new Set(answers).size).toBe(1);
  await archives(REF, wanted);
  expect(server.asked).toEqual(['/r/web.tgz']);
  expect(readers.groups).toEqual(['ns', 'ns']);
});

it('what is not the same is asked for by itself, and a failure is not kept', async () => {
  const readers = countedReaders();
  const archives = archivesAt({ kind: 'http', url: `${server.url}/r` }, readers);
  const { digest: _digest, ...unsealed } = version('web.tgz');
  const [whole, gone] = await Promise.all([
    archives(REF, unsealed),
    archives(REF, { ...unsealed, urls: ['gone.tgz'] }),
  ]);
  expect([whole, gone].map((answer) => 'files' in answer)).toEqual([true, false]);
  server.files.set('/r/gone.tgz', archive);
  expect(await archives(REF, { ...unsealed, urls: ['gone.tgz'] })).toHaveProperty('files');
});

it('a reader that ends over a package says so, and the next one is read by another', async () => {
  const broken = {
    run: async (...[job, signal, group]: Parameters<Readers['run']>) => {
      // With what it imports loaded before, the process is started within this turn of the event loop.
      await import('../catalog/indexer/job.ts');
      const outcome = processes.run(job, signal, group);
      await setImmediate();
      processes.close();
      return outcome;
    },
  };
  const place: SourcePlace = { kind: 'http', url: `${server.url}/r` };
  expect(await archivesAt(place, broken)(REF, version('web.tgz'))).toEqual({
    problem: expect.stringMatching(
      /entries\.web \(1\.0\.0\), urls: the process that read it ended/,
    ) as string,
  });
  processes = new Readers();
  expect(await filesFrom(place, version('web.tgz'))).toHaveProperty('files');
});
