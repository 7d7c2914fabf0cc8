/** What stands at a place of a template, for the lexer. */
import { encodeRune } from '../values/bytes.ts';
import { isDigit, isLetter, isPrint } from '../values/characters.ts';

const SPACES = ' \t\r\n';

/** How many line ends lie between two places. */
export function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** What Go takes for a space inside actions. */
export function isSpaceCode(code: number): boolean {
  return code === 0x20 || code === 9 || code === 13 || code === 10;
}

/** 0 to 9. */
export function isAsciiDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** What names are made of: letters and digits of any script, and underscores. */
export function isWordCode(code: number): boolean {
  return code === 0x5f || (code >= 0 && (isLetter(code) || isDigit(code)));
}

/** `- ` stands there. */
export function hasLeftTrim(text: string, at: number): boolean {
  return text.charAt(at) === '-' && isSpaceCode(text.charCodeAt(at + 1));
}

/** ` -` stands there. */
export function hasRightTrim(text: string, at: number): boolean {
  return isSpaceCode(text.charCodeAt(at)) && text.charAt(at + 1) === '-';
}

/** How many spaces stand before `to`, from `from` on. */
export function spacesBefore(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && SPACES.includes(text.charAt(at - 1))) at -= 1;
  return to - at;
}

/** How many spaces stand from there on. */
export function spacesAfter(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACES.includes(text.charAt(at))) at += 1;
  return at - from;
}

/** Go's `%#U`. */
export function codeText(code: number): string {
  if (code < 0) return 'U+FFFFFFFFFFFFFFFF';
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return isPrint(code) ? `${number} '${encodeRune(code)}'` : number;
}

/** What Go says to a character behind a name. */
export function badCharacter(code: number): string {
  return `bad character ${codeText(code)}`;
}
