/** A catalog as the resolver uses it: packages without what only people read, and who provides an API from the index. */
import type { ResolverCatalog } from '#lib/olm/resolver/types.ts';
import type { Catalog } from '../types.ts';

/** With nothing said of whether it can be used: see `observeCatalogs`. */
export function resolverCatalog({ ref, packages, stored }: Catalog): ResolverCatalog {
  if (stored === undefined) return { ref, packages };
  return { ref, packages: stored.graphs, providers: (api) => stored.providers(api) };
}
