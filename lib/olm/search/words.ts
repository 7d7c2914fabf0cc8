/** How texts of a catalog become words that can be searched, and how what was found is marked in them. */

const PLAIN = /^[\x20-\x7e]*$/;
const ACCENT = /\p{Mark}/gu;
const BETWEEN = /[^\p{Letter}\p{Number}]+/u;
const PLAIN_BETWEEN = /[^a-z0-9]+/;

/** Lower-case words without accents; punctuation separates. */
export function wordsOf(text: string): string[] {
  // Nearly all texts are plain, and there are tens of thousands of them.
  const words = PLAIN.test(text)
    ? text.toLowerCase().split(PLAIN_BETWEEN)
    : text.normalize('NFKD').replaceAll(ACCENT, '').toLowerCase().split(BETWEEN);
  return words.filter((word) => word !== '');
}

/** The words of a name, and the name in one piece: "Argo CD" is found by "argocd" too. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name);
  return words.length > 1 ? [...words, words.join('')] : words;
}

const CAPITALS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** "KafkaTopic" is found by "kafka", "topic" and "kafkatopic". */
export function kindWords(kind: string): string[] {
  const parts = kind.split(CAPITALS).map((part) => part.toLowerCase());
  return parts.length > 1 ? [...parts, kind.toLowerCase()] : parts;
}

/** Said by so many names that they tell nothing. */
const COMMON = new Set([
  'operator',
  'operators',
  'controller',
  'community',
  'edition',
  'project',
  'kubernetes',
  'deprecated',
  'the',
  'for',
  'on',
  'of',
  'and',
  'by',
]);

/** A name reduced to what tells it from others: "Community Jaeger Operator" is "jaeger". */
export function coreWords(name: string): string[] {
  const words = wordsOf(name);
  const core = words.filter((word) => !COMMON.has(word));
  return core.length === 0 ? words : core;
}

/** A piece of a text, and whether it is to be marked. */
export interface MarkedPiece {
  text: string;
  found: boolean;
}

const WORD = /[\p{Letter}\p{Number}\p{Mark}]+/gu;

/** The text in pieces; those that begin a word as one of `words` does are found. Joined they are the text again. */
export function markWords(text: string, words: readonly string[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let done = 0;
  const put = (end: number, found: boolean): void => {
    if (end > done) pieces.push({ text: text.slice(done, end), found });
    done = Math.max(done, end);
  };
  for (const { 0: word, index } of words.length === 0 ? [] : text.matchAll(WORD)) {
    const length = beginning(word, words);
    if (length === 0) continue;
    put(index, false);
    put(index + length, true);
  }
  put(text.length, false);
  return pieces;
}

/** How much of the word's beginning one of the others is; all of it where letters and accents do not match one to one. */
function beginning(word: string, words: readonly string[]): number {
  const plain = wordsOf(word).join('');
  const longest = Math.max(0, ...words.filter((one) => plain.startsWith(one)).map((one) => one.length));
  return plain.length === word.length ? longest : longest > 0 ? word.length : 0;
}
