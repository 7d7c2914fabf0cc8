/** How catalogs and the contents of bundles are addressed. */
import type { KubeObject } from '#lib/k8s/object.ts';

/** Namespace and name of the CatalogSource. */
export interface CatalogRef {
  namespace: string;
  name: string;
}

/** A bundle's manifests in the order of its files. */
export interface BundleContent {
  digest: string;
  objects: readonly KubeObject[];
}
