/** Catalogs that are directories of this machine: read at the start, read again when they change. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';
import { createCatalogCache } from '../store/cache.ts';
import { NothingUsable, type CatalogCache, type StoredCatalog } from '../store/catalog-cache.ts';
import { reason } from '../read/document.ts';
import type { BundleContent, Catalog, CatalogDirectory, CatalogRef, CatalogStore } from '../types.ts';
import { walkCatalog } from '../read/walk.ts';

/** Under which names directories are offered, and how often they are looked at. */
export interface DirectoryStoreOptions {
  /** Namespace of the CatalogSources that offer the directories. */
  namespace: string;
  clock?: Pick<Clock, 'now' | 'setTimer'>;
  /** How often the directories are looked at for changes, in ms. Default 2000. */
  scanMs?: number;
  /** Told of every catalog read, for the log. */
  onRead?: (catalog: Catalog, ms: number) => void;
}

const scanClock: Pick<Clock, 'now' | 'setTimer'> = {
  now: () => realClock.now(),
  setTimer: (ms, fire) => {
    const timer = setTimeout(fire, ms).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves when every directory has been read once. A directory that cannot be read is a catalog with a warning. */
export async function createDirectoryStore(
  directories: readonly CatalogDirectory[],
  options: DirectoryStoreOptions,
): Promise<CatalogStore> {
  const store = new DirectoryStore(directories, options);
  await store.start();
  return store;
}

interface Source {
  ref: CatalogRef;
  directory: string;
  catalog: Catalog;
  /** Of the files as they were when they were read. */
  signature: string;
  /** Of the files at the last look; a change is read once it has stood still for one look. */
  lastSeen: string;
}

class DirectoryStore implements CatalogStore {
  private readonly sources: Source[];
  private readonly options: DirectoryStoreOptions;
  private readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  private readonly handlers = new Set<(ref: CatalogRef) => void>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'capstan-cache-'));
  private readonly cache: CatalogCache;
  private readonly abort = new AbortController();
  private cancelTimer: () => void = () => undefined;

  constructor(directories: readonly CatalogDirectory[], options: DirectoryStoreOptions) {
    this.options = options;
    this.clock = options.clock ?? scanClock;
    this.cache = createCatalogCache({ directory: this.folder, now: () => this.clock.now() });
    this.sources = directories.map(({ name, directory }) => {
      const ref = { namespace: options.namespace, name };
      const catalog = { ref, packages: new Map(), warnings: [], readAt: 0, digest: '' };
      return {
        ref,
        directory,
        catalog,
        signature: '',
        lastSeen: '',
      };
    });
  }

  async start(): Promise<void> {
    for (const source of this.sources) {
      await this.read(source);
    }
    this.schedule();
  }

  list(): Catalog[] {
    return this.sources.map(({ catalog }) => catalog);
  }

  get(ref: CatalogRef): Catalog | undefined {
    return this.sources.find(
      (source) => source.ref.name === ref.name && source.ref.namespace === ref.namespace,
    )?.catalog;
  }

  content(digest: string): Promise<BundleContent | undefined> {
    return this.cache.content(digest);
  }

  subscribe(handler: (ref: CatalogRef) => void): () => void {
    this.handlers.add(handler);
    return () => {
      this.handlers.delete(handler);
    };
  }

  stop(): void {
    this.cancelTimer();
    this.abort.abort();
    this.handlers.clear();
    void this.cache.close().then(() => rm(this.folder, { recursive: true, force: true, maxRetries: 5 }));
  }

  private schedule(): void {
    if (!this.abort.signal.aborted) {
      this.cancelTimer = this.clock.setTimer(this.options.scanMs ?? 2000, () => {
        void this.scan().finally(() => {
          this.schedule();
        });
      });
    }
  }

  private async scan(): Promise<void> {
    for (const source of this.sources) {
      const signature = await walkCatalog(source.directory).then(
        (found) => found.signature,
        (error: unknown) => `unreadable: ${reason(error)}`,
      );
      const settled = signature === source.lastSeen;
      source.lastSeen = signature;
      if (signature !== source.signature && settled && !this.abort.signal.aborted) {
        await this.read(source);
      }
    }
  }

  /** Never rejects. */
  private async read(source: Source): Promise<void> {
    const started = this.clock.now();
    const before = source.catalog;
    try {
      const found = await walkCatalog(source.directory);
      source.signature = found.signature;
      source.lastSeen = found.signature;
      const stored = await this.cache.read(
        { ref: source.ref, address: `directory ${source.directory}` },
        { path: source.directory, version: hashOf(found.signature), signal: this.abort.signal },
      );
      source.catalog = catalogOf(source.ref, stored);
    } catch (error) {
      if (this.abort.signal.aborted) {
        return;
      }
      this.keep(source, error);
    }
    this.options.onRead?.(source.catalog, this.clock.now() - started);
    if (
      source.catalog.digest !== before.digest ||
      source.catalog.warnings.length !== before.warnings.length
    ) {
      this.handlers.forEach((handler) => {
        handler(source.ref);
      });
    }
  }

  /** What was read before stays, with the reason why there is nothing newer. */
  private keep(source: Source, error: unknown): void {
    const { catalog } = source;
    if (error instanceof NothingUsable) {
      const kept = [
        { message: withKept('nothing in the directory can be used', catalog) },
        ...error.warnings,
      ];
      source.catalog =
        catalog.packages.size === 0
          ? { ...catalog, warnings: error.warnings, readAt: this.clock.now() }
          : { ...catalog, warnings: kept };
      return;
    }
    source.signature = `unreadable: ${reason(error)}`;
    source.lastSeen = source.signature;
    const message = `the directory cannot be read: ${reason(error)}`;
    source.catalog = { ...catalog, warnings: [{ message: withKept(message, catalog) }] };
  }
}

function catalogOf(ref: CatalogRef, stored: StoredCatalog): Catalog {
  const { packages, warnings, readAt, digest } = stored;
  return { ref, packages, warnings, readAt, digest, stored };
}

function hashOf(signature: string): string {
  return createHash('sha256').update(signature).digest('hex');
}

function withKept(message: string, before: Catalog): string {
  return before.packages.size === 0
    ? message
    : `${message}; the content read at ${new Date(before.readAt).toISOString()} is still offered`;
}
