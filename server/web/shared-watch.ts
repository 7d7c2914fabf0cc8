/**
 * Upstream watches, shared by all streams of one identity that follow the same list. Each keeps the last changes, so
 * that a stream that comes back within moments gets those instead of everything again.
 */
import { randomBytes } from 'node:crypto';

import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { keyOf } from '#lib/k8s/object.ts';
import type { StreamChange, WatchInterest } from '#lib/k8s/watch-stream.ts';
import type { Identity } from '#server/auth/identity.ts';
import { asKubeError, KubeError } from '#server/kube/errors.ts';
import type { CacheOptions, KubeClient, ResourceCache } from '#server/kube/types.ts';

/** A change with its JSON, which is made once for all streams. */
export interface Change {
  sequence: number;
  key: string;
  type: StreamChange['type'];
  json: string;
}

export type WatchStatus =
  | { phase: 'starting' }
  | { phase: 'live' }
  /** Without `synced` nothing could be listed yet. */
  | { phase: 'failing'; synced: boolean; kind: string; message: string };

export interface WatchListener {
  onChange: (change: Change) => void;
  onStatus: (status: WatchStatus) => void;
}

export interface SharedWatch {
  status(): WatchStatus;
  /** All objects as JSON. Only once `status` has been `live`. */
  snapshot(): string[];
  /** What happened after a position; undefined when that is not known any more and a snapshot is needed. */
  since(position: string): Change[] | undefined;
  /** The position now. */
  position(): string;
  positionOf(change: Change): string;
}

export interface SharedWatches {
  /** Whether somebody of this identity follows that list already, or did moments ago. */
  has: (identity: Identity, interest: WatchInterest) => boolean;
  /** Follows until the returned `release` is called. */
  acquire: (
    identity: Identity,
    interest: WatchInterest,
    listener: WatchListener,
  ) => { watch: SharedWatch; release: () => void };
  /** Upstream watches open now. */
  size: () => number;
  stop: () => void;
}

export type CreateCache = (client: KubeClient, resource: Resource, options: CacheOptions) => ResourceCache;

/** Changes kept for streams that come back. */
const keptChanges = 512;
/** How long a list is followed after its last stream has gone: longer than a reload or a change of page takes. */
const lingerMs = 15_000;

export function createSharedWatches(createCache: CreateCache): SharedWatches {
  const watches = new Map<string, Shared>();
  return {
    has: (identity, interest) => watches.has(keyOfWatch(identity, interest)),
    acquire: (identity, interest, listener) => {
      const key = keyOfWatch(identity, interest);
      const known = watches.get(key);
      const shared = known ?? new Shared(createCache, identity, interest);
      if (known === undefined) watches.set(key, shared);
      const release = shared.add(listener, () => {
        watches.delete(key);
      });
      return { watch: shared, release };
    },
    size: () => watches.size,
    stop: () => {
      for (const shared of watches.values()) shared.stop();
      watches.clear();
    },
  };
}

function keyOfWatch(identity: Identity, interest: WatchInterest): string {
  const { group, version, plural, namespace, name, labelSelector, fieldSelector } = interest;
  return JSON.stringify([
    identity.key,
    group,
    version,
    plural,
    namespace,
    name,
    labelSelector,
    fieldSelector,
  ]);
}

class Shared implements SharedWatch {
  readonly #cache: ResourceCache;
  readonly #listeners = new Set<WatchListener>();
  /** Distinguishes this watch's positions from those of another, or of another process. */
  readonly #epoch = randomBytes(6).toString('base64url');
  readonly #json = new WeakMap<KubeObject, string>();
  #changes: Change[] = [];
  #sequence = 0;
  #synced = false;
  #linger: NodeJS.Timeout | undefined;
  readonly #unsubscribe: () => void;

  constructor(createCache: CreateCache, identity: Identity, interest: WatchInterest) {
    const fieldSelector = selectorOf(interest);
    const { group, version, plural, kind = '', namespace, labelSelector } = interest;
    const resource = { group, version, plural, kind, namespaced: namespace !== undefined };
    this.#cache = createCache(identity.client, resource, {
      ...(namespace === undefined ? {} : { namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      // Lists of Secrets come without their data; see the proxy.
      ...(group === '' && plural === 'secrets' ? { metadataOnly: true } : {}),
      onState: () => this.#publishStatus(),
    });
    this.#unsubscribe = this.#cache.subscribe((event) => {
      this.#record(event.type, event.object);
    });
    void this.#cache.synced.then(() => {
      this.#synced = true;
      this.#publishStatus();
    });
  }

  add(listener: WatchListener, onUnused: () => void): () => void {
    clearTimeout(this.#linger);
    this.#listeners.add(listener);
    // Somebody looks at it now: the pause after the last failure need not be sat out.
    if (this.status().phase === 'failing') this.#cache.retryNow();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#linger = setTimeout(() => {
        onUnused();
        this.stop();
      }, lingerMs);
      this.#linger.unref();
    };
  }

  status(): WatchStatus {
    const { phase, error } = this.#cache.state();
    if (phase === 'stale' || (error !== undefined && phase !== 'live')) {
      const { kind, publicMessage } = asKubeError(error ?? interrupted);
      return { phase: 'failing', synced: this.#synced, kind, message: publicMessage };
    }
    return this.#synced ? { phase: 'live' } : { phase: 'starting' };
  }

  snapshot(): string[] {
    return this.#cache.list().map((object) => this.#jsonOf(object));
  }

  since(position: string): Change[] | undefined {
    const [epoch, text = ''] = position.split('.');
    const sequence = Number(text);
    if (epoch !== this.#epoch || !this.#synced || !Number.isInteger(sequence) || sequence > this.#sequence)
      return undefined;
    const missed = this.#sequence - sequence;
    return missed > this.#changes.length ? undefined : this.#changes.slice(this.#changes.length - missed);
  }

  position(): string {
    return `${this.#epoch}.${String(this.#sequence)}`;
  }

  positionOf(change: Change): string {
    return `${this.#epoch}.${String(change.sequence)}`;
  }

  stop(): void {
    clearTimeout(this.#linger);
    this.#unsubscribe();
    this.#cache.stop();
  }

  #record(type: 'added' | 'modified' | 'deleted', object: KubeObject): void {
    // Before the first list is complete nobody has a position, and the snapshot will tell all of it.
    if (!this.#synced) return;
    this.#sequence += 1;
    const change: Change = {
      sequence: this.#sequence,
      key: keyOf(object),
      type: changeTypes[type],
      json: `{"type":"${changeTypes[type]}","object":${this.#jsonOf(object)}}`,
    };
    this.#changes.push(change);
    if (this.#changes.length > keptChanges) this.#changes = this.#changes.slice(-keptChanges / 2);
    for (const listener of this.#listeners) listener.onChange(change);
  }

  #jsonOf(object: KubeObject): string {
    const known = this.#json.get(object);
    if (known !== undefined) return known;
    const json = JSON.stringify(object);
    this.#json.set(object, json);
    return json;
  }

  #publishStatus(): void {
    const status = this.status();
    for (const listener of this.#listeners) listener.onStatus(status);
  }
}

const interrupted = new KubeError({
  kind: 'unavailable',
  message: 'The connection to the cluster is interrupted.',
});

const changeTypes = { added: 'ADDED', modified: 'MODIFIED', deleted: 'DELETED' } as const;

function selectorOf({ name, fieldSelector }: WatchInterest): string | undefined {
  const byName = name === undefined ? undefined : `metadata.name=${name}`;
  const parts = [byName, fieldSelector].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(',');
}
