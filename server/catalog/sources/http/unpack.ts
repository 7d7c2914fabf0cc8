/** Gives a downloaded file the name and the form in which the reader of catalog folders knows it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { limits } from '../../read/limits.ts';
import { SourceError } from '../reader.ts';
import { ALL } from './addresses.ts';

interface Unpack {
  folder: string;
  /** Moved or removed. */
  file: string;
  url: string;
  signal: AbortSignal;
}

/**
 * Decided by the first bytes, because servers disagree on whether `.gz` is a file or an encoding. Gzip stays as it is:
 * the reader of folders unpacks it as it reads.
 * @returns path of the catalog file
 */
export async function unpackDownload(unpack: Unpack): Promise<string> {
  const { folder, file, url } = unpack;
  const packing = await packingOf(file);
  const path = join(folder, `catalog.${formatOf(url)}${packing === 'gzip' ? '.gz' : ''}`);
  if (packing === 'zstd') {
    await inflate(unpack, path);
    await rm(file);
  } else {
    await rename(file, path);
  }
  return path;
}

/** What the address says it is. In YAML anything may stand: there the first character decides. */
function formatOf(url: string): 'jsonl' | 'json' | 'yaml' {
  const path = new URL(url).pathname.replace(/\.(gz|zst)$/i, '');
  if (/\.(jsonl|ndjson)$/i.test(path) || path.endsWith(ALL)) return 'jsonl';
  return /\.json$/i.test(path) ? 'json' : 'yaml';
}

async function inflate({ file, url, signal }: Unpack, to: string): Promise<void> {
  let size = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limits.file ? tooLarge(url) : null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), guard, createWriteStream(to), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SourceError
      ? error
      : new SourceError('invalid', `${url} is compressed and cannot be unpacked. Serve it again.`, {
          cause: error,
        });
  }
}

function tooLarge(url: string): SourceError {
  return new SourceError(
    'limit',
    `${url} unpacks to more than ${String(limits.file)} bytes and is not read.`,
  );
}

async function packingOf(path: string): Promise<'gzip' | 'zstd' | undefined> {
  await using handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  if (buffer.readUInt16BE() === 0x1f8b) return 'gzip';
  return buffer.readUInt32BE() === 0x28b52ffd ? 'zstd' : undefined;
}
