/** What was read of catalogs, on disk and indexed: opened again in milliseconds, and safe to delete at any time. */
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CatalogIcon, CatalogPackage, CatalogWarning, GroupVersionKind } from '#lib/olm/catalog.ts';
import type { CatalogTile } from '#lib/olm/catalog-tile.ts';
import type { BundleContent, CatalogRef } from './types.ts';

/** A source as the cache knows it: content is only offered again for the very address it was read from. */
export interface CachedSource {
  ref: CatalogRef;
  /** Kind and address, such as `image quay.io/operatorhubio/catalog:latest`; hashed for file names. */
  address: string;
}

/** The content of one source. Packages are read from disk when they are asked for. */
export interface StoredCatalog {
  /** `get` reads one package (a few are kept), the iterators read all. */
  packages: ReadonlyMap<string, CatalogPackage>;
  /** Tiles without what only the CatalogSource knows; made when the content was read. */
  tiles: readonly Omit<CatalogTile, 'catalogNamespace' | 'catalog' | 'catalogDisplayName'>[];
  counts: { packages: number; channels: number; bundles: number };
  warnings: readonly CatalogWarning[];
  icon: (packageName: string) => CatalogIcon | undefined;
  /** Names of packages of which some bundle provides the API. */
  providers: (api: GroupVersionKind) => readonly string[];
  /** Changes whenever the content does, whatever source it came from. */
  digest: string;
  /** The source's own name of the content, as its reader gave it. */
  version: string;
  /** Unix ms. */
  readAt: number;
}

export interface CatalogCache {
  /** Undefined when nothing is kept for the source, or what is kept is torn. */
  open(source: CachedSource): Promise<StoredCatalog | undefined>;
  /** A new empty folder to fetch into, on the disk of the cache. */
  folder(): Promise<string>;
  /** Reads a fetched folder and makes it the content of the source; the folder belongs to the cache from then on. */
  take(
    source: CachedSource,
    fetched: { folder: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog>;
  /** Reads a directory that stays where it is. */
  read(
    source: CachedSource,
    directory: { path: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog>;
  /** Of a source that is gone. */
  forget(source: CachedSource): Promise<void>;
  /** Keeps manifests; returns their digest (`sha256:<hex>`). */
  putContent(objects: readonly KubeObject[]): Promise<string>;
  content(digest: string): Promise<BundleContent | undefined>;
  close(): Promise<void>;
}
