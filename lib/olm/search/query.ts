/** The catalog's search, facets, order and view as they stand in the address bar. */
import type { CatalogQuery } from './browse.ts';
import { FACETS, type Facet } from './facets.ts';
import { providerKey } from './provider-names.ts';
import type { CatalogSort } from './search.ts';

/** Every order that the address may name; the first is the default. */
export const SORTS: readonly CatalogSort[] = [
  'relevance',
  'name',
  'name-descending',
  'newest',
  'capability',
  'provider',
];

/** Tiles side by side, or rows. */
export type CatalogLayout = 'grid' | 'list';

/** All that the address bar holds of the catalog page. */
export interface CatalogAddress extends CatalogQuery {
  view: CatalogLayout;
}

/** Longer searches are cut: an address anybody may have written. */
const MAX_TEXT = 200;

/** Reads the address; what is unknown falls back to its default, facet values are taken as they are. */
export function readCatalogQuery(parameters: URLSearchParams): CatalogAddress {
  const facets: Partial<Record<Facet, readonly string[]>> = {};
  for (const facet of FACETS) {
    const values = distinctOf(facet, parameters.getAll(facet));
    if (values.length > 0) facets[facet] = values;
  }
  const sort = SORTS.find((known) => known === parameters.get('sort')) ?? 'relevance';
  const text = (parameters.get('q') ?? '').slice(0, MAX_TEXT);
  return { text, facets, sort, view: parameters.get('view') === 'list' ? 'list' : 'grid' };
}

/** Each choice once, as it is spelled first. */
function distinctOf(facet: Facet, values: readonly string[]): readonly string[] {
  const keys = values.map((value) => (facet === 'provider' ? providerKey(value) : value));
  return values.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Only what differs from the default, so that a plain catalog keeps a plain address. */
export function writeCatalogQuery(query: CatalogAddress): Record<string, string | readonly string[]> {
  return {
    ...(query.text === '' ? {} : { q: query.text }),
    ...query.facets,
    ...(query.sort === 'relevance' ? {} : { sort: query.sort }),
    ...(query.view === 'grid' ? {} : { view: query.view }),
  };
}

/** The query with one value of one facet switched. */
export function toggleFacet<Query extends CatalogQuery>(query: Query, facet: Facet, value: string): Query {
  const chosen = query.facets[facet] ?? [];
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  return withFacet(query, facet, next);
}

/** The query with these values of one facet, and no others. */
export function withFacet<Query extends CatalogQuery>(
  query: Query,
  facet: Facet,
  values: readonly string[],
): Query {
  const { [facet]: _before, ...others } = query.facets;
  return { ...query, facets: values.length === 0 ? others : { ...others, [facet]: values } };
}
