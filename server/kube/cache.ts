import { keyOf, refKey } from '#lib/k8s/object.ts';
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { realClock } from './clock.ts';
import { isLater, metadataOnly, withoutManagedFields } from './objects.ts';
import { createStore } from './store.ts';
import type { CacheEvent, CacheOptions, KubeClient, ObjectEvent, ResourceCache } from './types.ts';
import { watchStream } from './watch.ts';
import type { WatchState, WatchStreamOptions } from './watch.ts';

export type CreateCacheOptions = CacheOptions & Pick<WatchStreamOptions, 'rotateSeconds' | 'resourceVersion'>;

/**
 * Starts listing and watching at once; `stop` ends it.
 *
 * What `observe` may take over rests on one fact: the stream hands over changes in the order of their
 * resourceVersions, so the cache is complete up to the position of its stream. A written object that is not later than
 * that position is known already, or has been deleted since; only a later one is news.
 */
export function createCache(
  client: Pick<KubeClient, 'list' | 'watch'>,
  resource: Resource,
  options: CreateCacheOptions = {},
): ResourceCache {
  return new Cache(client, resource, options);
}

class Cache implements ResourceCache {
  readonly resource: Resource;
  readonly synced: Promise<void>;
  readonly #options: CreateCacheOptions;
  readonly #store;
  readonly #handlers = new Set<(event: CacheEvent) => void>();
  readonly #stream;
  readonly #markSynced: () => void;
  #state: ReturnType<ResourceCache['state']>;
  /** The cache knows every change up to here. */
  #position: string | undefined;
  /** Keys written by `observe` since the list under way was sent, which may miss them. */
  #writtenSinceList = new Set<string>();

  constructor(client: Pick<KubeClient, 'list' | 'watch'>, resource: Resource, options: CreateCacheOptions) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.resource = resource;
    this.synced = promise;
    this.#markSynced = () => {
      resolve(undefined);
    };
    this.#options = options;
    this.#store = createStore(options.indexes ?? {});
    this.#state = { phase: 'starting', since: this.#now() };
    this.#stream = watchStream(client, resource, options, {
      onListStart: () => {
        this.#writtenSinceList = new Set();
      },
      onSnapshot: (items, position) => {
        this.#replaceAll(items, position);
      },
      onEvents: (events, position) => {
        for (const event of events) this.#take(event);
        this.#position = position;
      },
      onBookmark: (position) => {
        this.#position = position;
      },
      onState: (state) => {
        this.#setState(state);
      },
    });
  }

  state(): ReturnType<ResourceCache['state']> {
    return this.#state;
  }

  get(ref: ObjectRef): KubeObject | undefined {
    return this.#store.get(refKey(ref));
  }

  list(namespace?: string): KubeObject[] {
    return this.#store.list(namespace);
  }

  byIndex(index: string, value: string): KubeObject[] {
    return this.#store.byIndex(index, value);
  }

  observe(object: KubeObject): void {
    const key = keyOf(object);
    const known = this.#store.get(key);
    if (!this.#mayHold(object, known)) return;
    const version = object.metadata.resourceVersion;
    if (isLater(version, this.#position) === false) return;
    if (known !== undefined && isLater(version, known.metadata.resourceVersion) !== true) return;
    this.#writtenSinceList.add(key);
    this.#put(key, this.#trim(object));
  }

  subscribe(handler: (event: CacheEvent) => void): () => void {
    for (const object of this.#store.list()) handler({ type: 'added', object });
    this.#handlers.add(handler);
    return () => {
      this.#handlers.delete(handler);
    };
  }

  retryNow(): void {
    this.#stream.retryNow();
  }

  stop(): void {
    this.#stream.stop();
    this.#handlers.clear();
  }

  #now(): number {
    return (this.#options.clock ?? realClock).now();
  }

  /** With a selector only the API server knows what belongs here, so a write may change but not add. */
  #mayHold(object: KubeObject, known: KubeObject | undefined): boolean {
    const { namespace, labelSelector, fieldSelector } = this.#options;
    if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
    return known !== undefined || (labelSelector === undefined && fieldSelector === undefined);
  }

  #trim(object: KubeObject): KubeObject {
    const slim = withoutManagedFields(object);
    const cut = this.#options.metadataOnly === true ? metadataOnly(slim) : slim;
    return this.#options.transform?.(cut) ?? cut;
  }

  #setState(state: WatchState): void {
    const next = state.phase === 'live' ? undefined : state.error;
    if (this.#state.phase === state.phase && this.#state.error?.message === next?.message) return;
    const since = this.#state.phase === state.phase ? this.#state.since : this.#now();
    this.#state = { phase: state.phase, ...(next === undefined ? {} : { error: next }), since };
    this.#options.onState?.();
  }

  #take(event: ObjectEvent): void {
    const key = keyOf(event.object);
    const known = this.#store.get(key);
    // A write that `observe` brought is ahead of the stream; what the stream says next of it is old.
    if (
      known !== undefined &&
      isLater(known.metadata.resourceVersion, event.object.metadata.resourceVersion) === true
    ) {
      return;
    }
    if (event.type === 'DELETED') this.#remove(key);
    else this.#put(key, this.#options.transform?.(event.object) ?? event.object);
  }

  #put(key: string, object: KubeObject): void {
    const previous = this.#store.get(key);
    if (previous === undefined) {
      this.#store.set(key, object);
      this.#tell({ type: 'added', object });
      return;
    }
    if (previous.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.#store.set(key, object);
    this.#tell({ type: 'modified', object, previous });
  }

  #remove(key: string): void {
    const object = this.#store.get(key);
    if (object === undefined) return;
    this.#store.delete(key);
    this.#tell({ type: 'deleted', object });
  }

  #replaceAll(items: readonly KubeObject[], position: string): void {
    const keys = new Set(items.map(keyOf));
    for (const known of this.#store.list()) {
      const key = keyOf(known);
      if (!keys.has(key) && !this.#aheadOf(key, known, position)) this.#remove(key);
    }
    for (const item of items) {
      const key = keyOf(item);
      const known = this.#store.get(key);
      if (known !== undefined && this.#aheadOf(key, known, position)) continue;
      this.#put(key, this.#options.transform?.(item) ?? item);
    }
    this.#position = position === '' ? undefined : position;
    this.#writtenSinceList = new Set();
    this.#markSynced();
  }

  /** Written while the list was under way and later than it: the stream will tell the rest. */
  #aheadOf(key: string, known: KubeObject, position: string): boolean {
    return this.#writtenSinceList.has(key) && isLater(known.metadata.resourceVersion, position) === true;
  }

  #tell(event: CacheEvent): void {
    for (const handler of this.#handlers) handler(event);
  }
}
