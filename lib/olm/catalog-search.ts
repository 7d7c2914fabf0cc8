/**
 * Search of the catalog: every word typed has to be found, where it is found decides the rank. A word of four letters
 * or more may hold one typing error, one of eight or more two; exact finds always rank above such.
 */
import type { CatalogItem, FacetSelection } from './catalog-facets.ts';
import { matchesFacets } from './catalog-facets.ts';
import type { CatalogTile } from './catalog-tile.ts';

export type CatalogSort = 'relevance' | 'name' | 'name-descending' | 'newest';

export interface CatalogQuery {
  text: string;
  facets: FacetSelection;
  sort: CatalogSort;
}

export interface CatalogResult {
  /** What search and facets leave, in order. */
  items: CatalogItem[];
  /** What the search alone leaves: the ground for counting facets. */
  found: CatalogItem[];
}

interface SearchField {
  words: readonly string[];
  weight: number;
}

/** Weights of a word's find, by field; a whole-word find counts fully, the start of a word 3/4, inside a word 1/2. */
const WEIGHT = {
  name: 100,
  package: 90,
  kind: 60,
  keyword: 50,
  provider: 40,
  category: 30,
  summary: 20,
} as const;
const PART = { whole: 1, start: 0.75, inside: 0.5, similar: 0.25 } as const;

const fieldsOfTile = new WeakMap<CatalogTile, readonly SearchField[]>();

export function searchCatalog(items: readonly CatalogItem[], query: CatalogQuery): CatalogResult {
  const words = wordsOf(query.text);
  const scored = items
    .map((item) => ({ item, score: scoreOf(item.tile, words) }))
    .filter(({ score }) => score > 0);
  const ranked = scored.sort((left, right) => compare(query.sort, left, right)).map(({ item }) => item);
  return { found: ranked, items: ranked.filter((item) => matchesFacets(item, query.facets)) };
}

interface Scored {
  item: CatalogItem;
  score: number;
}

function compare(sort: CatalogSort, left: Scored, right: Scored): number {
  const byName = compareNames(left.item.tile, right.item.tile);
  switch (sort) {
    case 'relevance':
      return right.score - left.score || retired(left) - retired(right) || byName;
    case 'name':
      return byName;
    case 'name-descending':
      return -byName;
    case 'newest':
      return (right.item.tile.createdAt ?? '').localeCompare(left.item.tile.createdAt ?? '') || byName;
  }
}

function retired({ item }: Scored): number {
  return item.tile.deprecated === undefined ? 0 : 1;
}

/** "[Deprecated] X" belongs with D, not before A. */
const NAME_ORDER = { sensitivity: 'base', numeric: true, ignorePunctuation: true } as const;

function compareNames(left: CatalogTile, right: CatalogTile): number {
  return (
    left.displayName.localeCompare(right.displayName, 'en', NAME_ORDER) ||
    left.package.localeCompare(right.package, 'en') ||
    left.catalog.localeCompare(right.catalog, 'en')
  );
}

/** 0 when a word is found nowhere; with no words everything scores alike. */
function scoreOf(tile: CatalogTile, words: readonly string[]): number {
  let total = 1;
  for (const word of words) {
    const score = bestFind(fieldsOf(tile), word);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

function bestFind(fields: readonly SearchField[], word: string): number {
  let best = 0;
  for (const { words, weight } of fields) {
    for (const candidate of words) best = Math.max(best, weight * likeness(candidate, word));
  }
  return best;
}

function likeness(candidate: string, word: string): number {
  if (candidate === word) return PART.whole;
  if (candidate.startsWith(word)) return PART.start;
  if (candidate.includes(word)) return PART.inside;
  return isSimilar(candidate, word) ? PART.similar : 0;
}

function fieldsOf(tile: CatalogTile): readonly SearchField[] {
  const known = fieldsOfTile.get(tile);
  if (known !== undefined) return known;
  const fields = [
    { words: nameWords(tile.displayName), weight: WEIGHT.name },
    { words: nameWords(tile.package), weight: WEIGHT.package },
    { words: tile.providedKinds.flatMap(nameWords), weight: WEIGHT.kind },
    { words: tile.keywords.flatMap(nameWords), weight: WEIGHT.keyword },
    { words: wordsOf(tile.provider ?? ''), weight: WEIGHT.provider },
    { words: tile.categories.flatMap(wordsOf), weight: WEIGHT.category },
    { words: wordsOf(tile.summary), weight: WEIGHT.summary },
  ];
  fieldsOfTile.set(tile, fields);
  return fields;
}

/** Lower-case words without accents; punctuation separates. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
}

/** The words of a name, and the name in one piece: "Argo CD" is found by "argocd" too. */
function nameWords(name: string): string[] {
  const words = wordsOf(name);
  return words.length > 1 ? [...words, words.join('')] : words;
}

function isSimilar(candidate: string, word: string): boolean {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (allowed === 0 || Math.abs(candidate.length - word.length) > allowed) return false;
  // People rarely mistype the first letter; without this rule short words find nonsense.
  return candidate[0] === word[0] && withinEdits(candidate, word, allowed);
}

/** Is the Damerau-Levenshtein distance (neighbours swapped counts one) at most `allowed`? */
export function withinEdits(left: string, right: string, allowed: number): boolean {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = editRow({ left, right, row, previous, before });
    if (Math.min(...current) > allowed) return false;
    before = previous;
    previous = current;
  }
  return (previous[right.length] ?? Infinity) <= allowed;
}

interface EditRow {
  left: string;
  right: string;
  row: number;
  previous: readonly number[];
  before: readonly number[];
}

function editRow({ left, right, row, previous, before }: EditRow): number[] {
  const current = [row];
  const old = (list: readonly number[], column: number): number => list[column] ?? Infinity;
  for (let column = 1; column <= right.length; column += 1) {
    const same = left[row - 1] === right[column - 1];
    const swapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
    current.push(
      Math.min(
        old(previous, column) + 1,
        old(current, column - 1) + 1,
        old(previous, column - 1) + (same ? 0 : 1),
        swapped ? old(before, column - 2) + 1 : Infinity,
      ),
    );
  }
  return current;
}
