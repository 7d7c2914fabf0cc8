/**
 * Search of the catalog: every word typed has to be found, where it is found decides the rank, and nobody is favoured.
 * A word that is found nowhere may hold typing errors; other words for the same thing count too, for less.
 */
import { findWords, postingPlace, SEARCH_FIELDS, valueAt } from './index.ts';
import type { CatalogIndex, Likeness, SearchField, WordFind } from './index.ts';
import { LONGEST_PHRASE, synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** Why a tile was found, where its name and provider do not show it. */
export interface SearchReason {
  field: Exclude<SearchField, 'name' | 'summary'>;
  /** The value in which it was found. */
  text: string;
}

/** A tile in which every word was found. */
export interface SearchHit {
  /** Position in the index's tiles. */
  item: number;
  /** Only its order means something; 0 when nothing was typed. */
  score: number;
  reason?: SearchReason;
}

/** What was found, and for which words. */
export interface CatalogSearch {
  /** In the order of the tiles. */
  hits: SearchHit[];
  /** Words to mark in what is shown: as typed, or as found instead of them. */
  marks: string[];
  /** What was searched instead of words that are found nowhere. */
  corrected?: string;
}

/** Weights of a word's find, by field. */
const WEIGHT: Readonly<Record<SearchField, number>> = {
  name: 100,
  package: 90,
  kind: 60,
  keyword: 50,
  provider: 40,
  category: 30,
  summary: 20,
};
/** Shares of the weight, by how the word was found. */
const PART: Readonly<Record<Likeness, number>> = { whole: 1, start: 0.7, inside: 0.4, similar: 0.3 };
/** What further fields add to the best one. */
const FURTHER = 0.25;
/** The whole search is the whole name, or how it begins. */
const EXACT_NAME = 420;
const EXACT = 400;
const EXACT_PACKAGE = 380;
const BEGINS = 60;

const NAME = SEARCH_FIELDS.indexOf('name');
const PACKAGE = SEARCH_FIELDS.indexOf('package');
/** The middles of the words of longer texts are chance. */
const LAST_INSIDE = SEARCH_FIELDS.indexOf('keyword');

/** Words that say nothing about what is wanted, unless nothing else was typed. */
const IDLE = new Set([
  'a',
  'an',
  'the',
  'for',
  'of',
  'and',
  'to',
  'in',
  'on',
  'with',
  'operator',
  'operators',
]);

/**
 * Finds the tiles that hold every word; words such as "operator" count only when nothing else is typed, an empty text finds
 * all.
 */
export function searchIndex(index: CatalogIndex, text: string): CatalogSearch {
  const typed = wordsOf(text);
  const wanted = typed.filter((word) => !IDLE.has(word));
  const words = wanted.length === 0 ? typed : wanted;
  if (words.length === 0) return { hits: index.tiles.map((_tile, item) => ({ item, score: 0 })), marks: [] };
  const finder = createFinder(index);
  const terms = termsOf(words).map((term) => finder.term(term));
  const whole = { typed: typed.join(''), words: words.join('') };
  const hits = index.tiles.flatMap((_tile, item) => {
    const finds = terms.map((term) => term.get(item));
    if (!finds.every((find) => find !== undefined)) return [];
    const score = finds.reduce((sum, find) => sum + find.score, wholeName(index, item, whole));
    return [{ item, score, ...reasonOf(index, finds) }];
  });
  const corrected = finder.corrected(words);
  return {
    hits,
    marks: [...new Set([...words, ...finder.instead.values()])],
    ...(corrected === undefined || hits.length === 0 ? {} : { corrected }),
  };
}

interface Whole {
  /** All words in one piece. */
  typed: string;
  /** Those that count. */
  words: string;
}

function wholeName({ cores }: CatalogIndex, item: number, { typed, words }: Whole): number {
  const core = cores[item];
  if (core === undefined) return 0;
  if (core.whole === typed) return EXACT_NAME;
  if (core.name === words) return EXACT;
  if (core.package === words) return EXACT_PACKAGE;
  return core.name.startsWith(words) ? BEGINS : 0;
}

/** One thing that is asked for, in as many words as it has: "object storage" is one. */
type Term = readonly string[];

/** Phrases that have other words are kept together, the longest first. */
function termsOf(words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < words.length; at += terms.at(-1)?.length ?? 1) {
    let length = Math.min(LONGEST_PHRASE, words.length - at);
    while (length > 1 && synonymsOf(words.slice(at, at + length).join(' ')).length === 0) length -= 1;
    terms.push(words.slice(at, at + length));
  }
  return terms;
}

/** Of one item. */
interface Find {
  score: number;
  /** The place that tells most about why; a package's name tells less than what is in it. */
  posting: number;
  telling: number;
  /** It stands in the name, which everybody sees. */
  named: boolean;
}

type Finds = Map<number, Find>;

interface Finder {
  term: (term: Term) => Finds;
  /** What was taken for words that are found nowhere. */
  instead: Map<string, string>;
  corrected: (words: readonly string[]) => string | undefined;
}

function createFinder(index: CatalogIndex): Finder {
  const instead = new Map<string, string>();
  const word = (typed: string): Finds => {
    const found = findWords(index, typed);
    const [first] = found;
    if (first?.likeness === 'similar') instead.set(typed, commonest(index, found));
    return findsOf(index, found);
  };
  const phrase = (words: Term, find: (one: string) => Finds): Finds => together(words.map(find));
  const exactly = (one: string): Finds => findsOf(index, [{ word: one, likeness: 'whole' }]);
  return {
    instead,
    term: (term) => {
      const best = phrase(term, word);
      for (const { words, share } of synonymsOf(term.join(' '))) {
        for (const [item, find] of phrase(words, exactly)) {
          const score = find.score * share;
          if (score > (best.get(item)?.score ?? 0)) best.set(item, { ...find, score });
        }
      }
      return best;
    },
    corrected: (words) =>
      instead.size === 0 ? undefined : words.map((typed) => instead.get(typed) ?? typed).join(' '),
  };
}

/** The word that stands in most places is what was most likely meant. */
function commonest({ postings }: CatalogIndex, found: readonly WordFind[]): string {
  const often = (word: string): number => postings.get(word)?.length ?? 0;
  return found.reduce((best, { word }) => (often(word) > often(best) ? word : best), found[0]?.word ?? '');
}

/** Items that all have; the mean of what each gives. */
function together(all: readonly Finds[]): Finds {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first ?? new Map<number, Find>();
  const both: Finds = new Map();
  for (const [item, find] of first) {
    const rest = others.map((other) => other.get(item));
    if (!rest.every((other) => other !== undefined)) continue;
    const sum = rest.reduce((total, { score }) => total + score, find.score);
    both.set(item, { ...find, score: sum / all.length });
  }
  return both;
}

/** The best of each field, of which the best counts whole. */
function findsOf(index: CatalogIndex, found: readonly WordFind[]): Finds {
  const fieldsOf = new Map<number, number[]>();
  const best: Finds = new Map();
  for (const { word, likeness } of found) {
    for (const posting of index.postings.get(word) ?? []) {
      const { item, field } = postingPlace(posting);
      if (likeness === 'inside' && field > LAST_INSIDE) continue;
      const score = scoreAt(index, item, field) * PART[likeness];
      const find = best.get(item) ?? { score: 0, posting, telling: 0, named: false };
      const fields = fieldsOf.get(item) ?? SEARCH_FIELDS.map(() => 0);
      best.set(item, find);
      fieldsOf.set(item, fields);
      fields[field] = Math.max(fields[field] ?? 0, score);
      take(find, { score, posting, field });
    }
  }
  for (const [item, find] of best) {
    const all = fieldsOf.get(item)?.reduce((sum, score) => sum + score, 0) ?? 0;
    find.score += (all - find.score) * FURTHER;
  }
  return best;
}

function take(find: Find, place: { score: number; posting: number; field: number }): void {
  const { score, posting, field } = place;
  const telling = field === PACKAGE ? score / 4 : score;
  if (telling > find.telling) {
    find.telling = telling;
    find.posting = posting;
  }
  find.score = Math.max(find.score, score);
  find.named ||= field === NAME;
}

/** One word of a short name says more than one of a long name. */
function scoreAt({ cores }: CatalogIndex, item: number, field: number): number {
  const name = SEARCH_FIELDS[field] ?? 'summary';
  const core = cores[item];
  const words = name === 'name' ? core?.nameWords : name === 'package' ? core?.packageWords : 1;
  return WEIGHT[name] * (0.4 + 0.6 / (words ?? 1));
}

/** Of the words that the name does not show, the one that counts most. */
function reasonOf(index: CatalogIndex, finds: readonly Find[]): { reason?: SearchReason } {
  let best: { score: number; reason: SearchReason } | undefined;
  for (const { score, posting, named } of finds) {
    const place = postingPlace(posting);
    const field = SEARCH_FIELDS[place.field] ?? 'summary';
    if (named || field === 'name' || field === 'summary' || score <= (best?.score ?? 0)) continue;
    best = { score, reason: { field, text: valueAt(index, place) } };
  }
  return best === undefined ? {} : { reason: best.reason };
}

/** How the tiles are ordered; all but `relevance` ignore the score. */
export type CatalogSort = 'relevance' | 'name' | 'name-descending' | 'newest' | 'capability' | 'provider';

/** Scores that differ by less are as good as the same: then what is retired goes last. */
const SAME_SCORE = 5;

/** @param retired deprecated, by the catalog or by its own word */
export function relevanceOrder(
  left: { score: number; retired: boolean },
  right: { score: number; retired: boolean },
): number {
  return (
    Math.round(right.score / SAME_SCORE) - Math.round(left.score / SAME_SCORE) ||
    Number(left.retired) - Number(right.retired) ||
    right.score - left.score
  );
}
