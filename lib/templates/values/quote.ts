/** Texts in quotes and out of them, as Go's `strconv` has them. */
import { runeCode, encodeRune, RUNE_ERROR, runeAt, runeSize } from './bytes.ts';
import { isPrint } from './characters.ts';

const SHORT: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};

/** All of ASCII that needs no escape. */
const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/** How to quote: between which marks, and whether all that is not ASCII is escaped. */
export interface QuoteStyle {
  readonly mark: '"' | "'";
  readonly ascii: boolean;
}

const USUAL: QuoteStyle = { mark: '"', ascii: false };

/** `strconv.Quote`. */
export function quoteText(text: string, style: QuoteStyle = USUAL): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let made: string = style.mark;
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    const isBroken = runeCode(rune) === RUNE_ERROR && runeSize(rune) === 1;
    made += isBroken ? hexEscape(text.charCodeAt(at)) : quotedCode(runeCode(rune), style);
    at += runeSize(rune);
  }
  return made + style.mark;
}

/** `strconv.QuoteRune`; what is no character is U+FFFD. */
export function quoteRune(code: number, ascii: boolean): string {
  const isValid = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return `'${quotedCode(isValid ? code : RUNE_ERROR, { mark: "'", ascii })}'`;
}

function quotedCode(code: number, { mark, ascii }: QuoteStyle): string {
  if (code === mark.charCodeAt(0) || code === 0x5c) return `\\${String.fromCharCode(code)}`;
  if (isPrint(code) && (!ascii || code < 0x80)) return encodeRune(code);
  if (SHORT[code] !== undefined) return SHORT[code];
  if (code < 0x20 || code === 0x7f) return hexEscape(code);
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}

function hexEscape(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

/** `strconv.CanBackquote`: one line without control characters and back quotes. */
export function canBackquote(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    const code = runeCode(rune);
    if (runeSize(rune) === 1 ? (code < 0x20 && code !== 9) || code === 0x60 || code >= 0x7f : code === 0xfeff)
      return false;
    at += runeSize(rune);
  }
  return true;
}

/** `strconv.Unquote` of a text in any of the three quotes; undefined where Go says "invalid syntax". */
export function unquote(quoted: string): string | undefined {
  const mark = quoted.slice(0, 1);
  if (quoted.length < 2 || !quoted.endsWith(mark)) return undefined;
  const inner = quoted.slice(1, -1);
  if (mark === '`') return inner.includes('`') ? undefined : inner.replaceAll('\r', '');
  if (mark !== '"' || inner.includes('\n')) return undefined;
  if (!inner.includes('\\') && !inner.includes('"')) return inner;
  let made = '';
  for (let at = 0; at < inner.length;) {
    const read = unquoteCharacter(inner, at, '"');
    if (read === undefined) return undefined;
    made += read.isByte ? String.fromCharCode(read.code) : encodeRune(read.code);
    at = read.end;
  }
  return made;
}

/** One character as it is written between quotes, and where it ends. */
export interface QuotedCharacter {
  readonly code: number;
  /** By `\x` or octal digits: a byte, whatever it means. */
  readonly isByte: boolean;
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 0x5c,
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** `strconv.UnquoteChar` of the text from `at` on. */
export function unquoteCharacter(text: string, at: number, mark: string): QuotedCharacter | undefined {
  const first = text.charAt(at);
  if (first === '' || first === mark) return undefined;
  if (first !== '\\') {
    const rune = runeAt(text, at);
    const isBroken = runeCode(rune) === RUNE_ERROR && runeSize(rune) === 1;
    return { code: isBroken ? RUNE_ERROR : runeCode(rune), isByte: false, end: at + runeSize(rune) };
  }
  const letter = text.charAt(at + 1);
  if (letter === mark && (mark === '"' || mark === "'"))
    return { code: mark.charCodeAt(0), isByte: false, end: at + 2 };
  if (Object.hasOwn(ESCAPES, letter)) return { code: ESCAPES[letter] ?? 0, isByte: false, end: at + 2 };
  return Object.hasOwn(HEX_DIGITS, letter) ? hexCharacter(text, at, letter) : octalCharacter(text, at);
}

function hexCharacter(text: string, at: number, letter: string): QuotedCharacter | undefined {
  const count = HEX_DIGITS[letter] ?? 0;
  const digits = text.slice(at + 2, at + 2 + count);
  if (digits.length < count || !/^[\da-f]+$/i.test(digits)) return undefined;
  const code = Number.parseInt(digits, 16);
  if (letter !== 'x' && (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))) return undefined;
  return { code, isByte: letter === 'x', end: at + 2 + count };
}

function octalCharacter(text: string, at: number): QuotedCharacter | undefined {
  const digits = text.slice(at + 1, at + 4);
  if (!/^[0-7]{3}$/.test(digits)) return undefined;
  const code = Number.parseInt(digits, 8);
  return code > 255 ? undefined : { code, isByte: true, end: at + 4 };
}
