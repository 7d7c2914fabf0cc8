/** A compressed layer → its tar. What a layer is compressed with is told by its first bytes: media types are often wrong. */
import { Readable, type Transform } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { ByteReader, CutShort } from './byte-reader.ts';

/** How much of its output zstd may keep to refer back to: 32 MB, the most that builders of images ask for. */
const ZSTD_WINDOW_LOG = 25;
const ZSTD_MAGIC = 0xfd2fb528;
/** Frames that carry data of others (zstd:chunked keeps its table of contents in one): 0x184D2A50 to 0x184D2A5F. */
const SKIPPABLE = 0x184d2a5;

/** gzip, zstd or a plain tar. Rejects as the source does, and with an Error for what is damaged. */
export async function* unpackLayer(layer: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(layer);
  try {
    const head = await reader.peek(4);
    if (head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b) {
      yield* through(reader.drain(), createGunzip());
    } else if (head.length === 4 && isZstd(head.readUInt32LE())) {
      const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
      yield* through(zstdFrames(reader), createZstdDecompress({ params }));
    } else {
      yield* reader.drain();
    }
  } finally {
    await reader.close();
  }
}

function isZstd(magic: number): boolean {
  return magic === ZSTD_MAGIC || magic >>> 4 === SKIPPABLE;
}

async function* through(source: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const input = Readable.from(source, { highWaterMark: 1 });
  input.on('error', (error) => transform.destroy(error));
  input.pipe(transform);
  try {
    for await (const chunk of transform) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } finally {
    input.destroy();
    transform.destroy();
  }
}

/**
 * The frames with each end at the end of a chunk: Node's decompressor stops for good, without an error, where a frame ends
 * inside a chunk, and layers have many frames. Source: RFC 8878 section 3.1.
 */
async function* zstdFrames(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const start = await reader.read(4);
    if (start === undefined) return;
    const magic = start.readUInt32LE();
    if (magic >>> 4 === SKIPPABLE) {
      const size = (await need(reader, 4)).readUInt32LE();
      await reader.skip(size);
    } else if (magic === ZSTD_MAGIC) {
      yield start;
      yield* zstdFrame(reader);
    } else {
      throw new Error('there is something else than zstd between its frames');
    }
  }
}

async function* zstdFrame(reader: ByteReader): AsyncGenerator<Buffer> {
  const descriptor = await need(reader, 1);
  const flags = descriptor.readUInt8();
  const single = (flags & 0x20) !== 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  yield descriptor;
  const rest = (single ? 0 : 1) + dictionaryBytes + sizeBytes;
  if (rest > 0) yield await need(reader, rest);
  for (let last = false; !last;) {
    const header = await need(reader, 3);
    const value = header.readUIntLE(0, 3);
    last = (value & 1) === 1;
    const isRepeated = ((value >> 1) & 3) === 1;
    const isEnd = last && (flags & 4) === 0;
    const block = [header];
    for await (const chunk of reader.take(isRepeated ? 1 : value >> 3)) block.push(chunk);
    if (last && !isEnd) block.push(await need(reader, 4));
    yield Buffer.concat(block);
  }
}

async function need(reader: ByteReader, size: number): Promise<Buffer> {
  const found = await reader.read(size);
  if (found === undefined) throw new CutShort();
  return found;
}
