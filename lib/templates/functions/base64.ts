/** base64 and base32 of bytes, with Go's errors for what is neither. */
import { GoError } from '../values/value.ts';

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

interface Alphabet {
  readonly digits: string;
  readonly bits: number;
  /** Digits that are written together. */
  readonly group: number;
  readonly name: string;
  readonly values: ReadonlyMap<string, number>;
}

function alphabet(digits: string, bits: number, group: number, name: string): Alphabet {
  return { digits, bits, group, name, values: new Map(Array.from(digits, (digit, value) => [digit, value])) };
}

const SIXTY_FOUR = alphabet(BASE_64, 6, 4, 'base64');
const THIRTY_TWO = alphabet(BASE_32, 5, 8, 'base32');

/** base64 with padding. */
export function base64(bytes: string): string {
  return encode(bytes, SIXTY_FOUR);
}

/** base32 with padding. */
export function base32(bytes: string): string {
  return encode(bytes, THIRTY_TWO);
}

function encode(bytes: string, { digits, bits, group }: Alphabet): string {
  let made = '';
  let held = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    held = (held << 8) | bytes.charCodeAt(at);
    count += 8;
    while (count >= bits) {
      count -= bits;
      made += digits.charAt(held >> count);
      held &= (1 << count) - 1;
    }
  }
  if (count > 0) made += digits.charAt(held << (bits - count));
  return made.padEnd(Math.ceil(made.length / group) * group, '=');
}

/** The bytes. @throws GoError with the place of the first byte that does not fit */
export function fromBase64(text: string): string {
  return decode(text, SIXTY_FOUR);
}

/** The bytes. @throws GoError */
export function fromBase32(text: string): string {
  // Line ends do not count here.
  return decode(text.replace(/[\r\n]/g, ''), THIRTY_TWO);
}

/** How many digits of a last group there can be. */
const LAST: Readonly<Record<number, readonly number[]>> = { 4: [2, 3], 8: [2, 4, 5, 7] };

function decode(text: string, alphabet: Alphabet): string {
  const { bits, group, values } = alphabet;
  let made = '';
  let held = 0;
  let count = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || character === '\r') continue;
    if (character === '=') return made + ended(text, at, digits % group, alphabet);
    const value = values.get(character);
    if (value === undefined) throw corrupt(alphabet, at);
    held = (held << bits) | value;
    count += bits;
    digits += 1;
    if (count >= 8) {
      count -= 8;
      made += String.fromCharCode(held >> count);
      held &= (1 << count) - 1;
    }
  }
  if (digits % group !== 0) throw corrupt(alphabet, unfinished(text, digits % group));
  return made;
}

/** Go names where the last group begins. */
function unfinished(text: string, count: number): number {
  return text.length - count;
}

/** From the first `=` on nothing may be missing, and nothing may follow. */
function ended(text: string, at: number, digits: number, alphabet: Alphabet): string {
  if (!(LAST[alphabet.group] ?? []).includes(digits)) throw corrupt(alphabet, at);
  let missing = alphabet.group - digits;
  for (let next = at; next < text.length; next += 1) {
    const character = text.charAt(next);
    if (character === '\n' || character === '\r') continue;
    if (character !== '=' || missing === 0) throw corrupt(alphabet, next);
    missing -= 1;
  }
  if (missing > 0) throw corrupt(alphabet, text.length);
  return '';
}

function corrupt({ name }: Alphabet, at: number): GoError {
  return new GoError(`illegal ${name} data at input byte ${at}`);
}
