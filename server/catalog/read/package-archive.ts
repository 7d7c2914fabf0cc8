/** Archives of packages, `.tgz`: read without trust, and written so that the same files give the same bytes (KUDO 17). */
import { gzipSync } from 'node:zlib';
import { packageTar } from '#lib/kudo/package/archive.ts';
import {
  checkSize,
  type PackageEntry,
  PACKAGE_LIMITS,
  packageFiles,
  type PackageFiles,
} from '#lib/kudo/package/files.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readTar, type TarEntry } from '../oci/tar.ts';
import { unpackLayer } from '../oci/unpack.ts';

/** Headers, padding and what follows the end, on top of what the files may have. */
const MOST_BYTES = 2 * PACKAGE_LIMITS.bytes;

/** Its files. Rejects with BadPackage for what no package has, with an Error for what is no archive. */
export async function readArchive(source: AsyncIterable<Buffer>): Promise<PackageFiles> {
  const entries: PackageEntry[] = [];
  let bytes = 0;
  for await (const entry of readTar(bounded(unpackLayer(source)))) {
    const { name, type, size } = entry;
    if (type !== 'file' && type !== 'directory')
      return packageFiles([{ name, type, content: new Uint8Array() }]);
    bytes += size;
    // Before it is read: what it says may be a lie, and is at most what it has.
    checkSize(name, size, bytes, entries.length);
    entries.push({ name, type, content: await contentOf(entry) });
  }
  return packageFiles(entries);
}

async function contentOf({ content }: TarEntry): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new BadPackage({
        message: `the archive unpacks to more than ${String(MOST_BYTES)} bytes`,
        fix: 'leave files out',
      });
    yield chunk;
  }
}

/** The archive of a package; its name is `archiveName`. */
export function writeArchive(files: PackageFiles): Buffer {
  return gzipSync(packageTar(files), { level: 9 });
}
