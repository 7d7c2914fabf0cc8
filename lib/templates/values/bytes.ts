/**
 * Texts as Go has them: bytes that need not be UTF-8. In this room a "byte text" is a string in which each unit is one byte,
 * so that lengths, slices, places and the order of keys are Go's own. Texts are turned once on the way in and once on the
 * way out; where all is ASCII that costs a look.
 */

/** What Go reads a byte as that begins no character. */
export const RUNE_ERROR = 0xfffd;
const CHUNK = 8192;
// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/** True when bytes and characters are the same. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** The UTF-8 of a text. */
export function toBytes(text: string): string {
  if (isAscii(text)) return text;
  return byteText(new TextEncoder().encode(text));
}

/** One unit for each of them. */
export function byteText(bytes: Uint8Array): string {
  let made = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    made += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return made;
}

/** The bytes of a byte text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A byte text as people read it; what is no UTF-8 becomes U+FFFD. */
export function fromBytes(text: string): string {
  if (isAscii(text)) return text;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(text));
}

/** A character and how many bytes it takes, in one number: see `codeOf` and `sizeOf`. */
export type Rune = number;

/** The code point. */
export function codeOf(rune: Rune): number {
  return rune >> 3;
}

/** Its bytes. */
export function sizeOf(rune: Rune): number {
  return rune & 7;
}

const BROKEN: Rune = (RUNE_ERROR << 3) | 1;

/** The character that begins at a place before the end; a byte that begins none is U+FFFD of size 1. */
export function runeAt(text: string, at: number): Rune {
  const first = text.charCodeAt(at);
  if (first < 0x80) return (first << 3) | 1;
  if (first < 0xc2 || first > 0xf4) return BROKEN;
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let code = first & (0xff >> (size + 1));
  for (let next = 1; next < size; next += 1) {
    // Behind the end there is no number, and no byte of a character.
    const byte = text.charCodeAt(at + next);
    if ((byte & 0xc0) !== 0x80) return BROKEN;
    code = (code << 6) | (byte & 0x3f);
  }
  return code < (LEAST[size] ?? 0) || !isCharacter(code) ? BROKEN : (code << 3) | size;
}

/** Below it fewer bytes would do. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

/** Not beyond Unicode, and no half of a pair. */
function isCharacter(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** The UTF-8 of a code point; U+FFFD's for what is none. */
export function encodeRune(code: number): string {
  if (!isCharacter(code)) return encodeRune(RUNE_ERROR);
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
  const low = [0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), ...low);
  return String.fromCharCode(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), ...low);
}

/** The code points, one after the other. */
export function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    codes.push(codeOf(rune));
    at += sizeOf(rune);
  }
  return codes;
}

/** The text of code points. */
export function textOfCodes(codes: readonly number[]): string {
  let made = '';
  for (const code of codes) made += encodeRune(code);
  return made;
}

/** How many characters. */
export function runeCount(text: string): number {
  if (isAscii(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at += sizeOf(runeAt(text, at))) count += 1;
  return count;
}

/** The first `count` characters, as bytes. */
export function firstRunes(text: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left -= 1) at += sizeOf(runeAt(text, at));
  return text.slice(0, at);
}
