/** What else could be typed when a search finds nothing. */
import { findWords, similarWords, type CatalogIndex } from './index.ts';
import { searchIndex } from './search.ts';
import { wordsOf } from './words.ts';

/** Another search that finds something. */
export interface Suggestion {
  text: string;
  /** Packages that it finds. */
  count: number;
}

const MOST = 3;

/** Nearest first: the same search with words that exist, else parts of it. Each finds something. */
export function suggestSearches(index: CatalogIndex, text: string): Suggestion[] {
  const words = wordsOf(text);
  const candidates = [...replaced(index, words), ...shortened(words)];
  const suggestions: Suggestion[] = [];
  for (const candidate of new Set(candidates)) {
    if (suggestions.length === MOST) break;
    if (candidate === words.join(' ')) continue;
    const count = searchIndex(index, candidate).hits.length;
    if (count > 0) suggestions.push({ text: candidate, count });
  }
  return suggestions;
}

/** Each word that is found nowhere by the known ones that are nearest to it. */
function replaced(index: CatalogIndex, words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (findWords(index, word).length > 0) return [];
    return nearest(index, word).map((other) => words.with(at, other).join(' '));
  });
}

function nearest(index: CatalogIndex, word: string): string[] {
  const most = Math.min(3, Math.ceil(word.length / 3));
  for (let errors = 1; errors <= most; errors += 1) {
    const similar = similarWords(index, word, errors);
    if (similar.length > 0) return byUse(index, similar).slice(0, MOST);
  }
  return [];
}

function byUse({ postings }: CatalogIndex, words: readonly string[]): string[] {
  const uses = (word: string): number => postings.get(word)?.length ?? 0;
  return [...words].sort((left, right) => uses(right) - uses(left));
}

/** One word less, then each word alone. */
function shortened(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > 6) return [];
  return [...words.map((_word, at) => words.toSpliced(at, 1).join(' ')), ...words];
}
