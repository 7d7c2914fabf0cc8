/** What SHA-1 and SHA-256 share: the message in blocks of 64 bytes, its length at the end. */

/** The message with its padding, as big-endian words. */
export function paddedWords(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return Uint32Array.from({ length: blocks * 16 }, (_word, at) => view.getUint32(at * 4));
}

/** Big-endian, four for each. */
export function bytesOfWords(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(at * 4, word));
  return bytes;
}
