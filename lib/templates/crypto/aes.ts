/** AES with keys of 256 bits (FIPS 197), the way back only, in CBC: for `decryptAES`. */

const ROUNDS = 14;
const [BOX, INVERSE] = boxes();

/** The substitution of bytes and its inverse. */
function boxes(): [Uint8Array, Uint8Array] {
  const box = new Uint8Array(256);
  const inverse = new Uint8Array(256);
  let power = 1;
  let inverted = 1;
  do {
    power = (power ^ doubled(power)) & 0xff;
    // Divided by 3.
    inverted ^= inverted << 1;
    inverted ^= inverted << 2;
    inverted ^= inverted << 4;
    inverted &= 0xff;
    if ((inverted & 0x80) !== 0) inverted ^= 0x09;
    const turns =
      inverted ^ turned(inverted, 1) ^ turned(inverted, 2) ^ turned(inverted, 3) ^ turned(inverted, 4);
    box[power] = turns ^ 0x63;
  } while (power !== 1);
  box[0] = 0x63;
  box.forEach((value, at) => {
    inverse[value] = at;
  });
  return [box, inverse];
}

function turned(byte: number, by: number): number {
  return ((byte << by) | (byte >> (8 - by))) & 0xff;
}

function doubled(byte: number): number {
  return ((byte << 1) ^ ((byte & 0x80) === 0 ? 0 : 0x1b)) & 0xff;
}

function times(byte: number, factor: number): number {
  let made = 0;
  let power = byte;
  for (let bits = factor; bits > 0; bits >>= 1) {
    if ((bits & 1) === 1) made ^= power;
    power = doubled(power);
  }
  return made;
}

/** The keys of all rounds, 16 bytes each. */
function expanded(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(16 * (ROUNDS + 1));
  words.set(key);
  let constant = 1;
  for (let at = 32; at < words.length; at += 4) {
    let last = [...words.subarray(at - 4, at)];
    if (at % 32 === 0) {
      last = [...last.slice(1), ...last.slice(0, 1)].map((byte) => BOX[byte] ?? 0);
      last[0] = (last[0] ?? 0) ^ constant;
      constant = doubled(constant);
    } else if (at % 32 === 16) last = last.map((byte) => BOX[byte] ?? 0);
    last.forEach((byte, index) => {
      words[at + index] = (words[at + index - 32] ?? 0) ^ byte;
    });
  }
  return words;
}

/** @param key 32 bytes; @param start 16 bytes; @param blocks of 16 bytes */
export function decryptCbc(key: Uint8Array, start: Uint8Array, blocks: Uint8Array): Uint8Array {
  const keys = expanded(key);
  const made = new Uint8Array(blocks.length);
  let before = start;
  for (let at = 0; at < blocks.length; at += 16) {
    const block = blocks.subarray(at, at + 16);
    decryptBlock(keys, block).forEach((byte, index) => {
      made[at + index] = byte ^ (before[index] ?? 0);
    });
    before = block;
  }
  return made;
}

function decryptBlock(keys: Uint8Array, block: Uint8Array): Uint8Array {
  let state = withKey(block, keys, ROUNDS);
  for (let round = ROUNDS - 1; round >= 0; round -= 1) {
    const from = state;
    const shifted = from.map((_byte, at) => INVERSE[from[(at - 4 * (at % 4) + 16) % 16] ?? 0] ?? 0);
    state = withKey(shifted, keys, round);
    if (round > 0) state = mixed(state);
  }
  return state;
}

function withKey(state: Uint8Array, keys: Uint8Array, round: number): Uint8Array {
  return state.map((byte, at) => byte ^ (keys[round * 16 + at] ?? 0));
}

function mixed(state: Uint8Array): Uint8Array {
  return state.map((byte, at) => {
    const column = at - (at % 4);
    const next = (by: number): number => state[column + ((at + by) % 4)] ?? 0;
    return times(byte, 14) ^ times(next(1), 11) ^ times(next(2), 13) ^ times(next(3), 9);
  });
}
