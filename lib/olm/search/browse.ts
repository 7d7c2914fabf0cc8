/** One look at the catalog: what search and facets leave, in order, and what may be chosen next. */
import { optional } from '../../base/loose.ts';
import { countFacets, retirement } from './facets.ts';
import type { CatalogItem, FacetCounts, FacetSelection } from './facets.ts';
import type { CatalogIndex } from './index.ts';
import { providerKey } from './provider-names.ts';
import { relevanceOrder, searchIndex, type CatalogSort, type SearchReason } from './search.ts';
import { CAPABILITY_LEVELS } from '../content/csv-annotations.ts';

/** What somebody looks for; an empty text leaves every tile. */
export interface CatalogQuery {
  text: string;
  facets: FacetSelection;
  sort: CatalogSort;
}

/** The tiles that are left, in order, with the facets' counts. */
export interface CatalogResult extends FacetCounts {
  /** How many the search alone leaves. */
  found: number;
  /** Why an item was found, where its name does not show it. */
  reasons: ReadonlyMap<CatalogItem, SearchReason>;
  /** Words to mark. */
  marks: readonly string[];
  /** What was searched instead of words that are found nowhere. */
  corrected?: string;
}

/** @param items one for each tile of the index, in its order */
export function browseCatalog(
  index: CatalogIndex,
  items: readonly CatalogItem[],
  query: CatalogQuery,
): CatalogResult {
  const { hits, marks, corrected } = searchIndex(index, query.text);
  const reasons = new Map<CatalogItem, SearchReason>();
  const found: Ranked[] = [];
  for (const hit of hits) {
    const item = items[hit.item];
    if (item === undefined) continue;
    const retired = retirement(item.tile) !== undefined;
    found.push({ item, score: hit.score, retired, name: index.byName[hit.item] ?? 0 });
    if (hit.reason !== undefined) reasons.set(item, hit.reason);
  }
  const compare = COMPARE[query.sort];
  found.sort((left, right) => compare(left, right) || left.name - right.name);
  return {
    ...countFacets(
      found.map(({ item }) => item),
      query.facets,
    ),
    found: found.length,
    reasons,
    marks,
    ...optional({ corrected }),
  };
}

interface Ranked {
  item: CatalogItem;
  score: number;
  retired: boolean;
  /** Place by name. */
  name: number;
}

const COMPARE: Readonly<Record<CatalogSort, (left: Ranked, right: Ranked) => number>> = {
  relevance: relevanceOrder,
  name: () => 0,
  'name-descending': (left, right) => right.name - left.name,
  newest: (left, right) => newestFirst(left.item, right.item),
  capability: (left, right) => level(right.item) - level(left.item) || retiredLast(left, right),
  provider: (left, right) => compareProviders(left.item, right.item) || retiredLast(left, right),
};

function retiredLast(left: Ranked, right: Ranked): number {
  return Number(left.retired) - Number(right.retired);
}

/** RFC 3339, or its date. CSVs hold dates of every make; what cannot be read for certain goes last. */
const DATE = /^\d{4}-\d{2}-\d{2}/;

function newestFirst(left: CatalogItem, right: CatalogItem): number {
  const [before, after] = [dateOf(left), dateOf(right)];
  return before === after ? 0 : before < after ? 1 : -1;
}

function dateOf({ tile }: CatalogItem): string {
  const { createdAt = '' } = tile;
  return DATE.test(createdAt) ? createdAt.replace(' ', 'T') : '';
}

function level({ tile }: CatalogItem): number {
  return CAPABILITY_LEVELS.findIndex((known) => known === tile.capabilityLevel);
}

const providers = new Intl.Collator('en', { sensitivity: 'base', numeric: true, ignorePunctuation: true });

/** Those without one go last. */
function compareProviders(left: CatalogItem, right: CatalogItem): number {
  const [before, after] = [left.tile.provider ?? '', right.tile.provider ?? ''];
  if (before === '' || after === '') return Number(before === '') - Number(after === '');
  return providers.compare(providerKey(before), providerKey(after)) || providers.compare(before, after);
}
