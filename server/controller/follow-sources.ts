/** The CatalogSources of the cluster, told to the store of catalogs. */
import { parseSourceSpec } from '#lib/olm/sources/spec.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { SourceStore } from '#server/catalog/store/source-store.ts';
import type { CatalogRef } from '#server/catalog/types.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import type { ResourceCache } from '#server/kube/types.ts';

/** @param cache complete. Returns what ends it. */
export function followSources(cache: ResourceCache, store: SourceStore): () => void {
  store.keepOnly(cache.list().map(refOf));
  return cache.subscribe(({ type, object }) => {
    if (type === 'deleted' || !isCatalogSource(object)) store.withdraw(refOf(object));
    else store.offer(refOf(object), parseSourceSpec(object), object.metadata.uid);
  });
}

function refOf({ metadata }: KubeObject): CatalogRef {
  return { namespace: metadata.namespace ?? '', name: metadata.name };
}
