/** Catalogs that are directories of this machine: read at the start, read again when they change. */
import type { Clock } from '#server/kube/types.ts';
import { readContent } from './content.ts';
import { Contents } from './contents.ts';
import { reason } from './document.ts';
import { readCatalogDirectory, type DirectoryContent } from './read-directory.ts';
import type { BundleContent, Catalog, CatalogDirectory, CatalogRef, CatalogStore } from './types.ts';
import { walkCatalog } from './walk.ts';

export interface DirectoryStoreOptions {
  /** Namespace of the CatalogSources that offer the directories. */
  namespace: string;
  clock?: Pick<Clock, 'now' | 'setTimer'>;
  /** How often the directories are looked at for changes, in ms. Default 2000. */
  scanMs?: number;
  /** Told of every catalog read, for the log. */
  onRead?: (catalog: Catalog, ms: number) => void;
}

const realClock: Pick<Clock, 'now' | 'setTimer'> = {
  now: () => Date.now(),
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
  locations: DirectoryContent['locations'];
  bundles: DirectoryContent['bundles'];
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
  private readonly contents = new Contents();
  private readonly abort = new AbortController();
  private cancelTimer: () => void = () => undefined;

  constructor(directories: readonly CatalogDirectory[], options: DirectoryStoreOptions) {
    this.options = options;
    this.clock = options.clock ?? realClock;
    this.sources = directories.map(({ name, directory }) => {
      const ref = { namespace: options.namespace, name };
      const catalog = { ref, packages: new Map(), warnings: [], readAt: 0, digest: '' };
      return {
        ref,
        directory,
        catalog,
        locations: new Map(),
        bundles: new Map(),
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

  async content(digest: string): Promise<BundleContent | undefined> {
    const known = this.contents.get(digest);
    if (known !== undefined) {
      return { digest, objects: known };
    }
    for (const source of this.sources) {
      const location = source.locations.get(digest);
      const objects =
        location === undefined
          ? undefined
          : await readContent(source.directory, location).catch(() => undefined);
      // What lies there now may be something else than what was read: then it is not the content asked for.
      if (objects !== undefined && this.contents.add(objects) === digest) {
        return { digest, objects };
      }
    }
    return undefined;
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
      const content = await readCatalogDirectory(found, {
        signal: this.abort.signal,
        contents: this.contents,
        before: source.bundles,
      });
      source.bundles = content.bundles;
      this.take(source, content);
    } catch (error) {
      if (this.abort.signal.aborted) {
        return;
      }
      source.signature = `unreadable: ${reason(error)}`;
      source.lastSeen = source.signature;
      const message = `the directory cannot be read: ${reason(error)}`;
      source.catalog = { ...before, warnings: [{ message: withKept(message, before) }] };
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

  private take(source: Source, content: DirectoryContent): void {
    const before = source.catalog;
    if (content.packages.size === 0 && content.warnings.length > 0 && before.packages.size > 0) {
      // Everything broke at once: rather the last good content than an empty catalog.
      const message = withKept('nothing in the directory can be used', before);
      source.catalog = { ...before, warnings: [{ message }, ...content.warnings] };
      return;
    }
    source.locations = content.locations;
    source.catalog = {
      ref: source.ref,
      packages: content.packages,
      warnings: content.warnings,
      readAt: this.clock.now(),
      digest: content.digest,
    };
  }
}

function withKept(message: string, before: Catalog): string {
  return before.packages.size === 0
    ? message
    : `${message}; the content read at ${new Date(before.readAt).toISOString()} is still offered`;
}
