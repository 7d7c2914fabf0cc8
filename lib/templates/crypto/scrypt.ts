/** scrypt (RFC 7914), with one setting: that of `derivePassword`, N = 32768, r = 8, p = 2. It takes most of a second. */
import { hmacSha256, joined } from '../../base/sha256.ts';

const COST = 32_768;
const LANES = 2;
/** Words of a block: 128 bytes × r. */
const BLOCK = 256;

/** 64 bytes. */
export function scrypt(password: Uint8Array, salt: Uint8Array): Uint8Array {
  const blocks = pbkdf2(password, salt, BLOCK * 4 * LANES);
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  const words = Uint32Array.from({ length: BLOCK * LANES }, (_word, at) => view.getUint32(at * 4, true));
  for (let lane = 0; lane < LANES; lane += 1) mix(words.subarray(lane * BLOCK, (lane + 1) * BLOCK));
  words.forEach((word, at) => view.setUint32(at * 4, word, true));
  return pbkdf2(password, blocks, 64);
}

/** PBKDF2-HMAC-SHA-256 of one round. */
function pbkdf2(password: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_part, at) => {
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, at + 1);
    return hmacSha256(password, joined(salt, number));
  });
  return joined(...parts).slice(0, length);
}

function mix(block: Uint32Array): void {
  const memory = new Uint32Array(COST * BLOCK);
  const other = new Uint32Array(BLOCK);
  for (let at = 0; at < COST; at += 1) {
    memory.set(block, at * BLOCK);
    mixBlock(block, other);
  }
  for (let at = 0; at < COST; at += 1) {
    const from = ((block[BLOCK - 16] ?? 0) % COST) * BLOCK;
    for (let word = 0; word < BLOCK; word += 1) block[word] = (block[word] ?? 0) ^ (memory[from + word] ?? 0);
    mixBlock(block, other);
  }
}

/** Each 64 bytes through Salsa20/8, then those of even places before those of odd ones. */
function mixBlock(block: Uint32Array, other: Uint32Array): void {
  const state = block.slice(BLOCK - 16);
  const count = BLOCK / 16;
  for (let chunk = 0; chunk < count; chunk += 1) {
    for (let word = 0; word < 16; word += 1)
      state[word] = (state[word] ?? 0) ^ (block[chunk * 16 + word] ?? 0);
    salsa(state);
    other.set(state, ((chunk >> 1) + (chunk % 2 === 0 ? 0 : count / 2)) * 16);
  }
  block.set(other);
}

/** The four words of each quarter round: columns, then rows. */
const QUARTERS = Uint8Array.from([
  ...[0, 4, 8, 12, 5, 9, 13, 1, 10, 14, 2, 6, 15, 3, 7, 11],
  ...[0, 1, 2, 3, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14],
]);
const work = new Int32Array(16);

function salsa(state: Uint32Array): void {
  work.set(state);
  for (let round = 0; round < 4; round += 1) {
    for (let at = 0; at < QUARTERS.length; at += 4) {
      quarter(QUARTERS[at] ?? 0, QUARTERS[at + 1] ?? 0, QUARTERS[at + 2] ?? 0, QUARTERS[at + 3] ?? 0);
    }
  }
  for (let word = 0; word < 16; word += 1) state[word] = (state[word] ?? 0) + (work[word] ?? 0);
}

function quarter(a: number, b: number, c: number, d: number): void {
  const first = work[a] ?? 0;
  const last = work[d] ?? 0;
  const second = (work[b] ?? 0) ^ turned((first + last) | 0, 7);
  const third = (work[c] ?? 0) ^ turned((second + first) | 0, 9);
  const fourth = last ^ turned((third + second) | 0, 13);
  work[b] = second;
  work[c] = third;
  work[d] = fourth;
  work[a] = first ^ turned((fourth + third) | 0, 18);
}

function turned(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
