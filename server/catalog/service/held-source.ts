/** A CatalogSource with what the store holds of it, as resolving looks at it. */
import { optional } from '#lib/base/loose.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import type { HeldSource } from '#lib/olm/observed/catalogs.ts';
import type { ObservedSource } from '#lib/olm/sources/status.ts';
import { bundleCount, packageCount, type Catalog, type CatalogStore } from '../types.ts';
import { resolverCatalog } from './resolver-catalog.ts';

/** Offers nothing while the store has not heard of it. */
export function heldSource(source: CatalogSource, store: CatalogStore): HeldSource {
  const { namespace = '', name } = source.metadata;
  const ref = { namespace, name };
  const catalog = store.get(ref);
  return {
    source,
    observed: catalog === undefined ? {} : observed(catalog),
    offered:
      catalog === undefined
        ? { ref, packages: NOTHING, content: NOTHING }
        : { ...resolverCatalog(catalog), content: catalog.packages },
  };
}

const NOTHING: HeldSource['offered']['content'] = new Map();

function observed(catalog: Catalog): ObservedSource {
  const { warnings, digest, readAt } = catalog;
  const content = {
    packages: packageCount(catalog),
    bundles: bundleCount(catalog),
    warnings: warnings.length,
  };
  const { checkedAt, problem, configMap } = catalog.reading ?? { checkedAt: readAt };
  return {
    ...(readAt === 0 ? {} : { content: { ...content, digest, readAt } }),
    ...optional({ checkedAt, problem, configMap }),
  };
}
