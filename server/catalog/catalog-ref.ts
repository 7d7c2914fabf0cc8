/** How catalogs and the contents of bundles are addressed. */
import type { KubeObject } from '#lib/k8s/object.ts';

export type { CatalogRef } from '#lib/olm/resolver/types.ts';

/** A bundle's manifests in the order of its files. */
export interface BundleContent {
  digest: string;
  objects: readonly KubeObject[];
}
