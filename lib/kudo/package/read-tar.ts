/**
 * The files of a tar that is in memory, for browsers: people drop archives of their own there, and nothing of it leaves.
 * Source: POSIX.1-2024 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format".
 */
import { checkSize, PACKAGE_LIMITS, type PackageEntry, packageFiles, type PackageFiles } from './files.ts';
import { BadPackage } from './problem.ts';

const BLOCK = 512;

/** @throws BadPackage for what no package has, and for what is no tar */
export function tarFiles(bytes: Uint8Array): PackageFiles {
  return packageFiles(entriesOf(bytes));
}

function* entriesOf(bytes: Uint8Array): Generator<PackageEntry> {
  let longName: string | undefined;
  let total = 0;
  let count = 0;
  for (let start = 0; start + BLOCK <= bytes.length;) {
    const header = bytes.subarray(start, start + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { name, type, size } = headerOf(header);
    const begin = start + BLOCK;
    if (begin + size > bytes.length) throw damaged('it ends in the middle of a file');
    const content = bytes.subarray(begin, begin + size);
    start = begin + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L') longName = textUntilNul(content);
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else if (type !== 'g' && type !== 'K') {
      const path = longName ?? name;
      longName = undefined;
      total += size;
      checkSize(path, size, total, count);
      count += 1;
      yield { name: path, type: TYPES[type] ?? 'special file', content };
    }
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hard link',
  '2': 'symlink',
  '5': 'directory',
};

function headerOf(header: Uint8Array): { name: string; type: string; size: number } {
  const sum = header.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (octal(header, 148, 8) !== sum) throw damaged('the checksum of a header is wrong');
  const isUstar = field(header, 257, 5) === 'ustar' && header[262] === 0;
  const [prefix, name] = [isUstar ? field(header, 345, 155) : '', field(header, 0, 100)];
  const type = String.fromCharCode(header[156] ?? 0);
  const hasContent = !['1', '2', '3', '4', '5', '6'].includes(type);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type,
    size: hasContent ? octal(header, 124, 12) : 0,
  };
}

function field(header: Uint8Array, start: number, length: number): string {
  return textUntilNul(header.subarray(start, start + length));
}

function textUntilNul(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function octal(header: Uint8Array, start: number, length: number): number {
  const digits = field(header, start, length).trim();
  if (digits === '') return 0;
  if (!/^[0-7]{1,11}$/.test(digits)) throw damaged('a header holds no number');
  return Number.parseInt(digits, 8);
}

/** Of records `<length> <key>=<value>\n` the one that names the file. */
function paxPath(content: Uint8Array): string | undefined {
  let path: string | undefined;
  for (let start = 0; start < content.length;) {
    const space = content.indexOf(0x20, start);
    const digits = space < 0 ? '' : new TextDecoder().decode(content.subarray(start, space));
    const length = /^\d{1,8}$/.test(digits) ? Number(digits) : 0;
    if (length <= space - start) throw damaged('a pax header cannot be read');
    const record = new TextDecoder().decode(content.subarray(space + 1, start + length - 1));
    if (record.startsWith('path=')) path = record.slice('path='.length);
    start += length;
  }
  return path;
}

function damaged(why: string): BadPackage {
  return new BadPackage({
    message: `the archive is no tar, or damaged: ${why}`,
    fix: 'pack it again, as .tgz',
  });
}

/** What an archive may unpack to: headers and padding, on top of what the files may have. */
export const ARCHIVE_BYTES = 2 * PACKAGE_LIMITS.bytes;

/** Says so of one that unpacks to more. */
export function tooLargeArchive(): BadPackage {
  return new BadPackage({
    message: `the archive unpacks to more than ${String(ARCHIVE_BYTES)} bytes`,
    fix: 'leave files out',
  });
}

/** Says so of one that is not gzipped as it says. */
export function brokenArchive(): BadPackage {
  return new BadPackage({ message: 'the archive cannot be unpacked', fix: 'pack it again, as .tgz' });
}
