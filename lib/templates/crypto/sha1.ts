/** SHA-1 (FIPS 180-4), for sums that packages print; nothing here relies on it. */
import { bytesOfWords, paddedWords } from '../../base/blocks.ts';

const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function mixed(round: number, [b, c, d]: readonly [number, number, number]): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

/** 20 bytes. */
export function sha1(bytes: Uint8Array): Uint8Array {
  const words = paddedWords(bytes);
  const state = Uint32Array.from(START);
  const schedule = new Uint32Array(80);
  for (let start = 0; start < words.length; start += 16) {
    schedule.set(words.subarray(start, start + 16));
    for (let at = 16; at < 80; at += 1) {
      const before = (back: number): number => schedule[at - back] ?? 0;
      schedule[at] = rotated(before(3) ^ before(8) ^ before(14) ^ before(16), 1);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let round = 0; round < 80; round += 1) {
      const next = (rotated(a, 5) + mixed(round, [b, c, d]) + e + (schedule[round] ?? 0)) | 0;
      [a, b, c, d, e] = [next, a, rotated(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, at) => {
      state[at] = (state[at] ?? 0) + word;
    });
  }
  return bytesOfWords(state);
}
