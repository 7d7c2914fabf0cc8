/** What an operator knows of what it follows: one live copy for each kind and namespace, shared by its controllers. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { createCache } from '#server/kube/cache.ts';
import type { CacheOptions, KubeClient, ResourceCache } from '#server/kube/types.ts';

type Indexes = NonNullable<CacheOptions['indexes']>;

export interface Known {
  get(resource: Resource, ref: ObjectRef): KubeObject | undefined;
  list(resource: Resource, namespace: string): KubeObject[];
  /** Those of a namespace for which the index of that name has that value. */
  byIndex(resource: Resource, namespace: string, index: readonly [name: string, value: string]): KubeObject[];
  /** What a write answered: the watch may bring it later. */
  observe(resource: Resource, object: KubeObject): void;
}

export interface Knowledge {
  readonly known: Known;
  /** A namespace each, or all of them together. */
  readonly places: readonly {
    /** Resolves once all of it is known. */
    readonly synced: Promise<unknown>;
    readonly caches: ReadonlyMap<Resource, ResourceCache>;
  }[];
  stop(): void;
}

interface FollowedKind {
  readonly resource: Resource;
  readonly indexes?: Readonly<Indexes>;
}

/** @param namespaces none: all of them */
export function openKnowledge(
  client: KubeClient,
  namespaces: readonly string[],
  kinds: readonly FollowedKind[],
): Knowledge {
  const indexes = new Map<Resource, Indexes>();
  for (const { resource, indexes: more } of kinds)
    indexes.set(resource, { ...indexes.get(resource), ...more });
  const wheres = namespaces.length === 0 ? [{}] : namespaces.map((namespace) => ({ namespace }));
  const places = wheres.map((where) => {
    const caches = new Map(
      [...indexes].map(([resource, own]) => [
        resource,
        createCache(client, resource, { ...where, indexes: own }),
      ]),
    );
    return { ...where, caches, synced: Promise.all([...caches.values()].map(({ synced }) => synced)) };
  });
  return {
    known: knownBy(places),
    places,
    stop: () => {
      for (const { caches } of places) for (const cache of caches.values()) cache.stop();
    },
  };
}

interface Place {
  readonly caches: ReadonlyMap<Resource, ResourceCache>;
  /** Absent: all of them. */
  readonly namespace?: string;
}

function knownBy(places: readonly Place[]): Known {
  const of = (resource: Resource, namespace: string | undefined): ResourceCache | undefined =>
    places
      .find((place) => place.namespace === undefined || place.namespace === namespace)
      ?.caches.get(resource);
  return {
    get: (resource, ref) => of(resource, ref.namespace)?.get(ref),
    list: (resource, namespace) => of(resource, namespace)?.list(namespace) ?? [],
    byIndex: (resource, namespace, [name, value]) =>
      (of(resource, namespace)?.byIndex(name, value) ?? []).filter(
        ({ metadata }) => metadata.namespace === namespace,
      ),
    observe: (resource, object) => of(resource, object.metadata.namespace)?.observe(object),
  };
}
