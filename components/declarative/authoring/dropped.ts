/** What people drop or choose, read in the browser: a folder, files, or an archive. */
import { PACKAGE_LIMITS, type PackageEntry, type PackageFiles } from '#lib/kudo/package/files.ts';
import { packageTar } from '#lib/kudo/package/archive.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { ARCHIVE_BYTES, brokenArchive, tarFiles, tooLargeArchive } from '#lib/kudo/package/read-tar.ts';
import { droppedFiles } from '#lib/kudo/views/authoring.ts';

/** What was chosen by a button. Rejects with BadPackage. */
export async function filesFromChoice(chosen: readonly File[]): Promise<PackageFiles> {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined && isArchive(first.name)) return filesFromArchive(first);
  const entries: PackageEntry[] = [];
  for (const file of chosen) entries.push(await entryOf(file.webkitRelativePath || file.name, file));
  return droppedFiles(entries);
}

/** What was dropped; has to be called while the event is at work, as browsers forget it afterwards. */
export async function filesFromDrop(data: DataTransfer): Promise<PackageFiles> {
  const roots = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const loose = [...data.files];
  const [first] = loose;
  const isFolder = roots.some(({ isDirectory }) => isDirectory);
  if (!isFolder && loose.length === 1 && first !== undefined && isArchive(first.name))
    return filesFromArchive(first);
  if (roots.length === 0) return filesFromChoice(loose);
  const entries: PackageEntry[] = [];
  for (const root of roots) await gather(root, '', entries);
  return droppedFiles(entries);
}

function isArchive(name: string): boolean {
  return /\.(tgz|tar\.gz|tar)$/i.test(name);
}

async function gather(entry: FileSystemEntry, above: string, into: PackageEntry[]): Promise<void> {
  const path = above === '' ? entry.name : `${above}/${entry.name}`;
  if (into.length > PACKAGE_LIMITS.files * 4) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    into.push(await entryOf(path, file));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return;
    for (const one of some) await gather(one, path, into);
  }
}

/** A file too large for a package is not read: it is refused by its size. */
async function entryOf(name: string, file: File): Promise<PackageEntry> {
  const content =
    file.size > PACKAGE_LIMITS.fileBytes
      ? new Uint8Array(PACKAGE_LIMITS.fileBytes + 1)
      : new Uint8Array(await file.arrayBuffer());
  return { name, type: 'file', content };
}

async function filesFromArchive(file: File): Promise<PackageFiles> {
  const isZipped = !/\.tar$/i.test(file.name);
  const source = file.stream();
  const bytes = await bounded(isZipped ? source.pipeThrough(new DecompressionStream('gzip')) : source);
  return droppedFiles([...tarFiles(bytes)].map(([name, content]) => ({ name, type: 'file', content })));
}

async function bounded(source: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (const reader = source.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > ARCHIVE_BYTES) {
        await reader.cancel();
        throw tooLargeArchive();
      }
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof BadPackage) throw error;
    throw brokenArchive();
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** The archive, for the browser to save under the name. Rejects with BadPackage for a path that fits in none. */
export async function saveArchive(files: PackageFiles, name: string): Promise<void> {
  const zipped = new Blob([packageTar(files)]).stream().pipeThrough(new CompressionStream('gzip'));
  const address = URL.createObjectURL(await new Response(zipped).blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
