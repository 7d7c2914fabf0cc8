/**
 * List + watch that heals itself: resumes by resourceVersion, lists anew when that is too old, notices a silent
 * connection, and backs off with jitter. Below `createCache`, and for streams that need no copy of the objects.
 *
 * Time limits: a watch is asked to end after 40 to 50 s (the API server then sends a bookmark, so the position stays
 * fresh even where nothing changes). One that is still open 5 s after its end is dead: at most 55 s of silence pass unseen.
 */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';
import { monotonicClock, pause } from './clock.ts';
import { asKubeError, KubeError } from './errors.ts';
import { listPages } from './list.ts';
import { metadataOnly, withoutManagedFields } from './objects.ts';
import { countFailure, retryDelayMs, type Failures } from './retry-delay.ts';
import type { Clock, KubeClient, ListOptions, ObjectEvent, WatchEvent } from './types.ts';

/** What to follow, and how patiently. */
export interface WatchStreamOptions {
  namespace?: string;
  /** Watch this one object. */
  name?: string;
  labelSelector?: string;
  fieldSelector?: string;
  metadataOnly?: boolean;
  /** Objects have `cells`; see ListOptions. */
  table?: 'Metadata' | 'Object';
  /** Start here instead of with a list; when it is too old a snapshot comes all the same. */
  resourceVersion?: string;
  /** Shortest life of one watch request in seconds; up to a quarter more is added at random. Default 40. */
  rotateSeconds?: number;
  /** Between two attempts; short where people wait. Default 30 s. */
  longestPauseMs?: number;
  clock?: Clock;
}

/** Whether the content is current; `stale` from a failure until the next success. */
export type WatchState = { phase: 'live' } | { phase: 'stale'; error: KubeError };

/** Who hears of the stream. A list begins with `onListStart` and, unless it fails, ends with `onSnapshot`. */
export interface WatchHandlers {
  /** A list request is about to be sent; whatever is written from now on may be missing in its snapshot. */
  onListStart?: () => void;
  /** A page of a list, whose pages up to now are void when it is the `first`. With this, `onSnapshot` gets no items. */
  onPage?: (items: KubeObject[], first: boolean) => void;
  /** The whole content; replaces everything known before. */
  onSnapshot: (items: KubeObject[], resourceVersion: string, columns?: TableColumn[]) => void;
  /** In order, without bookmarks. `resourceVersion` is where the stream stands after them. */
  onEvents: (events: ObjectEvent[], resourceVersion: string) => void;
  onBookmark?: (resourceVersion: string) => void;
  onState: (state: WatchState) => void;
}

/** Ends the stream, or hurries it. */
export interface WatchHandle {
  stop: () => void;
  /** Ends a wait between two attempts. */
  retryNow: () => void;
}

/** Starts at once. Handlers must not throw. After `stop` none is called any more. */
export function watchStream(
  client: Pick<KubeClient, 'list' | 'watch'>,
  resource: Resource,
  options: WatchStreamOptions,
  handlers: WatchHandlers,
): WatchHandle {
  const loop = new WatchLoop(client, resource, options, handlers);
  void loop.run();
  return { stop: () => loop.stop(), retryNow: () => loop.retryNow() };
}

/** A watch that lives this long, or most of the life it was given, counts as healthy even without an event. */
const HEALTHY_MS = 3_000;
const GRACE_MS = 5_000;

class WatchLoop {
  readonly #client: Pick<KubeClient, 'list' | 'watch'>;
  readonly #resource: Resource;
  readonly #options: WatchStreamOptions;
  readonly #handlers: WatchHandlers;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #position: string | undefined;
  #failures: Failures | undefined;
  #columns: TableColumn[] | undefined;
  /** How often in a row the API server did not know the resource type. */
  #absences = 0;
  /** Whether the last snapshot or an event since then held objects. */
  #filled = false;
  #wake: () => void = () => undefined;
  /** A server that asks for time serves nobody sooner for being asked again. */
  #mayHurry = true;

  constructor(
    client: Pick<KubeClient, 'list' | 'watch'>,
    resource: Resource,
    options: WatchStreamOptions,
    handlers: WatchHandlers,
  ) {
    this.#client = client;
    this.#resource = resource;
    this.#options = options;
    this.#handlers = handlers;
    this.#clock = options.clock ?? monotonicClock;
    this.#position = options.resourceVersion;
  }

  stop(): void {
    this.#stopped.abort();
    this.#wake();
  }

  retryNow(): void {
    this.#failures = undefined;
    if (this.#mayHurry) this.#wake();
  }

  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        this.#position ??= await this.#list();
        if (this.#ended()) return;
        this.#absences = 0;
        await this.#watch(this.#position);
      } catch (error) {
        if (this.#ended()) return;
        await this.#recover(asKubeError(error));
      }
    }
  }

  /** A method, so that the compiler does not take the answer for settled across an `await`. */
  #ended(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #list(): Promise<string> {
    this.#handlers.onListStart?.();
    const selection = { ...this.#selection(), signal: this.#stopped.signal };
    let items: KubeObject[] = [];
    let filled = false;
    const end = await listPages(this.#client, this.#resource, selection, (page, first) => {
      if (this.#ended()) return;
      filled = page.length > 0 || (filled && !first);
      const trimmed = page.map(this.#trim);
      if (this.#handlers.onPage !== undefined) this.#handlers.onPage(trimmed, first);
      else items = first ? trimmed : [...items, ...trimmed];
    });
    this.#columns = end.columns;
    this.#filled = filled;
    if (!this.#ended()) this.#handlers.onSnapshot(items, end.resourceVersion, end.columns);
    return end.resourceVersion;
  }

  /** One watch request until the server ends it. Throws on everything that is not a normal end. */
  async #watch(from: string): Promise<void> {
    const seconds = Math.ceil((this.#options.rotateSeconds ?? 40) * (1 + this.#clock.random() / 4));
    const connection = new AbortController();
    const cut = (): void => connection.abort();
    this.#stopped.signal.addEventListener('abort', cut, { once: true });
    const silence = { noticed: false };
    const cancelTimer = this.#clock.setTimer(seconds * 1000 + GRACE_MS, () => {
      silence.noticed = true;
      cut();
    });
    try {
      await this.#consume(from, seconds, connection.signal);
    } catch (error) {
      throw silence.noticed ? silentError(this.#resource, error) : error;
    } finally {
      cancelTimer();
      this.#stopped.signal.removeEventListener('abort', cut);
      // Also when a handler threw: the request must not stay open behind our back.
      connection.abort();
    }
  }

  async #consume(from: string, timeoutSeconds: number, signal: AbortSignal): Promise<void> {
    const started = this.#clock.now();
    const chunks = await this.#client.watch(this.#resource, {
      ...this.#selection(),
      resourceVersion: from,
      timeoutSeconds,
      signal,
    });
    if (this.#ended()) return;
    this.#handlers.onState({ phase: 'live' });
    let heard = false;
    for await (const chunk of chunks) {
      if (this.#ended()) return;
      heard ||= chunk.length > 0;
      if (heard) this.#failures = undefined;
      this.#deliver(chunk);
    }
    if (heard || this.#clock.now() - started >= Math.min(HEALTHY_MS, timeoutSeconds * 800)) {
      this.#failures = undefined;
      return;
    }
    // Accepted and ended at once, again and again, would be a storm of requests.
    throw new KubeError({
      kind: 'unavailable',
      message: `the watch of ${this.#resource.plural} ended at once`,
    });
  }

  #deliver(chunk: readonly WatchEvent[]): void {
    const events: ObjectEvent[] = [];
    let position = this.#position ?? '';
    for (const event of chunk) {
      if (event.type === 'BOOKMARK') {
        position = event.resourceVersion;
        continue;
      }
      if (event.type === 'COLUMNS') {
        this.#checkColumns(event.columns);
        continue;
      }
      position = event.object.metadata.resourceVersion ?? position;
      events.push({ type: event.type, object: this.#trim(event.object) });
    }
    this.#position = position;
    this.#filled ||= events.length > 0;
    if (events.length > 0) this.#handlers.onEvents(events, position);
    else this.#handlers.onBookmark?.(position);
  }

  /** The CRD has changed meanwhile: the cells known are those of other columns. */
  #checkColumns(columns: TableColumn[]): void {
    if (this.#columns === undefined || JSON.stringify(columns) === JSON.stringify(this.#columns)) return;
    throw new KubeError({ kind: 'gone', message: `the columns of ${this.#resource.plural} have changed` });
  }

  readonly #trim = (object: KubeObject): KubeObject => {
    const slim = withoutManagedFields(object);
    return this.#options.metadataOnly === true ? metadataOnly(slim) : slim;
  };

  async #recover(error: KubeError): Promise<void> {
    if (needsList(error)) this.#position = undefined;
    this.#absences = error.resourceAbsent ? this.#absences + 1 : 0;
    // A restarting API server may not know a CRD for a moment: only a second answer empties what was known.
    if (this.#absences === (this.#filled ? 2 : 1)) this.#empty();
    const expected = error.kind === 'gone' && this.#failures === undefined;
    if (!expected) this.#handlers.onState({ phase: 'stale', error });
    const retryAfterMs = error.retryAfterMs ?? 0;
    this.#failures = countFailure(this.#failures, error);
    const random = (): number => this.#clock.random();
    const waitMs = Math.max(retryDelayMs(this.#failures, random, this.#options.longestPauseMs), retryAfterMs);
    const waiting = new AbortController();
    this.#mayHurry = retryAfterMs === 0;
    this.#wake = () => waiting.abort();
    if (!this.#ended()) await pause(this.#clock, waitMs, waiting.signal);
    this.#wake = () => undefined;
  }

  #empty(): void {
    this.#filled = false;
    this.#handlers.onPage?.([], true);
    this.#handlers.onSnapshot([], '');
  }

  #selection(): Pick<
    ListOptions,
    'namespace' | 'labelSelector' | 'fieldSelector' | 'metadataOnly' | 'table'
  > {
    const { namespace, name, labelSelector, fieldSelector, table } = this.#options;
    const fields = [fieldSelector, name === undefined ? undefined : `metadata.name=${name}`].filter(
      (selector) => selector !== undefined && selector !== '',
    );
    return {
      ...optional({ namespace, labelSelector }),
      ...(fields.length === 0 ? {} : { fieldSelector: fields.join(',') }),
      ...optional({ metadataOnly: this.#options.metadataOnly, table }),
    };
  }
}

/** Answers after which the position is worthless. An etcd restored from a backup is behind what we have seen. */
function needsList(error: KubeError): boolean {
  const behind = error.message.includes('Too large resource version');
  return behind || error.kind === 'gone' || error.kind === 'badRequest' || error.kind === 'notFound';
}

function silentError(resource: Resource, cause: unknown): KubeError {
  return new KubeError({
    kind: 'timeout',
    message: `the watch of ${resource.plural} was silent past its end`,
    publicMessage: 'The connection to the cluster went silent. It is opened anew.',
    cause,
  });
}
