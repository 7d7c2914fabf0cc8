/** CatalogSources. */
import { resources } from '#lib/k8s/resources.ts';
import type { CatalogSource, CatalogSourceStatus } from '#lib/olm/api/types.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import { decideCatalogSource, unadopted, type CatalogSourceFacts } from '#lib/olm/sources/status.ts';
import { heldSource } from '#server/catalog/service/held-source.ts';
import type { Kind } from './reconcile.ts';
import { findAny } from './write.ts';

export const catalogSourceKind: Kind<CatalogSource, CatalogSourceFacts, CatalogSourceStatus> = {
  controller: 'catalogsource',
  resource: resources.catalogSources,
  isValid: isCatalogSource,
  async observe({ world, object: source, signal }) {
    if (source === undefined || source.metadata.deletionTimestamp !== undefined) return undefined;
    const { observed } = heldSource(source, world.store);
    const name = unadopted(source, observed);
    if (name === undefined) return { source, observed };
    const ref = { namespace: source.metadata.namespace ?? '', name };
    return { source, observed, configMap: await findAny(world, resources.configMaps, ref, signal) };
  },
  decide: decideCatalogSource,
  log: ({ connectionState, reason }) => ({ state: connectionState?.lastObservedState, reason }),
};
