import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { verifyPackage } from '#lib/kudo/verify/verify.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { readArchive, writeArchive } from './package-archive.ts';

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** An archive by another writer. */
async function foreign(
  ...entries: readonly (readonly [Partial<Header> & { name: string }, string?])[]
): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of entries) archive.entry(header, content ?? '');
  archive.finalize();
  return gzipSync(await buffer(archive));
}

it('KUDO 17: what was written is read again, and the same files give the same bytes', async () => {
  const files = filesOf(SOUND_PACKAGE);
  const bytes = writeArchive(files);
  expect(writeArchive(new Map([...files].toReversed()))).toEqual(bytes);
  const read = await readArchive(chunks(bytes));
  expect([...read.keys()]).toEqual(['operator.yaml', 'params.yaml', 'templates/app.yaml']);
  expect(verifyPackage(read).findings).toEqual([]);
});

it('KUDO 17: archives of other writers are read, with folders and paths from ./', async () => {
  const entries = Object.entries(SOUND_PACKAGE).map(([name, text]) => [{ name: `./${name}` }, text] as const);
  const read = await readArchive(
    chunks(await foreign([{ name: './templates', type: 'directory' }], ...entries)),
  );
  expect(verifyPackage(read).findings).toEqual([]);
});

it.each([
  [
    'a path that leads out',
    [{ name: '../operator.yaml' }, 'x'],
    '../operator.yaml: the path leads out of the package',
  ],
  ['an absolute path', [{ name: '/etc/passwd' }, 'x'], '/etc/passwd: the path is absolute'],
  [
    'a symbolic link',
    [{ name: 'a', type: 'symlink', linkname: '/etc' }],
    'a: a symlink cannot be part of a package',
  ],
  ['a link', [{ name: 'a', type: 'link', linkname: 'b' }], 'a: a hard link cannot be part of a package'],
  [
    'a large file',
    [{ name: 'operator.yaml' }, 'x'.repeat(10_000_000)],
    'operator.yaml: the file is larger than',
  ],
] as const)('refuses %s', async (_what, entry, message) => {
  await expect(readArchive(chunks(await foreign([...entry])))).rejects.toThrow(message);
});

it('refuses what unpacks to too much behind its end, and what is no archive', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
  await expect(readArchive(chunks(bomb))).rejects.toThrow('the archive unpacks to more than 33554432 bytes');
  await expect(readArchive(chunks(Buffer.from('no archive at all'.repeat(100))))).rejects.toThrow(
    'the archive is no tar',
  );
});

const real = await realPackages();
it.runIf(real.length > 0).each(real)('KUDO 17: $name is the same after it was packed', async ({ files }) => {
  const read = await readArchive(chunks(writeArchive(files)));
  expect(new Map([...read].map(([path, content]) => [path, Buffer.from(content)]))).toEqual(
    new Map([...files].map(([path, content]) => [path, Buffer.from(content)])),
  );
});
