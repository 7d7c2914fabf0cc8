/** Kinds and cases of characters as Go's `unicode` has them: one character becomes one character, never two. */

const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{Nd}$/u;
const SPACE = /^\p{White_Space}$/u;
const GRAPHIC = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const UPPER = /^\p{Lu}$/u;
const LOWER = /^\p{Ll}$/u;

function is(pattern: RegExp, code: number): boolean {
  return pattern.test(String.fromCodePoint(code));
}

/** `unicode.IsLetter`. */
export function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return is(LETTER, code);
}

/** `unicode.IsDigit`: of any script. */
export function isDigit(code: number): boolean {
  return code < 0x80 ? code >= 0x30 && code <= 0x39 : is(DIGIT, code);
}

/** `unicode.IsSpace`. */
export function isSpace(code: number): boolean {
  return code < 0x80 ? code === 0x20 || (code >= 9 && code <= 13) : is(SPACE, code);
}

/** `unicode.IsUpper`. */
export function isUpper(code: number): boolean {
  return is(UPPER, code);
}

/** `unicode.IsLower`. */
export function isLower(code: number): boolean {
  return is(LOWER, code);
}

/** `unicode.IsPrint`: what can be seen, and the space of ASCII. */
export function isPrint(code: number): boolean {
  return code < 0x80 ? code >= 0x20 && code < 0x7f : is(GRAPHIC, code);
}

/** `unicode.ToUpper`. */
export function toUpper(code: number): number {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a ? code - 32 : code;
  const titled = GREEK_WITH_IOTA.get(code);
  if (titled !== undefined) return titled;
  return single(String.fromCodePoint(code).toUpperCase(), code);
}

/** `unicode.ToLower`. */
export function toLower(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 32 : code;
  return code === DOTTED_CAPITAL_I ? 0x69 : single(String.fromCodePoint(code).toLowerCase(), code);
}

/** `unicode.ToTitle`: as upper, but for the letters that are two in one, such as `ǆ`, and those of Georgian. */
export function toTitle(code: number): number {
  const titled = TITLES.get(code);
  if (titled !== undefined) return titled;
  const isGeorgian = (code >= 0x10d0 && code <= 0x10fa) || (code >= 0x10fd && code <= 0x10ff);
  return isGeorgian ? code : toUpper(code);
}

const DOTTED_CAPITAL_I = 0x130;

/** Case pairs that JavaScript makes two characters of. */
function single(text: string, code: number): number {
  const made = text.codePointAt(0) ?? code;
  return String.fromCodePoint(made) === text ? made : code;
}

const GREEK_WITH_IOTA = new Map<number, number>([
  ...[0x1f80, 0x1f90, 0x1fa0].flatMap((start) =>
    Array.from({ length: 16 }, (_, index): [number, number] => [start + index, (start + index) | 8]),
  ),
  ...[0x1fb3, 0x1fc3, 0x1ff3].map((code): [number, number] => [code, code + 9]),
  ...[0x1fbc, 0x1fcc, 0x1ffc].map((code): [number, number] => [code, code]),
]);

const TITLES = new Map<number, number>(
  [0x1c4, 0x1c7, 0x1ca, 0x1f1].flatMap((start) =>
    [0, 1, 2].map((index): [number, number] => [start + index, start + 1]),
  ),
);
