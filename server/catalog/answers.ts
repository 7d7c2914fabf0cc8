/** What the catalog service answers, shared with its client. */
import type { CatalogBundle, CatalogPackage, CatalogWarning } from '#lib/olm/catalog.ts';
import type { CatalogTile } from '#lib/olm/catalog-tile.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CatalogRef } from './types.ts';

/** One catalog and how it is. */
export interface SourceHealth extends CatalogRef {
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

export type TileList = CatalogTile[];
