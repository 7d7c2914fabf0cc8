import { describe, expect, it } from 'vitest';
import { tarBytes, type TarInput } from '#local/testing/registry/images.ts';
import { readTar } from './tar.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

async function entriesOf(
  bytes: Buffer,
  chunk = 700,
): Promise<{ name: string; type: string; content: string }[]> {
  const found = [];
  for await (const { name, type, content } of readTar(inChunks(bytes, chunk))) {
    const chunks: Buffer[] = [];
    for await (const part of content) chunks.push(part);
    found.push({ name, type, content: Buffer.concat(chunks).toString() });
  }
  return found;
}

const long = `${'deep/'.repeat(60)}name-${'x'.repeat(120)}.yaml`;
const inputs: TarInput[] = [
  { name: 'configs/', type: 'directory' },
  { name: 'configs/a.yaml', content: 'a'.repeat(1500) },
  { name: 'configs/empty' },
  { name: long, content: 'long' },
  { name: 'configs/ümläut-名.yaml', content: 'exact'.padEnd(512, '.') },
  { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
  { name: 'hard', type: 'link', linkname: 'configs/a.yaml' },
  { name: 'null', type: 'character-device' },
  { name: 'queue', type: 'fifo' },
  { name: 'last', content: 'end' },
];

describe('tar', () => {
  it('gives every entry with its content, whatever the chunks', async () => {
    const bytes = await tarBytes(inputs);
    for (const chunk of [1, 511, 512, 513, bytes.length]) {
      const found = await entriesOf(bytes, chunk);
      expect(found.map(({ name, type }) => [name, type])).toEqual([
        ['configs/', 'directory'],
        ['configs/a.yaml', 'file'],
        ['configs/empty', 'file'],
        [long, 'file'],
        ['configs/ümläut-名.yaml', 'file'],
        ['link', 'symlink'],
        ['hard', 'hard link'],
        ['null', 'device'],
        ['queue', 'fifo'],
        ['last', 'file'],
      ]);
      expect(found.map(({ content }) => content.length)).toEqual([0, 1500, 0, 4, 512, 0, 0, 0, 0, 3]);
    }
  });

  it('skips what nobody reads', async () => {
    const names = [];
    for await (const { name } of readTar(inChunks(await tarBytes(inputs), 100))) names.push(name);
    expect(names).toHaveLength(inputs.length);
  });

  it('takes an archive without its end', async () => {
    const bytes = await tarBytes([{ name: 'a', content: 'text' }]);
    expect(await entriesOf(bytes.subarray(0, 1024))).toHaveLength(1);
  });

  it.each([
    ['cut in a header', (bytes: Buffer) => bytes.subarray(0, 100), /it ends in the middle/],
    ['cut in a file', (bytes: Buffer) => bytes.subarray(0, 1000), /it ends in the middle/],
    ['with a bent header', (bytes: Buffer) => bytes.fill('y', 0, 1), /checksum/],
    ['that is something else', () => Buffer.alloc(2048, 'x'), /checksum/],
    ['with a header of 1 MB', () => header({ flag: 'x', size: 1024 * 1024 }), /larger than 65536/],
    ['with a negative size', () => header({ flag: '0', size: '-0000000001' }), /no number/],
    ['with a pax header that is none', () => extended('9 path'), /pax header/],
    ['with a pax length that is none', () => extended('-5 path=x\n'), /pax header/],
    ['with a pax size beyond numbers', () => extended('29 size=99999999999999999999\n'), /no number/],
  ])('refuses an archive %s', async (_name, make, message) => {
    const bytes = make(await tarBytes([{ name: 'a', content: 'x'.repeat(2000) }]));
    await expect(entriesOf(bytes)).rejects.toThrow(message);
  });
});

function header({ flag, size }: { flag: string; size: number | string }): Buffer {
  const block = Buffer.alloc(512);
  block.write('name', 0);
  block.write(typeof size === 'number' ? size.toString(8).padStart(11, '0') : size, 124);
  block.write('        ', 148);
  block.write(flag, 156);
  block.write('ustar\x0000', 257);
  block.write(
    block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  );
  block[154] = 0;
  return block;
}

function extended(records: string): Buffer {
  return Buffer.concat([header({ flag: 'x', size: records.length }), Buffer.from(records.padEnd(512, '\0'))]);
}
