/**
 * Every word of a catalog and where it stands, made once for a list of tiles, so that a key press looks words up and
 * reads no texts.
 */
import type { CatalogTile } from '../content/tile.ts';
import { coreWords, kindWords, nameWords, wordsOf } from './words.ts';
import { withinEdits } from '../../base/edit-distance.ts';

/** Texts of a tile that are searched, in the order of their weight; places hold their numbers. */
export const SEARCH_FIELDS = [
  'name',
  'package',
  'kind',
  'keyword',
  'provider',
  'category',
  'summary',
] as const;
/** One of them. */
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Where a word stands: `item << 10 | field << 7 | entry`; `entry` says which of a field's values. */
type Posting = number;
const ENTRY_BITS = 7;
const FIELD_BITS = 3;
const MAX_ENTRY = 2 ** ENTRY_BITS - 1;

/** Which tile, which of its texts, and which of the text's values; the 128th value and all after it are one. */
export interface PostingPlace {
  item: number;
  field: number;
  entry: number;
}

/** Unpacks the place that a posting encodes. */
export function postingPlace(posting: Posting): PostingPlace {
  return {
    item: posting >>> (ENTRY_BITS + FIELD_BITS),
    field: (posting >>> ENTRY_BITS) & (2 ** FIELD_BITS - 1),
    entry: posting & MAX_ENTRY,
  };
}

/** What tells a name and a package from others, in one piece, and of how many words that is. */
export interface Core {
  /** The name with all its words. */
  whole: string;
  name: string;
  package: string;
  nameWords: number;
  packageWords: number;
}

/** All words of all texts, and what each tile is about. */
interface IndexedWords {
  /** All words, sorted. */
  readonly words: readonly string[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** By item. */
  readonly cores: readonly Core[];
}

/** Words and where they stand; made for a list of tiles, whose order it keeps. */
export interface CatalogIndex extends IndexedWords {
  readonly tiles: readonly CatalogTile[];
  /** By item: its place among all by name. */
  readonly byName: Uint32Array;
  /** Reads all texts now. */
  prepare(): void;
}

/**
 * The index of these tiles. Every text is read once, at the first search and not at each key press: who only looks at the list
 * has no need of it.
 */
export function createCatalogIndex(tiles: readonly CatalogTile[]): CatalogIndex {
  let indexed: IndexedWords | undefined;
  const words = (): IndexedWords => (indexed ??= indexWords(tiles));
  return {
    tiles,
    byName: placesByName(tiles),
    get words() {
      return words().words;
    },
    get postings() {
      return words().postings;
    },
    get cores() {
      return words().cores;
    },
    prepare: () => void words(),
  };
}

function indexWords(tiles: readonly CatalogTile[]): IndexedWords {
  const postings = new Map<string, Posting[]>();
  const remembered = createMemory();
  const put = (field: SearchField, values: readonly string[], at: Posting): void => {
    for (let entry = 0; entry < values.length; entry += 1) {
      const place = at | Math.min(entry, MAX_ENTRY);
      for (const word of remembered(field, values[entry] ?? '')) {
        const known = postings.get(word);
        if (known === undefined) postings.set(word, [place]);
        else if (known[known.length - 1] !== place) known.push(place);
      }
    }
  };
  tiles.forEach((tile, item) =>
    SEARCH_FIELDS.forEach((field, number) =>
      put(field, VALUES[field](tile), (item << (ENTRY_BITS + FIELD_BITS)) | (number << ENTRY_BITS)),
    ),
  );
  return { words: [...postings.keys()].sort(), postings, cores: tiles.map(coreOf) };
}

/** "[Deprecated] X" belongs with D, not before A. */
const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true, ignorePunctuation: true });

/** By item: its place among all by name. Comparing names as people do is slow, so it is done once. */
export function placesByName(
  tiles: readonly (Pick<CatalogTile, 'displayName' | 'package'> & { catalog?: string })[],
): Uint32Array {
  const order = tiles
    .map((tile, item) => ({ tile, item }))
    .sort(
      (left, right) =>
        names.compare(left.tile.displayName, right.tile.displayName) ||
        names.compare(left.tile.package, right.tile.package) ||
        names.compare(left.tile.catalog ?? '', right.tile.catalog ?? ''),
    );
  const places = new Uint32Array(tiles.length);
  order.forEach(({ item }, place) => {
    places[item] = place;
  });
  return places;
}

const SPLIT: Readonly<Record<SearchField, (text: string) => string[]>> = {
  name: nameWords,
  package: nameWords,
  kind: kindWords,
  keyword: nameWords,
  provider: wordsOf,
  category: wordsOf,
  summary: wordsOf,
};

const VALUES: Readonly<Record<SearchField, (tile: CatalogTile) => readonly string[]>> = {
  name: ({ displayName }) => [displayName],
  package: ({ package: name }) => [name],
  kind: ({ providedKinds }) => providedKinds,
  keyword: ({ keywords }) => keywords,
  provider: ({ provider }) => (provider === undefined ? [] : [provider]),
  category: ({ categories }) => categories,
  summary: ({ summary }) => [summary],
};

/** The value that a place names. */
export function valueAt(index: CatalogIndex, { item, field, entry }: PostingPlace): string {
  const tile = index.tiles[item];
  return tile === undefined ? '' : (VALUES[SEARCH_FIELDS[field] ?? 'summary'](tile)[entry] ?? '');
}

function coreOf(tile: CatalogTile): Core {
  const name = coreWords(tile.displayName);
  const pkg = coreWords(tile.package);
  return {
    whole: wordsOf(tile.displayName).join(''),
    name: name.join(''),
    package: pkg.join(''),
    nameWords: name.length,
    packageWords: pkg.length,
  };
}

/** Kinds, providers, categories and keywords repeat each other all over a catalog. */
function createMemory(): (field: SearchField, text: string) => readonly string[] {
  const byField = new Map<SearchField, Map<string, readonly string[]>>();
  for (const field of SEARCH_FIELDS) byField.set(field, new Map());
  return (field, text) => {
    const known = byField.get(field)?.get(text);
    if (known !== undefined) return known;
    const words = SPLIT[field](text);
    byField.get(field)?.set(text, words);
    return words;
  };
}

/** How a known word is like the one typed, the surest first. */
export type Likeness = 'whole' | 'start' | 'inside' | 'similar';

/** A word of the index that may be meant. */
export interface WordFind {
  word: string;
  likeness: Likeness;
}

/** Three letters stand inside of everything: they count at the end of a word, as in "mysql". */
const INSIDE_FROM = 4;
const END_FROM = 3;

/** Known words that are, begin with or hold what was typed; where none do, those that typing errors may have made of it. */
export function findWords(index: CatalogIndex, typed: string): WordFind[] {
  const found: WordFind[] = [];
  const { words } = index;
  for (let at = lowerBound(words, typed); words[at]?.startsWith(typed) === true; at += 1) {
    const word = words[at] ?? '';
    found.push({ word, likeness: word === typed ? 'whole' : 'start' });
  }
  if (typed.length >= END_FROM) {
    for (const word of words) {
      const held = typed.length >= INSIDE_FROM ? word.includes(typed, 1) : word.endsWith(typed);
      if (held && word.length > typed.length) found.push({ word, likeness: 'inside' });
    }
  }
  if (found.length > 0) return found;
  return similarWords(index, typed, typingErrors(typed)).map((word) => ({ word, likeness: 'similar' }));
}

/** Typing errors that a word may hold: none in short ones. */
function typingErrors({ length }: string): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** People rarely mistype the first letter; without this rule short words find nonsense. */
export function similarWords({ words }: CatalogIndex, typed: string, allowed: number): string[] {
  if (allowed === 0) return [];
  const [first = ''] = typed;
  const similar: string[] = [];
  for (let at = lowerBound(words, first); words[at]?.startsWith(first) === true; at += 1) {
    const word = words[at] ?? '';
    if (withinEdits(word, typed, allowed)) similar.push(word);
  }
  return similar;
}

function lowerBound(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
