/**
 * The entries of a tar, one after the other. Source: POSIX.1-2024 pax (ustar and pax headers), GNU tar manual ("Basic Tar
 * Format"). A reader of our own because a header of 4 MB that each entry copies anew, as the usual ones allow, is an attack.
 */
import { ByteReader, exhaust } from './byte-reader.ts';

/** What an entry is; only files and directories are ever written. */
export type TarType = 'file' | 'directory' | 'symlink' | 'hard link' | 'device' | 'fifo' | 'unknown';

/** One entry; its content can be read only until the next entry is asked for. */
export interface TarEntry {
  /** As it stands there. */
  name: string;
  type: TarType;
  size: number;
  /** What is not read of it is skipped. */
  content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
/** Long names, and everything pax says of one entry; Go's own limit is 1 MiB, real ones have some 100 bytes. */
const MAX_EXTENSION = 64 * 1024;

const TYPES = new Map<string, TarType>([
  ['0', 'file'],
  ['\0', 'file'],
  ['7', 'file'],
  ['1', 'hard link'],
  ['2', 'symlink'],
  ['3', 'device'],
  ['4', 'device'],
  ['5', 'directory'],
  ['6', 'fifo'],
]);

interface Extension {
  path?: string;
  size?: number;
}

/** Throws Error that says what is wrong with the archive. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  try {
    yield* entries(reader);
    // What follows the end is nobody's, but belongs to what the digest speaks of.
    await exhaust(reader.drain());
  } finally {
    await reader.close();
  }
}

async function* entries(reader: ByteReader): AsyncGenerator<TarEntry> {
  let extension: Extension = {};
  for (;;) {
    const block = await reader.read(BLOCK);
    if (block === undefined || block.every((byte) => byte === 0)) return;
    const header = parseHeader(block);
    if (EXTENSIONS.has(header.flag)) {
      extension = { ...extension, ...(await readExtension(reader, header)) };
      continue;
    }
    const size = hasContent(header.flag) ? (extension.size ?? header.size) : 0;
    const content = new Content(reader, size);
    yield {
      name: extension.path ?? header.name,
      type: TYPES.get(header.flag) ?? 'unknown',
      size,
      content,
    };
    extension = {};
    await content.skip();
  }
}

/** pax for one entry, pax for all that follow, GNU's long name and long link. */
const EXTENSIONS: ReadonlySet<string> = new Set(['x', 'g', 'L', 'K']);

function hasContent(flag: string): boolean {
  return !['1', '2', '3', '4', '5', '6'].includes(flag);
}

interface Header {
  name: string;
  flag: string;
  size: number;
}

function parseHeader(block: Buffer): Header {
  if (!checksumFits(block))
    throw new Error('the archive is no tar, or damaged: the checksum of a header is wrong');
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    flag: block.toString('latin1', 156, 157),
    size: number(block, 124, 12),
  };
}

function checksumFits(block: Buffer): boolean {
  let sum = 8 * 0x20;
  for (let index = 0; index < BLOCK; index += 1) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0;
  }
  const digits = /^[ 0]*([0-7]{1,7})[\0 ]*$/.exec(block.toString('latin1', 148, 156))?.[1];
  return digits !== undefined && sum === Number.parseInt(digits, 8);
}

function text(block: Buffer, start: number, length: number): string {
  const end = block.indexOf(0, start);
  return block.toString('utf8', start, end < 0 ? start + length : Math.min(end, start + length));
}

/** Octal, or binary with the highest bit of the first byte set. */
function number(block: Buffer, start: number, length: number): number {
  const first = block[start] ?? 0;
  if ((first & 0x80) !== 0) {
    const value = [...block.subarray(start + 1, start + length)].reduce(
      (sum, byte) => sum * 256 + byte,
      first & 0x7f,
    );
    return whole(value);
  }
  const digits = block
    .toString('latin1', start, start + length)
    .replace(/[\0 ]+$/, '')
    .trim();
  return digits === '' ? 0 : whole(/^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN);
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('a header of the archive holds no number');
  return value;
}

async function readExtension(reader: ByteReader, { flag, size }: Header): Promise<Extension> {
  if (size > MAX_EXTENSION)
    throw new Error(`a header of the archive is larger than ${String(MAX_EXTENSION)} bytes`);
  const content = new Content(reader, size);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  await content.skip();
  const body = Buffer.concat(chunks);
  if (flag === 'L') return { path: text(body, 0, body.length) };
  return flag === 'x' ? paxOf(body) : {};
}

/** Records `<length> <key>=<value>\n`; only the keys that decide what is read. */
function paxOf(body: Buffer): Extension {
  const extension: Extension = {};
  for (let start = 0; start < body.length;) {
    const space = body.indexOf(0x20, start);
    const length = Number(space < 0 ? Number.NaN : body.toString('latin1', start, space));
    const record = Number.isSafeInteger(length) ? body.toString('utf8', space + 1, start + length - 1) : '';
    const equals = record.indexOf('=');
    if (equals <= 0) throw new Error('a pax header of the archive cannot be read');
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (key === 'path') extension.path = value;
    if (key === 'size') extension.size = whole(Number(value));
    start += length;
  }
  return extension;
}

/** The bytes of one entry, and the padding behind them. */
class Content implements AsyncIterable<Buffer> {
  private readonly bytes: AsyncGenerator<Buffer>;
  private readonly reader: ByteReader;
  private readonly padding: number;

  constructor(reader: ByteReader, size: number) {
    this.reader = reader;
    this.bytes = reader.take(size);
    this.padding = (BLOCK - (size % BLOCK)) % BLOCK;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let next = await this.bytes.next(); next.done !== true; next = await this.bytes.next())
      yield next.value;
  }

  async skip(): Promise<void> {
    await exhaust(this.bytes);
    await this.reader.skip(this.padding);
  }
}
