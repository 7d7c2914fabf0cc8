/** Which catalogs a namespace may use, and which of them it prefers. */
import type { CatalogRef } from './types.ts';

/** Whether a namespace may use what catalogs of another one hold: that of its own and of the global one (OLM 8). */
export function isVisible(
  catalog: Pick<CatalogRef, 'namespace'>,
  where: { namespace: string; globalNamespace: string },
): boolean {
  return catalog.namespace === where.namespace || catalog.namespace === where.globalNamespace;
}

/** The catalogs that a namespace may use: its own and the global ones (OLM 8), in order of preference (OLM 9). */
export function visibleCatalogs<C extends { ref: CatalogRef; priority?: number }>(
  catalogs: readonly C[],
  where: { namespace: string; globalNamespace: string; excludeGlobal?: boolean },
): C[] {
  const own = (catalog: C): boolean => catalog.ref.namespace === where.namespace;
  const global = (catalog: C): boolean =>
    where.excludeGlobal !== true && catalog.ref.namespace === where.globalNamespace;
  return catalogs
    .filter((catalog) => own(catalog) || global(catalog))
    .sort(
      (a, b) =>
        (b.priority ?? 0) - (a.priority ?? 0) ||
        Number(own(b)) - Number(own(a)) ||
        (a.ref.name < b.ref.name ? -1 : a.ref.name > b.ref.name ? 1 : 0),
    );
}
