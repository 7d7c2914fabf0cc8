/** What lies on both sides of a place in a text, as far as patterns can ask. */
import type { Assertion } from './syntax.ts';

/** What lies before. */
export type Around = 'start' | 'newline' | 'word' | 'other';

/** Stands for the character behind the last one. */
export const END_OF_TEXT = -1;
const NEWLINE = 0x0a;

/** What a character is to those behind it. */
export function kindOf(code: number): Around {
  if (code === NEWLINE) return 'newline';
  return isWord(code) ? 'word' : 'other';
}

/** ASCII only, as RE2 has it. */
function isWord(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    (code >= 0x61 && code <= 0x7a)
  );
}

/** Does it hold between the two? @param next `END_OF_TEXT` where nothing follows */
export function holdsAt(what: Assertion, before: Around, next: number): boolean {
  switch (what) {
    case 'textStart':
      return before === 'start';
    case 'textEnd':
      return next === END_OF_TEXT;
    case 'lineStart':
      return before === 'start' || before === 'newline';
    case 'lineEnd':
      return next === END_OF_TEXT || next === NEWLINE;
    case 'word':
      return (before === 'word') !== isWord(next);
    case 'noWord':
      return (before === 'word') === isWord(next);
  }
}
