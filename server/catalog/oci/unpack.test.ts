import { randomBytes } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackLayer } from './unpack.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

async function unpacked(bytes: Buffer, size = 1000): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of unpackLayer(inChunks(bytes, size))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const first = Buffer.alloc(300_000, 'first ');
const second = randomBytes(200_000);
const both = Buffer.concat([first, second]);
const skippable = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 7, 0, 0, 0]), Buffer.from('nothing')]);

describe('layers', () => {
  it.each([
    ['gzip', gzipSync(both)],
    ['gzip in two members', Buffer.concat([gzipSync(first), gzipSync(second)])],
    ['zstd', zstdCompressSync(both)],
    ['zstd in two frames', Buffer.concat([zstdCompressSync(first), zstdCompressSync(second)])],
    [
      'zstd with frames of others',
      Buffer.concat([skippable, zstdCompressSync(first), skippable, zstdCompressSync(second), skippable]),
    ],
    ['nothing', both],
  ])('compressed with %s come out whole, whatever the chunks', async (_name, packed) => {
    for (const size of [97, 65_536, packed.length]) {
      expect((await unpacked(packed, size)).equals(both)).toBe(true);
    }
  });

  it.each([
    ['gzip', gzipSync(both)],
    ['zstd', zstdCompressSync(both)],
  ])('cut off in the middle of %s are an error', async (_name, packed) => {
    for (const part of [20, packed.length / 2, packed.length - 1]) {
      await expect(unpacked(packed.subarray(0, part))).rejects.toThrow();
    }
  });

  it('with something else behind their zstd are an error', async () => {
    await expect(
      unpacked(Buffer.concat([zstdCompressSync(first), Buffer.from('more of it')])),
    ).rejects.toThrow(/between its frames/);
  });
});
