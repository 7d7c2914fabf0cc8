/** What the catalog endpoints answer, as the console's pages read it. */
import type { KubeObject } from '../k8s/object.ts';
import type { CatalogBundle, CatalogPackage, CatalogWarning } from './catalog.ts';

/** One catalog and how it is. */
export interface SourceHealth {
  namespace: string;
  name: string;
  displayName?: string;
  publisher?: string;
  /** False when nothing of it can be offered. */
  healthy: boolean;
  packages: number;
  bundles: number;
  warnings: readonly CatalogWarning[];
  /** Unix ms of the last successful read; 0 when there was none. */
  readAt: number;
  digest: string;
}

/**
 * A package without its icon. Bundles that head no channel come without description and examples: those are asked for
 * by bundle when somebody looks at an older version.
 */
export type PackageDetail = Omit<CatalogPackage, 'icon'> & { hasIcon: boolean };

export interface BundleDetail {
  bundle: CatalogBundle;
  /** Absent when the manifests are not in the catalog but in an image. */
  csv?: KubeObject;
  crds: KubeObject[];
}
