/**
 * What a cache holds, apart from where it comes from: decides for every snapshot, event and own write what becomes of
 * the content and whom to tell.
 *
 * What `observe` may take over rests on one fact: a stream hands over changes in the order of their resourceVersions,
 * so the content is complete up to the stream's position. A written object that is not later than that is known
 * already, or has been deleted since; only a later one is news.
 */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { isLater, metadataOnly, withoutManagedFields } from './objects.ts';
import { createStore, type Store } from './store.ts';
import type { CacheEvent, CacheOptions, ObjectEvent } from './types.ts';

/** How a cache's content is indexed and trimmed. */
export type ContentOptions = Omit<CacheOptions, 'onState' | 'clock'>;

/**
 * The content and its handlers; a handler that throws is reported as a warning of the process and stays subscribed.
 */
export class CacheContent {
  readonly store: Pick<Store, 'get' | 'list' | 'byIndex'>;
  readonly #store: Store;
  readonly #options: ContentOptions;
  readonly #handlers = new Set<(event: CacheEvent) => void>();
  /** Every change up to here is known. */
  #position: string | undefined;
  /** Keys written by `observe` since the list under way was sent, which may miss them. */
  #writtenSinceList = new Set<string>();

  constructor(options: ContentOptions) {
    this.#options = options;
    this.#store = createStore(options.indexes ?? {});
    this.store = this.#store;
  }

  subscribe(handler: (event: CacheEvent) => void): () => void {
    for (const object of this.#store.list()) this.#hand(handler, { type: 'added', object });
    this.#handlers.add(handler);
    return () => {
      this.#handlers.delete(handler);
    };
  }

  unsubscribeAll(): void {
    this.#handlers.clear();
  }

  observe(object: KubeObject): void {
    const key = keyOf(object);
    const known = this.#store.get(key);
    if (!this.#mayHold(object, known)) return;
    const version = object.metadata.resourceVersion;
    if (isLater(version, this.#position) === false) return;
    if (known !== undefined && isLater(version, known.metadata.resourceVersion) !== true) return;
    this.#writtenSinceList.add(key);
    const slim = withoutManagedFields(object);
    this.#put(key, this.#options.metadataOnly === true ? metadataOnly(slim) : slim);
  }

  listStarted(): void {
    this.#writtenSinceList = new Set();
  }

  replaceAll(items: readonly KubeObject[], position: string): void {
    const keys = new Set(items.map(keyOf));
    for (const known of this.#store.list()) {
      const key = keyOf(known);
      if (!keys.has(key) && !this.#aheadOf(key, known, position)) this.#remove(key);
    }
    for (const item of items) {
      const key = keyOf(item);
      const known = this.#store.get(key);
      if (known === undefined || !this.#aheadOf(key, known, position)) this.#put(key, item);
    }
    this.#position = position === '' ? undefined : position;
    this.#writtenSinceList = new Set();
  }

  take(events: readonly ObjectEvent[], position: string): void {
    for (const event of events) this.#takeOne(event);
    this.#position = position;
  }

  advance(position: string): void {
    this.#position = position;
  }

  #takeOne(event: ObjectEvent): void {
    const key = keyOf(event.object);
    const known = this.#store.get(key);
    const version = event.object.metadata.resourceVersion;
    // A write that `observe` brought is ahead of the stream; what the stream says of it until then is old.
    if (known !== undefined && isLater(known.metadata.resourceVersion, version) === true) return;
    if (event.type === 'DELETED') this.#remove(key);
    else this.#put(key, event.object);
  }

  /** With most selectors only the API server knows what belongs here, so a write may change but not add. */
  #mayHold(object: KubeObject, known: KubeObject | undefined): boolean {
    const { namespace, labelSelector, fieldSelector } = this.#options;
    if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
    if (known !== undefined) return true;
    if (fieldSelector !== undefined) return false;
    return labelSelector === undefined || hasLabels(object, labelSelector);
  }

  #put(key: string, full: KubeObject): void {
    const previous = this.#store.get(key);
    // An equal version is an echo. Across a recreated object versions differ, so this never hides one.
    if (previous !== undefined && previous.metadata.resourceVersion === full.metadata.resourceVersion) return;
    const object = this.#transformed(full);
    this.#store.set(key, object);
    this.#tell(previous === undefined ? { type: 'added', object } : { type: 'modified', object, previous });
  }

  #remove(key: string): void {
    const object = this.#store.get(key);
    if (object === undefined) return;
    this.#store.delete(key);
    this.#tell({ type: 'deleted', object });
  }

  /** Written while the list was under way and later than it: the stream will tell the rest. */
  #aheadOf(key: string, known: KubeObject, position: string): boolean {
    return this.#writtenSinceList.has(key) && isLater(known.metadata.resourceVersion, position) === true;
  }

  /** An object too strange for the transform is kept whole: it must not take its neighbours down with it. */
  #transformed(object: KubeObject): KubeObject {
    try {
      return this.#options.transform?.(object) ?? object;
    } catch {
      return object;
    }
  }

  /** A handler that throws is a defect, but one strange object must not end the process, again after each start. */
  #tell(event: CacheEvent): void {
    for (const handler of this.#handlers) this.#hand(handler, event);
  }

  #hand(handler: (event: CacheEvent) => void, event: CacheEvent): void {
    try {
      handler(event);
    } catch (error) {
      reportHandler(event.object, error);
    }
  }
}

/** As a warning of the process, which goes to its standard error. */
function reportHandler({ kind, metadata: { namespace = '', name } }: KubeObject, error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.emitWarning(`${kind} ${namespace}/${name} was not taken in whole: ${what}`, 'CapstanDefect');
}

/** False also for a selector of another form than `a=b,c=d`. */
function hasLabels({ metadata }: KubeObject, selector: string): boolean {
  return selector.split(',').every((part) => {
    const [, key, value] = /^([^=!]+)=([^=]*)$/.exec(part) ?? [];
    return key !== undefined && metadata.labels?.[key] === value;
  });
}
