/** Short stable hashes for names and "did it change" labels. Not for security: 64-bit FNV-1a. */

const PRIME_LOW = 0x1b3;
const WORD = 0x1_0000_0000;

function fnv64aWords(text: string): { high: number; low: number } {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of new TextEncoder().encode(text)) {
    low = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3: the first term only shifts the low word into the high one.
    const product = low * PRIME_LOW;
    high = (high * PRIME_LOW + Math.floor(product / WORD) + low * 0x100) % WORD;
    low = product % WORD;
  }
  return { high, low };
}

/** 64-bit FNV-1a of the UTF-8 text as 16 hex digits; the same value as Go's `hash/fnv` New64a. */
export function fnv64a(text: string): string {
  const { high, low } = fnv64aWords(text);
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** JSON with sorted object keys, so that equal values give equal text. Members that are undefined are left out. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

/** Lower-case letters and digits (base 36) of the hash of a value, `length` ≤ 12 of them. */
export function shortHash(value: unknown, length: number): string {
  return BigInt(`0x${fnv64a(stableJson(value))}`)
    .toString(36)
    .padStart(13, '0')
    .slice(-length);
}

/** `<base>-<hash>`, the base cut so that the whole has at most `max` characters and stays a valid name. */
export function hashedName(base: string, hash: string, max = 63): string {
  const room = max - hash.length - 1;
  return `${base.slice(0, room).replace(/[^a-z0-9]+$/i, '')}-${hash}`;
}
