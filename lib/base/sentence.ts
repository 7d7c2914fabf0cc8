/** Sentences of text that people wrote for people. */

/** Text before a full stop that ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp)|\b[A-Z])$/;
const LONGEST_ABBREVIATION = 'approx'.length;

/** As far as its full stop or the blank line; the whole text when it has neither. Not after `e.g.`, nor within a number. */
export function firstSentence(text: string): string {
  for (const match of text.matchAll(/[.!?](?=\s)|。|\n\n/g)) {
    const before = text.slice(Math.max(0, match.index - LONGEST_ABBREVIATION - 1), match.index);
    if (match[0] === '.' && ABBREVIATION.test(before)) continue;
    return text.slice(0, match[0] === '\n\n' ? match.index : match.index + 1).trimEnd();
  }
  return text;
}
