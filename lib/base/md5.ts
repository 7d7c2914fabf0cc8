/** MD5, for hashes that others have written before us; not for security. Source: RFC 1321. */

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const SINES = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) >>> 0);
const BLOCK = 64;

type State = readonly [number, number, number, number];

/** Sixteen bytes. */
export function md5(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (bytes.length << 3) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.length; at += BLOCK) state = afterBlock(state, view, at);
  const result = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => result.setUint32(index * 4, word, true));
  return new Uint8Array(result.buffer);
}

function afterBlock(state: State, view: DataView, start: number): State {
  let [a, b, c, d] = state;
  for (let round = 0; round < 64; round += 1) {
    const quarter = round >> 4;
    const { mixed, word } = mix(quarter, round, [b, c, d]);
    const sum = (a + mixed + (SINES[round] ?? 0) + view.getUint32(start + word * 4, true)) | 0;
    const shift = SHIFTS[quarter]?.[round & 3] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}

function mix(
  quarter: number,
  round: number,
  [b, c, d]: readonly [number, number, number],
): { mixed: number; word: number } {
  if (quarter === 0) return { mixed: (b & c) | (~b & d), word: round };
  if (quarter === 1) return { mixed: (d & b) | (~d & c), word: (5 * round + 1) & 15 };
  if (quarter === 2) return { mixed: b ^ c ^ d, word: (3 * round + 5) & 15 };
  return { mixed: c ^ (b | ~d), word: (7 * round) & 15 };
}

/** As lower-case hexadecimal digits. */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
