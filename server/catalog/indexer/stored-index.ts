/** The content of a source, answered from its index. */
import type { CatalogIcon, CatalogPackage, CatalogWarning, GroupVersionKind } from '#lib/olm/api/catalog.ts';
import type { ResolverPackage } from '#lib/olm/resolver/types.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { StoredCatalog, StoredTile } from '../store/catalog-cache.ts';
import type { IconImage } from '../read/icon.ts';
import { limits } from '../read/limits.ts';
import type { LongTexts } from '../read/long-texts.ts';
import { apiKey } from '../read/api-key.ts';
import type { ReadBundle } from '../read/bundle-directory.ts';
import { Recent, RecentOrAlive } from '../store/recent.ts';
import { decodeSlim } from '../read/slim-package.ts';
import type { Contents, IconEntry, PackagesByApi, RecordPlace, TextRef } from './format.ts';
import type { IndexFile } from './index-file.ts';
import { LazyMap } from './lazy-map.ts';
import { decodeDirectories, decodePackage } from './packages.ts';
import { joinAnswer } from './package-answer.ts';
import { bytesAt } from './text-block.ts';

/** Packages kept ready for use, in bytes of their JSON. */
const PACKAGES = 3 * 1024 * 1024;
/** The same for their graphs: a hundred common ones. */
const GRAPHS = 1024 * 1024;
/** Long texts kept unpacked. */
const BLOCKS = 1536 * 1024;

const noTexts: LongTexts = { description: '', examples: [], permissions: [] };

/** What the index does not say of itself. */
export interface StoredIndexOptions {
  version: string;
  /** Unix ms. */
  readAt: number;
  /** Told when a record turns out to be damaged; what it held is absent. */
  onDamage?: () => void;
}

/** Reads synchronously, a few packages kept; a closed file is as good as an empty one. */
export class StoredIndex implements StoredCatalog {
  readonly packages: ReadonlyMap<string, CatalogPackage>;
  readonly graphs: ReadonlyMap<string, ResolverPackage>;
  readonly version: string;
  readonly readAt: number;
  readonly file: IndexFile;
  private readonly places: ReadonlyMap<string, RecordPlace>;
  private readonly answers: ReadonlyMap<string, RecordPlace>;
  private readonly icons: ReadonlyMap<string, IconEntry>;
  private readonly recent = new Recent<CatalogPackage>(PACKAGES);
  private readonly recentGraphs = new RecentOrAlive<ResolverPackage>(GRAPHS);
  private readonly blocks = new Recent<Buffer>(BLOCKS);
  /** Told when some of the file turns out to be damaged. */
  readonly onDamage: () => void;
  private contents: Map<string, RecordPlace> | undefined;
  private apis: Map<string, readonly string[]> | undefined;

  constructor(file: IndexFile, options: StoredIndexOptions) {
    this.file = file;
    this.version = options.version;
    this.readAt = options.readAt;
    this.onDamage = options.onDamage ?? (() => undefined);
    this.places = new Map(file.head.packages);
    this.answers = new Map(file.head.answers);
    this.icons = new Map(file.head.icons);
    this.packages = new LazyMap([...this.places.keys()], (name) => this.package(name));
    const graphs = new Map(file.head.graphs);
    this.graphs = new LazyMap([...graphs.keys()], (name) => this.graph(name, graphs.get(name)));
  }

  get digest(): string {
    return this.file.head.digest;
  }

  get counts(): StoredCatalog['counts'] {
    return this.file.head.counts;
  }

  get warnings(): readonly CatalogWarning[] {
    return this.file.head.warnings;
  }

  get operators(): ReadonlyMap<string, readonly RepositoryVersion[]> {
    const { counts, operators } = this.file.head;
    return new Map(
      counts.operators === 0
        ? []
        : ((this.json(operators) as [string, RepositoryVersion[]][] | undefined) ?? []),
    );
  }

  get tiles(): readonly StoredTile[] {
    return (this.json(this.file.head.tiles) as StoredTile[] | undefined) ?? [];
  }

  /** Of a question about the package: JSON of a PackageDetail. */
  answer(packageName: string): Buffer | undefined {
    const place = this.answers.get(packageName);
    // Places of long texts come on top of what the writer measures.
    const packed = place && this.record(place, 2 * limits.record);
    return packed && joinAnswer(packed, (number) => this.block(number));
  }

  get firstTiles(): readonly StoredTile[] {
    return (this.json(this.file.head.firstTiles) as StoredTile[] | undefined) ?? [];
  }

  icon(packageName: string): { tag: string; image: IconImage } | undefined {
    const entry = this.icons.get(packageName);
    const bytes = entry === undefined ? undefined : this.record(entry.place);
    return entry === undefined || bytes === undefined
      ? undefined
      : { tag: entry.tag, image: { mediaType: entry.mediaType, bytes } };
  }

  providers(api: GroupVersionKind): readonly string[] {
    this.apis ??= new Map(
      Object.entries((this.json(this.file.head.providers) as PackagesByApi | undefined) ?? {}),
    );
    return this.apis.get(apiKey(api)) ?? [];
  }

  /** Digests of the manifests that the catalog carries itself. */
  contentDigests(): IterableIterator<string> {
    return this.contentPlaces().keys();
  }

  /** Manifests as they are stored; undefined when they are not in this catalog, or damaged. */
  packedContent(digest: string): Buffer | undefined {
    const place = this.contentPlaces().get(digest);
    return place === undefined ? undefined : this.whole(this.file.packed(place));
  }

  /** What was read of bundle directories, by their names. */
  directories(): Map<string, ReadBundle> {
    const bytes = this.record(this.file.head.directories, limits.directories);
    return bytes === undefined
      ? new Map<string, ReadBundle>()
      : decodeDirectories(JSON.parse(bytes.toString()), (ref) => this.texts(ref));
  }

  private contentPlaces(): Map<string, RecordPlace> {
    this.contents ??= new Map(
      Object.entries((this.json(this.file.head.contents) as Contents | undefined) ?? {}),
    );
    return this.contents;
  }

  private package(name: string): CatalogPackage | undefined {
    const known = this.recent.get(name);
    const place = known === undefined ? this.places.get(name) : undefined;
    const bytes = place === undefined ? undefined : this.record(place);
    if (bytes === undefined) return known;
    const icon = this.icons.has(name) ? (): CatalogIcon | undefined => this.catalogIcon(name) : undefined;
    const pkg = decodePackage(JSON.parse(bytes.toString()), (ref) => this.texts(ref), icon);
    this.recent.set(name, pkg, bytes.length);
    return pkg;
  }

  private graph(name: string, place: RecordPlace | undefined): ResolverPackage | undefined {
    const known = this.recentGraphs.get(name);
    const bytes = known === undefined && place !== undefined ? this.record(place) : undefined;
    if (bytes === undefined) return known;
    const graph = decodeSlim(JSON.parse(bytes.toString()));
    this.recentGraphs.set(name, graph, bytes.length);
    return graph;
  }

  private catalogIcon(name: string): CatalogIcon | undefined {
    const icon = this.icon(name);
    return icon && { mediaType: icon.image.mediaType, base64: icon.image.bytes.toString('base64') };
  }

  private texts([block, index]: TextRef): LongTexts {
    const bytes = this.block(block);
    const [told, permissions] = [0, 1].map((next) => bytes && bytesAt(bytes, index + next)?.toString());
    return told === undefined || permissions === undefined
      ? noTexts
      : ({ ...(JSON.parse(told) as object), permissions: JSON.parse(permissions) as unknown } as LongTexts);
  }

  private block(number: number): Buffer | undefined {
    const key = String(number);
    const known = this.blocks.get(key);
    const place = this.file.head.blocks[number];
    const bytes = known ?? (place === undefined ? undefined : this.record(place));
    if (bytes !== undefined && known === undefined) this.blocks.set(key, bytes, bytes.length);
    return bytes;
  }

  /** Written by us and guarded by checksums. */
  private json(place: RecordPlace): unknown {
    const bytes = this.record(place, limits.lists);
    return bytes && JSON.parse(bytes.toString());
  }

  private record(place: RecordPlace, most: number = limits.record): Buffer | undefined {
    return this.whole(this.file.record(place, most));
  }

  private whole(bytes: Buffer | undefined): Buffer | undefined {
    if (bytes === undefined && !this.file.isClosed) this.onDamage();
    return bytes;
  }
}
