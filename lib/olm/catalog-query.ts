/** The catalog's search, facets and order as they stand in the address bar. */
import { FACETS } from './catalog-facets.ts';
import type { Facet } from './catalog-facets.ts';
import type { CatalogQuery, CatalogSort } from './catalog-search.ts';

const SORTS: readonly CatalogSort[] = ['relevance', 'name', 'name-descending', 'newest'];

export function readCatalogQuery(parameters: URLSearchParams): CatalogQuery {
  const facets: Partial<Record<Facet, readonly string[]>> = {};
  for (const facet of FACETS) {
    const values = [...new Set(parameters.getAll(facet))];
    if (values.length > 0) facets[facet] = values;
  }
  const sort = SORTS.find((known) => known === parameters.get('sort')) ?? 'relevance';
  return { text: parameters.get('q') ?? '', facets, sort };
}

/** Only what differs from the default, so that a plain catalog keeps a plain address. */
export function writeCatalogQuery(query: CatalogQuery): Record<string, string | readonly string[]> {
  return {
    ...(query.text === '' ? {} : { q: query.text }),
    ...query.facets,
    ...(query.sort === 'relevance' ? {} : { sort: query.sort }),
  };
}

/** The query with one value of one facet switched. */
export function toggleFacet(query: CatalogQuery, facet: Facet, value: string): CatalogQuery {
  const chosen = query.facets[facet] ?? [];
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  const { [facet]: _before, ...others } = query.facets;
  return { ...query, facets: next.length === 0 ? others : { ...others, [facet]: next } };
}
