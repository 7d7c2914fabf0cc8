/**
 * What the rest of the server may know of catalogs. A catalog is the content of one CatalogSource; content is
 * addressed by digest so that an InstallPlan can refer to it instead of carrying it.
 */
import type { CatalogPackage, CatalogWarning } from '#lib/olm/api/catalog.ts';
import type { SourceProblem } from '#lib/olm/api/catalog-answers.ts';
import type { BundleContent, CatalogRef } from './catalog-ref.ts';
import type { StoredCatalog } from './store/catalog-cache.ts';

export type { BundleContent, CatalogRef } from './catalog-ref.ts';

/** A catalog directory given on the command line: the only paths a controller ever reads catalogs from. */
export interface CatalogDirectory {
  /** Name of the CatalogSource that offers it. */
  name: string;
  directory: string;
}

/** One catalog as it is offered now. */
export interface Catalog {
  ref: CatalogRef;
  packages: ReadonlyMap<string, CatalogPackage>;
  /** What was dropped and why; one bad file or entry hides nothing else. */
  warnings: readonly CatalogWarning[];
  /** Unix ms of the last successful read. */
  readAt: number;
  /** Changes whenever the content does. */
  digest: string;
  /** What `packages` is of, with answers that need no package; absent while nothing was read. */
  stored?: StoredCatalog;
  /** How reading it goes, as of the moment it is looked at. */
  reading?: SourceReading;
}

/** Of both formats: what OLM installs, and declarative operators. */
export function packageCount({ packages, stored }: Catalog): number {
  return packages.size + (stored?.counts.operators ?? 0);
}

/** From the index where there is one; versions of declarative operators count as bundles. */
export function bundleCount({ packages, stored }: Catalog): number {
  const count = (): number =>
    [...packages.values()].reduce((sum, pkg) => sum + Object.keys(pkg.bundles).length, 0);
  return stored === undefined ? count() : stored.counts.bundles + stored.counts.versions;
}

/** Times in unix ms. */
export interface SourceReading {
  /** Of the last answer of the source since this process started. */
  checkedAt?: number;
  /** A read is under way or about to begin. */
  fetching: boolean;
  /** What was read before stays offered meanwhile. */
  problem?: SourceProblem;
  /** Of the ConfigMap that was read, for a source of that kind. */
  configMap?: { uid: string; resourceVersion: string };
}

/** The catalogs as they are offered now. Methods answer from what was read; none waits for a source. */
export interface CatalogStore {
  /** All catalogs known now, the ones that could not be read included (with no packages and a warning). */
  list(): Catalog[];
  get(ref: CatalogRef): Catalog | undefined;
  /** Manifests by digest; undefined when no catalog holds them any more. */
  content(digest: string): Promise<BundleContent | undefined>;
  /** Called after a catalog has other content, a new problem or none any more, or is gone. Returns the unsubscriber. */
  subscribe(handler: (ref: CatalogRef) => void): () => void;
  stop(): void;
}
