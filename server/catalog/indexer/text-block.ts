/** Several texts as one piece of bytes, of which one can be had without reading the others. */

/** Their number, the length of each in bytes (all as 32 bits), then the texts. */
export function packTexts(texts: readonly Buffer[]): Buffer {
  const table = Buffer.alloc(4 + 4 * texts.length);
  table.writeUInt32LE(texts.length);
  texts.forEach((text, index) => {
    table.writeUInt32LE(text.length, 4 + 4 * index);
  });
  return Buffer.concat([table, ...texts]);
}

/** The text of that number, from 0; undefined when there are not so many. */
export function bytesAt(block: Buffer, wanted: number): Buffer | undefined {
  const count = block.readUInt32LE();
  if (wanted >= count) return undefined;
  let start = 4 + 4 * count;
  for (let index = 0; index < wanted; index += 1) start += block.readUInt32LE(4 + 4 * index);
  return block.subarray(start, start + block.readUInt32LE(4 + 4 * wanted));
}
