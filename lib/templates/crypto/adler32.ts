/** The sum of RFC 1950. */

const MODULUS = 65_521;
/** So many bytes can be added before the sums grow too large. */
const BLOCK = 5552;

/** A 32-bit number. */
export function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < bytes.length; start += BLOCK) {
    for (const byte of bytes.subarray(start, start + BLOCK)) {
      low += byte;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return high * 65_536 + low;
}
