/** SHA-256 and SHA-224 (FIPS 180-4), and an HMAC: the same in browsers and Node, and not a promise, as theirs are. */
import { bytesOfWords, paddedWords } from './blocks.ts';

const PRIMES = firstPrimes(64);
/** Fractional parts of roots of the first primes. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Second halves of those fractions, of the next primes: more digits than numbers have here. */
const START_224 = [
  0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
] as const;

/** 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes, START);
}

/** 28 bytes. */
export function sha224(bytes: Uint8Array): Uint8Array {
  return digest(bytes, START_224).subarray(0, 28);
}

function digest(bytes: Uint8Array, start: readonly number[]): Uint8Array {
  const words = paddedWords(bytes);
  const state = Uint32Array.from(start);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < words.length; at += 16) {
    schedule.set(words.subarray(at, at + 16));
    expand(schedule);
    compress(state, schedule);
  }
  return bytesOfWords(state);
}

function expand(schedule: Uint32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const early = schedule[at - 15] ?? 0;
    const late = schedule[at - 2] ?? 0;
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16] ?? 0) + first + (schedule[at - 7] ?? 0) + second;
  }
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sum + choice + (ROUNDS[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
}

const BLOCK = 64;

/** HMAC-SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** One after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const made = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
