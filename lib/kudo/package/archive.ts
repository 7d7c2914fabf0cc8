/**
 * A package as one file: a tar, which is then gzipped (KUDO 17). The same files give the same bytes.
 * Source: POSIX.1-2024 pax, "ustar Interchange Format".
 */
import type { PackageFiles } from './files.ts';
import type { PackageOperator } from './package.ts';
import { BadPackage } from './problem.ts';

/** `<operator>-<appVersion>_<operatorVersion>.tgz`, without appVersion where there is none. */
export function archiveName({ name, operatorVersion, appVersion = '' }: PackageOperator): string {
  return appVersion === ''
    ? `${name}-${operatorVersion}.tgz`
    : `${name}-${appVersion}_${operatorVersion}.tgz`;
}

const BLOCK = 512;

/** Plain files in the order of their paths, of root, from 1970. @throws BadPackage for a path that fits no header */
export function packageTar(files: PackageFiles): Uint8Array<ArrayBuffer> {
  const blocks = [...files]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([path, content]) => [header(path, content.length), padded(content)]);
  const size = blocks.reduce((sum, block) => sum + block.length, 2 * BLOCK);
  const tar = new Uint8Array(size);
  let at = 0;
  for (const block of blocks) {
    tar.set(block, at);
    at += block.length;
  }
  return tar;
}

function padded(content: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
  block.set(content);
  return block;
}

function header(path: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const { name, prefix } = splitPath(path);
  const fields: [number, string | Uint8Array][] = [
    [0, name],
    [100, '0000644\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${size.toString(8).padStart(11, '0')}\0`],
    [136, '00000000000\0'],
    [148, '        '],
    [156, '0'],
    [257, 'ustar\0' + '00'],
    [265, 'root'],
    [297, 'root'],
    [345, prefix],
  ];
  for (const [at, value] of fields)
    block.set(typeof value === 'string' ? new TextEncoder().encode(value) : value, at);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return block;
}

/** Up to 100 bytes of name, and 155 before its last slashes. */
function splitPath(path: string): { name: Uint8Array; prefix: Uint8Array } {
  const bytes = new TextEncoder().encode(path);
  if (bytes.length <= 100) return { name: bytes, prefix: new Uint8Array() };
  for (let at = Math.min(155, bytes.length - 1); at >= bytes.length - 101; at -= 1) {
    if (bytes[at] === 0x2f) return { name: bytes.subarray(at + 1), prefix: bytes.subarray(0, at) };
  }
  throw new BadPackage({
    file: path,
    message: 'the path is too long for an archive',
    fix: 'use shorter names of folders and files',
  });
}
