/**
 * The catalogs of all CatalogSources: each is read as its spec says, kept on disk, and offered from there. What a
 * source gave last stays offered while it fails.
 */
import { resolve } from 'node:path';
import { addressOf, type SourcePlace, type SourceSpec } from '#lib/olm/sources/spec.ts';
import { realClock } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';
import { optional } from '#lib/base/loose.ts';
import { isSameSource, type CachedSource, type CatalogCache } from './catalog-cache.ts';
import type { ConfigMapWatch } from './config-map-watch.ts';
import { Slots } from './slots.ts';
import { neverRead, type EntryHost, type SourceAccess, type WantedSource } from './source-access.ts';
import { SourceEntry } from './source-entry.ts';
import { bringDirectory, bringFetched } from '../sources/bring.ts';
import { SourceError, type CatalogReader } from '../sources/reader.ts';
import type { BundleContent, Catalog, CatalogDirectory, CatalogRef, CatalogStore } from '../types.ts';

/** A place that a reader fetches from. */
export type RemotePlace = Exclude<SourcePlace, { kind: 'directory' }>;

/** Where catalogs are kept, who reads them, and whose are read. */
export interface SourceStoreOptions {
  cache: CatalogCache;
  directories: readonly CatalogDirectory[];
  /** Namespace of the CatalogSources that offer the directories. */
  namespace: string;
  /** Besides `namespace`, only CatalogSources of these are read; undefined: those of all. */
  onlyOf?: readonly string[];
  reader: (ref: CatalogRef, place: RemotePlace) => CatalogReader;
  watchConfigMap: (ref: CatalogRef, onChange: () => void) => ConfigMapWatch;
  clock?: Clock;
  /** Told of every catalog read, for the log. */
  onRead?: (catalog: Catalog, ms: number) => void;
  /** Told of every new problem, for the log. */
  onProblem?: (catalog: Catalog, error: unknown) => void;
}

/** Told of CatalogSources by whoever follows them; `subscribe` tells of what came of it. */
export interface SourceStore extends CatalogStore {
  /** A CatalogSource as it is now. @param uid absent for a directory that is offered without one */
  offer(ref: CatalogRef, spec: SourceSpec, uid?: string): void;
  /** A CatalogSource that is gone: so are its packages, and what was kept of it. */
  withdraw(ref: CatalogRef): void;
  /** All others are withdrawn, but for the directories given: they are offered without a CatalogSource, too. */
  keepOnly(refs: readonly CatalogRef[]): void;
  /** Files of what is kept of a source were damaged: they are made again, or the source is read again. */
  repair(source: CachedSource): void;
  /** Resolves after the first attempt to read each directory. */
  directoriesRead(): Promise<void>;
}

/** Fetches of all sources at one time, and of those of one namespace; the others wait. */
const FETCHES = 4;
const FETCHES_OF_ONE = 2;

/** Resolves when everything that is kept on disk is offered again; reading goes on from there. */
export async function createSourceStore(options: SourceStoreOptions): Promise<SourceStore> {
  const store = new Store(options);
  await store.start();
  return store;
}

class Store implements SourceStore {
  private readonly options: SourceStoreOptions;
  private readonly host: EntryHost;
  private readonly entries = new Map<string, SourceEntry>();
  private readonly handlers = new Set<(ref: CatalogRef) => void>();
  private readonly fetches = new Slots(FETCHES, FETCHES_OF_ONE);
  private readonly directoryReads = new Slots(1);

  constructor(options: SourceStoreOptions) {
    this.options = options;
    this.host = {
      cache: options.cache,
      clock: options.clock ?? realClock,
      access: (ref, wanted, onChange) => this.access(ref, wanted, onChange),
      onChange: (ref) => this.tell(ref),
      onRead: (catalog, ms) => options.onRead?.(catalog, ms),
      onProblem: (catalog, error) => options.onProblem?.(catalog, error),
    };
  }

  async start(): Promise<void> {
    for (const { name } of this.options.directories) {
      this.offer({ namespace: this.options.namespace, name }, directorySpec(name));
    }
    for (const { ref, address, uid } of newestFirst(await this.options.cache.known())) {
      const known = this.entries.get(keyOf(ref));
      const kept = { ref, address, ...optional({ uid }) };
      if (!this.isRead(ref)) void this.forget(kept);
      else if (known === undefined) this.entries.set(keyOf(ref), new SourceEntry(this.host, ref, { kept }));
      else if (!isSameSource(known.source, kept)) void this.forget(kept);
    }
    await Promise.all([...this.entries.values()].map(({ opened }) => opened));
  }

  async directoriesRead(): Promise<void> {
    const names = new Set(this.options.directories.map(({ name }) => name));
    const entries = [...this.entries.values()].filter(({ ref }) => this.isOffered(ref, names));
    await Promise.all(entries.map((entry) => entry.settled()));
  }

  offer(ref: CatalogRef, spec: SourceSpec, uid?: string): void {
    const known = this.entries.get(keyOf(ref));
    const wanted = { spec, ...optional({ uid }) };
    if (known !== undefined) {
      known.change(wanted);
      return;
    }
    this.entries.set(keyOf(ref), new SourceEntry(this.host, ref, wanted));
    this.tell(ref);
  }

  withdraw(ref: CatalogRef): void {
    const entry = this.entries.get(keyOf(ref));
    if (entry === undefined) return;
    entry.stop();
    this.entries.delete(keyOf(ref));
    if (entry.source !== undefined) void this.forget(entry.source);
    this.tell(ref);
  }

  keepOnly(refs: readonly CatalogRef[]): void {
    const kept = new Set(refs.map(keyOf));
    const directories = new Set(this.options.directories.map(({ name }) => name));
    for (const [key, { ref }] of this.entries) {
      if (!kept.has(key) && !this.isOffered(ref, directories)) this.withdraw(ref);
    }
  }

  repair(source: CachedSource): void {
    const entry = this.entries.get(keyOf(source.ref));
    if (isSameSource(entry?.source, source)) entry?.repair();
  }

  list(): Catalog[] {
    return [...this.entries.values()].map(({ catalog }) => catalog);
  }

  get(ref: CatalogRef): Catalog | undefined {
    return this.entries.get(keyOf(ref))?.catalog;
  }

  content(digest: string): Promise<BundleContent | undefined> {
    return this.options.cache.content(digest);
  }

  subscribe(handler: (ref: CatalogRef) => void): () => void {
    this.handlers.add(handler);
    return () => {
      this.handlers.delete(handler);
    };
  }

  stop(): void {
    this.handlers.clear();
    for (const entry of this.entries.values()) entry.stop();
  }

  private isOffered({ namespace, name }: CatalogRef, directories: ReadonlySet<string>): boolean {
    return namespace === this.options.namespace && directories.has(name);
  }

  private tell(ref: CatalogRef): void {
    for (const handler of this.handlers) handler(ref);
  }

  /** What cannot be deleted now is found again, and deleted, at the next start. */
  private forget(source: CachedSource): Promise<void> {
    return this.options.cache.forget(source).catch(() => undefined);
  }

  /** Whoever may create CatalogSources in a namespace decides what runs there: not everybody is to be trusted with it. */
  private isRead({ namespace }: CatalogRef): boolean {
    const { onlyOf, namespace: own } = this.options;
    return onlyOf === undefined || namespace === own || onlyOf.includes(namespace);
  }

  private access(
    ref: CatalogRef,
    { spec: { place }, uid }: WantedSource,
    onChange: () => void,
  ): SourceAccess | undefined {
    if (place === undefined) return undefined;
    if (!this.isRead(ref)) return neverRead({ ref, address: 'none' }, this.outside(ref));
    if (place.kind === 'directory') return this.directoryAccess(ref, place.name);
    const source = { ref, address: addressOf(place), ...optional({ uid }) };
    const { cache, reader, watchConfigMap } = this.options;
    const watch =
      place.kind === 'configMap'
        ? watchConfigMap({ namespace: ref.namespace, name: place.name }, onChange)
        : undefined;
    return {
      source,
      bring: bringFetched(cache, source, reader(ref, place)),
      inTurn: (signal, work) => this.fetches.use(signal, work, ref.namespace),
      close: () => watch?.close(),
      ...(watch === undefined ? {} : { configMap: () => watch.current() }),
    };
  }

  private outside({ namespace }: CatalogRef): SourceError {
    const { onlyOf = [], namespace: own } = this.options;
    return new SourceError(
      'refused',
      `CatalogSources of namespace ${namespace} are not read, only those of ${[...new Set([own, ...onlyOf])].join(', ')}: make it there, or start the controller with --catalog-namespace ${namespace}`,
    );
  }

  private foreignDirectory(): SourceError {
    const { namespace } = this.options;
    return new SourceError('refused', `directories of the controller are offered in ${namespace} alone`);
  }

  private directoryAccess(ref: CatalogRef, name: string): SourceAccess {
    // Others would show, without a right to the CatalogSource there, what that namespace offers.
    const isOurs = ref.namespace === this.options.namespace;
    const given = isOurs ? this.options.directories.find((directory) => directory.name === name) : undefined;
    if (given === undefined) {
      const error = isOurs ? unknownDirectory(name) : this.foreignDirectory();
      return neverRead({ ref, address: `directory:${name}` }, error);
    }
    const path = resolve(given.directory);
    const source = { ref, address: `directory ${path}` };
    return {
      source,
      bring: bringDirectory(this.options.cache, source, { name, path }),
      inTurn: (signal, work) => this.directoryReads.use(signal, work),
      close: () => undefined,
    };
  }
}

function keyOf({ namespace, name }: CatalogRef): string {
  return `${namespace}/${name}`;
}

function directorySpec(name: string): SourceSpec {
  return { place: { kind: 'directory', name }, disabled: false };
}

function unknownDirectory(name: string): SourceError {
  return new SourceError(
    'refused',
    `no directory is registered as ${name}: start the controller with --catalog ${name}=DIR`,
  );
}

function newestFirst<T extends { readAt: number }>(known: readonly T[]): T[] {
  return [...known].sort((a, b) => b.readAt - a.readAt);
}
