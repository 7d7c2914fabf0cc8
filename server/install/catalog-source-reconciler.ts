/** Reconciles one CatalogSource; the key is `namespace/name`. */
import { parseKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { decideCatalogSource } from '#lib/olm/sources/status.ts';
import { parseSourceSpec } from '#lib/olm/sources/spec.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import { FIELD_MANAGER, getOf, observeSource, type World } from './world.ts';
import { writeStatus } from './write.ts';

/**
 * Writes the status when it has changed; a ConfigMap that the source reads is made its own. Rejects with KubeError.
 */
export async function reconcileCatalogSource(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  const { namespace = '', name } = parseKey(key);
  const source = getOf(world.caches.catalogSources, isCatalogSource, { namespace, name });
  if (source === undefined || source.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
  const status = decideCatalogSource(source, observeSource(world, source), world.clock.now());
  if (status === source.status) return { kind: 'done' };
  if (status.configMapReference?.uid !== source.status?.configMapReference?.uid) {
    await adoptConfigMap(world, source, signal);
  }
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

/** The ConfigMap belongs to its CatalogSource and goes with it (OLM 3). */
async function adoptConfigMap(world: World, source: CatalogSource, signal: AbortSignal): Promise<void> {
  const { place } = parseSourceSpec(source);
  const { namespace = '', name: owner = '', uid = '' } = source.metadata;
  if (place?.kind !== 'configMap') return;
  const ref = { namespace, name: place.name };
  try {
    const { metadata } = await world.client.get(resources.configMaps, ref, { signal });
    const owners = metadata.ownerReferences ?? [];
    if (owners.some((reference) => reference.uid === uid)) return;
    const { apiVersion, kind } = source;
    const ours = { apiVersion, kind, name: owner, uid, blockOwnerDeletion: false, controller: false };
    const { resourceVersion } = metadata;
    await world.client.patch(
      resources.configMaps,
      ref,
      { type: 'merge', body: { metadata: { ownerReferences: [...owners, ours], resourceVersion } } },
      { fieldManager: FIELD_MANAGER, signal },
    );
  } catch (error) {
    // Gone meanwhile: the source is read again and says so.
    if (!isKubeError(error, 'notFound')) throw error;
  }
}
