/** What was read of catalogs, on disk and indexed: opened again in milliseconds, and safe to delete at any time. */
import type { CatalogPackage, CatalogWarning, GroupVersionKind } from '#lib/olm/api/catalog.ts';
import type { ResolverPackage } from '#lib/olm/resolver/types.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import type { BundleContent, CatalogRef } from '../catalog-ref.ts';
import type { PackedContent } from './content-store.ts';
import type { IconImage } from '../read/icon.ts';
import { SourceError } from '../sources/reader.ts';

/** A source as the cache knows it: content is only offered again for the very address it was read from. */
export interface CachedSource {
  ref: CatalogRef;
  /** Kind and address, such as `image quay.io/operatorhubio/catalog:latest`; hashed for file names. */
  address: string;
  /** Of the CatalogSource: one that was made anew may have other rights. Absent for directories, which are ours. */
  uid?: string;
}

/** Same address and same CatalogSource: one made anew under its name has another UID. */
export function isSameSource(one: CachedSource | undefined, other: CachedSource | undefined): boolean {
  return one?.address === other?.address && one?.uid === other?.uid;
}

/** A source whose content lies on disk. */
export interface KnownSource extends CachedSource {
  /** As the reader gave it. */
  version: string;
  /** Unix ms. */
  readAt: number;
}

/** A tile without what only the CatalogSource knows. */
export type StoredTile = Omit<CatalogTile, 'catalogNamespace' | 'catalog' | 'catalogDisplayName'>;

/**
 * The content of one source. Packages are read from disk when they are asked for, and it stays readable after newer
 * content took its place and after the files were deleted. Whatever is damaged meanwhile is absent, and `onDamage` of
 * the cache is told. Not to be copied field by field: `tiles` is made when it is asked for.
 */
export interface StoredCatalog {
  /** `get` reads one package (a few are kept), the iterators read all. */
  readonly packages: ReadonlyMap<string, CatalogPackage>;
  /** The same packages for the resolver: far smaller, so that many are kept. */
  readonly graphs: ReadonlyMap<string, ResolverPackage>;
  /** One for each package, read from disk each time. */
  readonly tiles: readonly StoredTile[];
  /** What `firstTiles` leaves of them. */
  readonly firstTiles: readonly StoredTile[];
  readonly counts: Readonly<Record<'packages' | 'channels' | 'bundles' | 'operators' | 'versions', number>>;
  /** Declarative operators (KUDO), which nothing resolves: versions by name, newest first. */
  readonly operators: ReadonlyMap<string, readonly RepositoryVersion[]>;
  readonly warnings: readonly CatalogWarning[];
  /** JSON of a PackageDetail, put together from bytes; undefined when there is no such package. */
  answer(packageName: string): Buffer | undefined;
  /** `tag` changes with the picture. Undefined when there is none, or none that is an image. */
  icon(packageName: string): { tag: string; image: IconImage } | undefined;
  /** Names of packages of which some bundle provides the API. */
  providers(api: GroupVersionKind): readonly string[];
  /** Changes whenever the content does, whatever source it came from. */
  readonly digest: string;
  /** The source's own name of the content, as its reader gave it. */
  readonly version: string;
  /** Unix ms. */
  readonly readAt: number;
}

/** There is something, but nothing of it can be offered. What was kept of the source stays. */
export class NothingUsable extends SourceError {
  /** At least one. */
  readonly warnings: readonly CatalogWarning[];

  constructor(warnings: readonly CatalogWarning[]) {
    const [first] = warnings;
    const why = [first?.file, first?.package, first?.entry, first?.message].filter(Boolean).join(': ');
    super('invalid', `nothing in it can be used (${why})`);
    this.warnings = warnings;
  }
}

/**
 * Reading happens in a process of its own with bounds on memory and time: it neither blocks nor swells this one. `take`
 * and `read` reject with SourceError (NothingUsable among them), or with the signal's reason when aborted; the content
 * that was there stays then.
 */
export interface CatalogCache {
  /** Everything that `open` would find, from a look at a few small files. */
  known(): Promise<KnownSource[]>;
  /** Undefined when nothing is kept for the source, or what is kept is torn and cannot be made again. */
  open(source: CachedSource): Promise<StoredCatalog | undefined>;
  /** A new empty folder to fetch into, on the disk of the cache. */
  folder(): Promise<string>;
  /** Of a fetch that failed. */
  discard(folder: string): Promise<void>;
  /** Reads a fetched folder and makes it the content of the source; the folder belongs to the cache from then on. */
  take(
    source: CachedSource,
    fetched: { folder: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog>;
  /** Reads a directory that stays where it is. Bundle directories that look as they did are not read again. */
  read(
    source: CachedSource,
    directory: { path: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog>;
  /** Of a source that is gone. */
  forget(source: CachedSource): Promise<void>;
  /** Keeps manifests. Where the disk does not take them they are kept in memory for a while. */
  putContent(content: PackedContent): Promise<void>;
  /** Manifests that were put, or that an open catalog carries itself; what is read is checked against the digest. */
  content(digest: string): Promise<BundleContent | undefined>;
  close(): Promise<void>;
}
