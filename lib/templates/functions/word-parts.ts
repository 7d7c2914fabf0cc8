/** Cuts a text into words where `xstrings` does: by case, digits, marks and connectors. */
import { codesOf } from '../values/bytes.ts';
import { isLetter, isSpace, isUpper } from '../values/characters.ts';

/** What a word is made of. */
export type WordKind = 'none' | 'number' | 'upper' | 'letters' | 'connector' | 'marks' | 'other';

/** A word, as code points. */
export interface Word {
  readonly kind: WordKind;
  readonly codes: readonly number[];
}

/** Comes after the last word. */
export const NO_WORD: Word = { kind: 'none', codes: [] };

/** What may stand between words. */
export function isConnector(code: number): boolean {
  return code === 0x2d || code === 0x5f || isSpace(code);
}

function isMark(code: number): boolean {
  return /^\p{P}$/u.test(String.fromCodePoint(code));
}

function isNumber(code: number): boolean {
  return /^\p{N}$/u.test(String.fromCodePoint(code));
}

/** Letters but for the common ranges of Chinese characters. */
function isAlphabet(code: number): boolean {
  return isLetter(code) && !CHINESE.some(([from, to]) => code >= from && code <= to);
}

const CHINESE = [
  [0x4e00, 0x9fcc],
  [0x3400, 0x4d85],
  [0x20000, 0x2b81d],
] as const;

/** All words, in order. */
export function wordsOf(text: string): Word[] {
  const codes = codesOf(text);
  const words: Word[] = [];
  for (let at = 0; at < codes.length;) {
    const kind = kindOf(codes[at] ?? 0);
    const end = kind === 'upper' ? upperEnd(codes, at) : runEnd(codes, at, kind);
    words.push({ kind, codes: codes.slice(at, end) });
    at = end;
  }
  return words;
}

function kindOf(code: number): WordKind {
  if (isConnector(code)) return 'connector';
  if (isMark(code)) return 'marks';
  if (isUpper(code)) return 'upper';
  if (isAlphabet(code)) return 'letters';
  return isNumber(code) ? 'number' : 'other';
}

function runEnd(codes: readonly number[], start: number, kind: WordKind): number {
  let at = start + 1;
  // Connectors that are marks stay with the marks before them.
  const goesOn = kind === 'marks' ? isMark : (code: number): boolean => kindOf(code) === kind;
  while (at < codes.length && goesOn(codes[at] ?? 0)) at += 1;
  return at;
}

/** `HTTPServer` is `HTTP` and `Server`, `Server` is one word. */
function upperEnd(codes: readonly number[], start: number): number {
  const upper = runEnd(codes, start, 'upper');
  const next = codes[upper];
  const isLetterNext = next !== undefined && isAlphabet(next);
  if (upper - start > 1) return isLetterNext ? upper - 1 : upper;
  return isLetterNext ? runEnd(codes, upper, 'letters') : upper;
}
