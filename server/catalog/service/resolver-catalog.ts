/** A catalog as the resolver uses it: packages without what only people read, and who provides an API from the index. */
import type { ResolverCatalog } from '#lib/olm/resolver/types.ts';
import type { Catalog } from '../types.ts';

/** @param more `problem` says why its content cannot be used now, see ResolverCatalog */
export function resolverCatalog(
  { ref, packages, stored }: Catalog,
  more: Pick<ResolverCatalog, 'priority' | 'problem'> = {},
): ResolverCatalog {
  if (stored === undefined) return { ref, packages, ...more };
  return { ref, packages: stored.graphs, providers: (api) => stored.providers(api), ...more };
}
