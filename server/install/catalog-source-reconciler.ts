/** Reconciles one CatalogSource; the key is `namespace/name`. */
import { parseKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { decideCatalogSource } from '#lib/olm/catalog-source-status.ts';
import { stableJson } from '#lib/olm/plan-hash.ts';
import type { Outcome } from '#server/kube/types.ts';
import { isCatalogSource } from './parse.ts';
import { directoryState, getOf, type World } from './world.ts';
import { writeStatus } from './write.ts';

export async function reconcileCatalogSource(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { namespace = '', name } = parseKey(key);
  const source = getOf(world.caches.catalogSources, isCatalogSource, { namespace, name });
  if (source === undefined || source.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
  const status = decideCatalogSource(source, directoryState(world, source), world.clock.now());
  if (stableJson(status) === stableJson(source.status ?? {})) return { kind: 'done' };
  await writeStatus(world, { resource: resources.catalogSources, object: source }, status, signal);
  world.log.info(
    {
      controller: 'catalogsource',
      key,
      state: status.connectionState?.lastObservedState,
      reason: status.reason,
    },
    'catalog source status written',
  );
  return { kind: 'done' };
}
