/** Which entries of the palette fit what was typed, best first; pure. */

interface Entry {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Where it is or what it is for; searched too, but worth less. */
  readonly hint?: string | undefined;
}

export interface PaletteEntry extends Entry {
  readonly run: () => void;
  /** Why it cannot be chosen. */
  readonly disabledReason?: string | undefined;
}

/** Without words everything fits equally. */
export function ranked<E extends Entry>(entries: readonly E[], query: string, limit: number): readonly E[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries.slice(0, limit);
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.entry.label.length - right.entry.label.length)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** 0 when a word is nowhere. */
function scoreOf({ label, hint = '' }: Entry, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const score = Math.max(scoreIn(label.toLowerCase(), word) * 2, scoreIn(hint.toLowerCase(), word));
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

function scoreIn(text: string, word: string): number {
  if (text === word) return 6;
  if (text.startsWith(word)) return 5;
  const at = text.indexOf(word);
  if (at > 0) return /[\p{L}\d]/u.test(text[at - 1] ?? '') ? 3 : 4;
  return isScattered(text, word) ? 1 : 0;
}

/** All letters in their order, as in `fltk` for FlightTicket. One letter would fit nearly everything. */
function isScattered(text: string, word: string): boolean {
  if (word.length < 3) return false;
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}
