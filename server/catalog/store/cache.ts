/** The catalog's cache: one folder with indexes, fetched catalogs and manifests. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { KubeObject } from '#lib/k8s/object.ts';
import { optional } from '#lib/base/loose.ts';
import { realClock } from '#server/kube/clock.ts';
import { collectGarbage, keepWithin } from './cache-garbage.ts';
import { requireRoom } from './cache-room.ts';
import {
  NothingUsable,
  type CachedSource,
  type CatalogCache,
  type KnownSource,
  type StoredCatalog,
} from './catalog-cache.ts';
import { ContentStore, type PackedContent } from './content-store.ts';
import { IndexFile } from '../indexer/index-file.ts';
import { fetchName, releaseName } from './fetch-names.ts';
import { limits } from '../read/limits.ts';
import { Readers } from '../indexer/readers.ts';
import { StoredIndex } from '../indexer/stored-index.ts';
import { SourceError } from '../sources/reader.ts';
import { sourceKey, StoredSources, type StoredSource } from './stored-sources.ts';
import type { BundleContent } from '../types.ts';
import { partialName } from './write-whole.ts';

/** Where it lies, how large it gets, and who is told of damage. */
export interface CatalogCacheOptions {
  /** Made when it is not there. Several processes may share it. */
  directory: string;
  now?: () => number;
  /** A file of the source's content was damaged after it was opened: `open` makes it again where that is possible. */
  onDamage?: (source: CachedSource) => void;
  /** Where catalogs are read; ended by the cache. Default: its own. */
  processes?: Readers;
  /** Bytes on disk. */
  most?: Partial<Record<Bounded, number>>;
  /** How long what newer content replaced stays readable for who is at it, in ms. Default a minute. */
  retireMs?: number;
  /** How long after it was opened an index is read as a whole, to find what is damaged before anybody asks for it, in ms. */
  checkMs?: number;
}

type Bounded = 'keptFolders' | 'indexes' | 'indexesOfOne' | 'storedContents';

/** Changes with everything that makes folders of before unreadable. */
const LAYOUT = 'v1';
const RETIRE_MS = 60_000;
/** Nobody waits for it: at the start of the process there is enough to do. */
const CHECK_MS = 2_000;

/** Nothing is read or made before it is asked for. */
export function createCatalogCache(options: CatalogCacheOptions): CatalogCache {
  return new Cache(options);
}

interface Reading {
  directory: string;
  version: string;
  signal: AbortSignal;
  /** Of the cache. */
  folder?: string;
}

class Cache implements CatalogCache {
  private readonly root: string;
  private readonly now: () => number;
  private readonly onDamage: (source: CachedSource) => void;
  private readonly sources: StoredSources;
  private readonly contents: ContentStore;
  private readonly processes: Readers;
  private readonly most: Record<Bounded, number>;
  private readonly retireMs: number;
  private readonly checkMs: number;
  private readonly opened = new Map<string, StoredIndex>();

  constructor(options: CatalogCacheOptions) {
    const {
      directory,
      now = () => realClock.now(),
      onDamage = () => undefined,
      processes = new Readers(),
    } = options;
    this.root = join(directory, LAYOUT);
    this.processes = processes;
    this.most = { ...limits, ...options.most };
    this.retireMs = options.retireMs ?? RETIRE_MS;
    this.checkMs = options.checkMs ?? CHECK_MS;
    this.now = now;
    this.onDamage = onDamage;
    this.sources = new StoredSources(join(this.root, 'sources'));
    this.contents = new ContentStore(join(this.root, 'contents'), this.most.storedContents);
  }

  async known(): Promise<KnownSource[]> {
    // Whoever asks is about to offer what there is; what nobody wants any more may lie there a moment longer.
    void this.collect();
    return (await this.sources.list()).map(({ ref, address, uid, version, readAt }) => ({
      ref,
      address,
      ...optional({ uid }),
      version,
      readAt,
    }));
  }

  async open(source: CachedSource): Promise<StoredCatalog | undefined> {
    const stored = await this.sources.get(source);
    if (stored === undefined) return undefined;
    const file = await IndexFile.open(this.indexPath(stored.index));
    if (file !== undefined) return this.use(source, file, stored);
    return stored.folder === undefined ? undefined : this.rebuild(source, stored, stored.folder);
  }

  async folder(): Promise<string> {
    const name = fetchName();
    const path = this.folderPath(name);
    await mkdir(dirname(path), { recursive: true });
    // By itself: with its parents at once, a disk that may only be read is said not to be there.
    await mkdir(path);
    return path;
  }

  async discard(folder: string): Promise<void> {
    releaseName(basename(folder));
    await rm(folder, { recursive: true, force: true });
  }

  async take(
    source: CachedSource,
    { folder, version, signal }: { folder: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog> {
    try {
      const before = await this.sources.get(source);
      const name = basename(folder);
      const taken = await this.index(source, { directory: folder, version, signal, folder: name });
      releaseName(name);
      if (before?.folder !== undefined && before.folder !== name)
        await this.discard(this.folderPath(before.folder));
      return taken;
    } catch (error) {
      await this.discard(folder);
      throw error;
    }
  }

  read(
    source: CachedSource,
    { path, version, signal }: { path: string; version: string; signal: AbortSignal },
  ): Promise<StoredCatalog> {
    return this.index(source, { directory: path, version, signal });
  }

  async forget(source: CachedSource): Promise<void> {
    const stored = await this.sources.get(source);
    this.retire(sourceKey(source));
    await this.sources.delete(source);
    if (stored?.folder !== undefined) await this.discard(this.folderPath(stored.folder));
    await this.collect();
  }

  async putContent(content: PackedContent): Promise<void> {
    await this.contents.put(content);
    await this.contents.collect();
  }

  async content(digest: string): Promise<BundleContent | undefined> {
    const objects = (await this.contents.get(digest)) ?? (await this.fromIndexes(digest));
    return objects && { digest, objects };
  }

  close(): Promise<void> {
    this.processes.close();
    return Promise.resolve();
  }

  private async fromIndexes(digest: string): Promise<readonly KubeObject[] | undefined> {
    for (const index of this.opened.values()) {
      const packed = index.packedContent(digest);
      const objects = packed && (await this.contents.unpack(digest, packed));
      if (packed === undefined || objects === undefined) continue;
      // What an install asked for stays to be had when the catalog changes or goes before the install is done.
      await this.contents.putPacked(digest, () => packed).catch(() => undefined);
      return objects;
    }
    return undefined;
  }

  private async rebuild(
    source: CachedSource,
    { version, readAt }: StoredSource,
    folder: string,
  ): Promise<StoredCatalog | undefined> {
    const { signal } = new AbortController();
    try {
      const directory = this.folderPath(folder);
      return await this.index(source, { directory, version, signal, folder }, readAt);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return undefined;
    }
  }

  private async index(source: CachedSource, reading: Reading, readAt = this.now()): Promise<StoredCatalog> {
    const { ref, address, uid } = source;
    const { version, folder } = reading;
    const index = await this.makeIndex(source, reading);
    const file = await IndexFile.open(this.indexPath(index));
    if (file === undefined) throw new SourceError('unreachable', 'the cache cannot be read again');
    const stored: StoredSource = {
      ref: { namespace: ref.namespace, name: ref.name },
      address,
      ...optional({ uid }),
      version,
      readAt,
      index,
      ...optional({ folder }),
    };
    await this.sources.set(stored);
    await this.collect();
    return this.use(source, file, stored);
  }

  /** Resolves to the name of the index. */
  private async makeIndex(source: CachedSource, { directory, signal }: Reading): Promise<string> {
    const output = partialName(this.indexPath('new'));
    const earlier = (await this.sources.get(source))?.index;
    const job = {
      kind: 'index',
      directory,
      output,
      contents: join(this.root, 'contents'),
      ...(earlier === undefined ? {} : { earlier: this.indexPath(earlier) }),
    } as const;
    try {
      const ended = await this.processes.run(job, signal, source.ref.namespace);
      const { outcomeAmong } = await import('../indexer/job.ts');
      const outcome = outcomeAmong(ended, 'read', 'nothing');
      if (outcome.kind === 'nothing') throw new NothingUsable(outcome.warnings);
      const others = (await this.sources.list()).map((each) => ({
        ...each,
        path: this.indexPath(each.index),
      }));
      await requireRoom(source.ref, output, others, this.most);
      await rename(output, this.indexPath(outcome.name));
      return outcome.name;
    } finally {
      await rm(output, { force: true });
    }
  }

  private use(source: CachedSource, file: IndexFile, { version, readAt }: StoredSource): StoredCatalog {
    const index = new StoredIndex(file, {
      version,
      readAt,
      onDamage: () => void rm(file.path, { force: true }).then(() => this.onDamage(source)),
    });
    const key = sourceKey(source);
    this.retire(key);
    this.opened.set(key, index);
    setTimeout(() => void this.check(key, index), this.checkMs).unref();
    return index;
  }

  private async check(key: string, index: StoredIndex): Promise<void> {
    const isOpen = (): boolean => this.opened.get(key) === index;
    if (isOpen() && !(await index.file.isWhole()) && isOpen()) index.onDamage();
  }

  private retire(key: string): void {
    const index = this.opened.get(key);
    this.opened.delete(key);
    if (index === undefined) return;
    setTimeout(() => index.file.close(), this.retireMs).unref();
  }

  /** Never rejects: what cannot be deleted now is found again. */
  private async collect(): Promise<void> {
    try {
      const sources = (await this.sources.list()).sort((a, b) => a.readAt - b.readAt);
      const keep = sources.flatMap(({ index, folder = '' }) => [index, folder]);
      await collectGarbage({
        indexes: join(this.root, 'indexes'),
        folders: join(this.root, 'folders'),
        keep: new Set(keep),
        now: this.now(),
      });
      // Without its folder a damaged index costs another fetch, and nothing else.
      const folders = sources.flatMap(({ folder }) =>
        folder === undefined ? [] : [this.folderPath(folder)],
      );
      await keepWithin(this.most.keptFolders, folders);
      await this.contents.collect();
    } catch {
      // A disk that is full or may not be written costs room, not catalogs.
    }
  }

  private indexPath(name: string): string {
    return join(this.root, 'indexes', name);
  }

  private folderPath(name: string): string {
    return join(this.root, 'folders', name);
  }
}
