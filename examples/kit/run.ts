/**
 * What every operator here does alike: follow what it is about in the namespaces that it was given, look after one object
 * at a time, and end when it is told to.
 */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { parseKey } from '#lib/k8s/object.ts';
import { createCache } from '#server/kube/cache.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { ReconcileOutcome, ResourceCache } from '#server/kube/types.ts';
import type { OperatorSettings } from './settings.ts';

export interface Watched {
  readonly resource: Resource;
  /** Keys of the objects to look after when this one has changed. */
  readonly concerns: (object: KubeObject) => readonly string[];
}

/** What is known of what is watched. */
export interface Known {
  get(resource: Resource, ref: ObjectRef): KubeObject | undefined;
  list(resource: Resource, namespace: string): KubeObject[];
  /** What a write answered: the watch may bring it later. */
  observe(resource: Resource, object: KubeObject): void;
}

export interface Operator extends Pick<OperatorSettings, 'client' | 'namespaces' | 'signal' | 'log'> {
  readonly name: string;
  readonly watched: readonly Watched[];
  readonly reconcile: (known: Known, ref: ObjectRef) => Promise<ReconcileOutcome>;
}

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function operate(operator: Operator): Promise<void> {
  const { name, client, namespaces, watched, signal, log } = operator;
  const places = (namespaces.length === 0 ? [{}] : namespaces.map((namespace) => ({ namespace }))).map(
    (place) => watched.map((one) => ({ ...one, ...place, cache: createCache(client, one.resource, place) })),
  );
  const caches = places.flat().map(({ cache }) => cache);
  const known = knownBy(places.flat());
  const queue = createQueue({
    name,
    concurrency: 4,
    reconcile: (key) => operator.reconcile(known, parseKey(key)),
    onError: (key, error, attempt) => {
      log('will try again', { key, attempt, error: error instanceof Error ? error.message : String(error) });
    },
  });
  // What is not known yet must not look as if it were not there. A namespace that cannot be read holds up no other.
  const followed = places.map(async (place) => {
    await Promise.all(place.map(({ cache }) => cache.synced));
    for (const { cache, concerns } of place)
      cache.subscribe((event) => {
        // Also what it concerned before: a pod may have lost its owner.
        const versions = event.type === 'modified' ? [event.object, event.previous] : [event.object];
        for (const key of versions.flatMap(concerns)) queue.add(key);
      });
  });
  const ended = aborted(signal);
  await Promise.race([Promise.all(followed), ended]);
  log('watching', { namespaces: namespaces.length === 0 ? 'all' : namespaces.join(',') });
  await ended;
  for (const cache of caches) cache.stop();
  await queue.stop();
}

interface Place {
  readonly cache: ResourceCache;
  /** Absent: all of them. */
  readonly namespace?: string;
}

function knownBy(places: readonly Place[]): Known {
  const of = (resource: Resource, namespace: string | undefined): ResourceCache[] =>
    places
      .filter((place) => place.namespace === undefined || place.namespace === namespace)
      .map(({ cache }) => cache)
      .filter((cache) => cache.resource === resource);
  return {
    get: (resource, ref) => of(resource, ref.namespace)[0]?.get(ref),
    list: (resource, namespace) => of(resource, namespace).flatMap((cache) => cache.list(namespace)),
    observe: (resource, object) => of(resource, object.metadata.namespace)[0]?.observe(object),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else
    signal.addEventListener(
      'abort',
      () => {
        resolve(undefined);
      },
      { once: true },
    );
  return promise;
}
