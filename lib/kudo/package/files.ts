/** The files of a package, by their paths: whatever they came from, nothing of them lies outside of it, and all is bounded. */
import { BadPackage } from './problem.ts';

/** Contents by path from the root, such as `templates/pod.yaml`. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** What an archive or a folder holds; `type` as archives tell it. */
export interface PackageEntry {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** What one package may have. An OperatorVersion with more than a megabyte is refused by the API server. */
export const PACKAGE_LIMITS = { files: 500, fileBytes: 1_048_576, bytes: 16 * 1_048_576, nameLength: 512 };

/** Folders are left out, links and devices refused. @throws BadPackage */
export function packageFiles(entries: Iterable<PackageEntry>): PackageFiles {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const { name, type, content } of entries) {
    if (type === 'directory') continue;
    const path = insidePath(name);
    if (type !== 'file')
      throw bad(path, `a ${type} cannot be part of a package`, 'pack a plain file instead');
    bytes += content.length;
    checkSize(path, content.length, bytes, files.size);
    if (files.has(path)) throw bad(path, 'the package has this file twice', 'pack it once');
    files.set(path, content);
  }
  return files;
}

/** The same for those who read an archive: before they have read what is too much. @throws BadPackage */
export function checkSize(path: string, size: number, bytes: number, files: number): void {
  const { fileBytes, bytes: most, files: many } = PACKAGE_LIMITS;
  if (size > fileBytes)
    throw bad(path, `the file is larger than ${String(fileBytes)} bytes`, 'make it smaller, or leave it out');
  if (bytes > most)
    throw bad(path, `with this file the package is larger than ${String(most)} bytes`, 'leave files out');
  if (files >= many)
    throw bad(path, `the package has more than ${String(many)} files`, 'leave out what is no part of it');
}

function bad(file: string, message: string, fix: string): BadPackage {
  return new BadPackage({ file, message, fix });
}

/** Without `./` and doubled slashes. */
function insidePath(name: string): string {
  const shown = name.slice(0, PACKAGE_LIMITS.nameLength);
  const fail = (message: string): BadPackage =>
    bad(
      shown,
      message,
      'pack the files under paths from the root of the package, such as templates/pod.yaml',
    );
  if (name.length > PACKAGE_LIMITS.nameLength) throw fail('the path is too long');
  // eslint-disable-next-line no-control-regex -- exactly those are refused
  if (/[\u0000-\u001f\\]/.test(name)) throw fail('the path holds control characters or backslashes');
  if (name.startsWith('/')) throw fail('the path is absolute');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw fail('the path leads out of the package');
  if (parts.length === 0) throw fail('the path is empty');
  return parts.join('/');
}

/** A file as text. @throws BadPackage where it is not UTF-8 */
export function textOfFile(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw bad(path, 'the file is not UTF-8', 'save it as UTF-8');
  }
}
