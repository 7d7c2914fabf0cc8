/** Packages of authors, from a folder or an archive: nothing outside of them is read, and no more than a package may have. */
import { constants, createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSize, type PackageEntry, packageFiles, type PackageFiles } from '#lib/kudo/package/files.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readArchive } from '#server/catalog/read/package-archive.ts';

/** What was read, and whether from an archive, which nothing leads out of. */
export interface PackageSourceFiles {
  files: PackageFiles;
  archived: boolean;
}

/** Rejects with BadPackage for what no package has, with an Error for what is not there or no archive. */
export async function readSource(path: string): Promise<PackageSourceFiles> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  if (found.isDirectory()) return { files: await folderFiles(path), archived: false };
  if (!found.isFile()) throw new Error(`${path} is neither a folder nor an archive`);
  return { files: await readArchive(createReadStream(path)), archived: true };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is nothing of that name';
  return code === 'EACCES' ? 'you may not' : error instanceof Error ? error.message : String(error);
}

/** Folders within one package; real ones have two or three. */
const MOST_FOLDERS = 500;

/** But for what begins with a dot, which belongs to tools; links are refused wherever they lead. */
async function folderFiles(root: string): Promise<PackageFiles> {
  const entries: PackageEntry[] = [];
  const folders = [''];
  let bytes = 0;
  for (const folder of folders) {
    const found = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of found) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        folders.push(name);
        continue;
      }
      const type = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'symbolic link' : 'special file';
      if (type !== 'file') return packageFiles([{ name, type, content: new Uint8Array() }]);
      const content = await readBounded(root, name, { bytes, files: entries.length });
      bytes += content.length;
      entries.push({ name, type, content });
    }
    if (folders.length > MOST_FOLDERS)
      throw new BadPackage({
        file: folder,
        message: `the package has more than ${String(MOST_FOLDERS)} folders`,
        fix: 'leave out what is no part of it',
      });
  }
  return packageFiles(entries);
}

/** What became a link since it was listed is not followed. */
async function readBounded(
  root: string,
  name: string,
  before: { bytes: number; files: number },
): Promise<Uint8Array> {
  await using handle = await open(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size } = await handle.stat();
  checkSize(name, size, before.bytes + size, before.files);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
