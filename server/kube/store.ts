import type { KubeObject } from '#lib/k8s/object.ts';

type IndexFunction = (object: KubeObject) => readonly string[];

/** Objects by key, by namespace, and by the indexes given. */
export interface Store {
  get: (key: string) => KubeObject | undefined;
  set: (key: string, object: KubeObject) => void;
  delete: (key: string) => void;
  list: (namespace?: string) => KubeObject[];
  byIndex: (index: string, value: string) => KubeObject[];
}

type Buckets = Map<string, Map<string, KubeObject>>;

/** An empty store. `byIndex` throws for an index that was not given here. */
export function createStore(indexes: Readonly<Record<string, IndexFunction>>): Store {
  const objects = new Map<string, KubeObject>();
  const byNamespace: Buckets = new Map();
  const views = new Map<string, { valuesOf: IndexFunction; buckets: Buckets }>(
    Object.entries(indexes).map(([name, valuesOf]) => [name, { valuesOf, buckets: new Map() }]),
  );
  const eachBucket = (object: KubeObject, use: (buckets: Buckets, value: string) => void): void => {
    use(byNamespace, object.metadata.namespace ?? '');
    for (const { valuesOf, buckets } of views.values()) {
      for (const value of valuesFor(valuesOf, object)) use(buckets, value);
    }
  };
  const remove = (key: string): void => {
    const known = objects.get(key);
    if (known === undefined) return;
    objects.delete(key);
    eachBucket(known, (buckets, value) => {
      const bucket = buckets.get(value);
      bucket?.delete(key);
      if (bucket?.size === 0) buckets.delete(value);
    });
  };
  return {
    get: (key) => objects.get(key),
    set: (key, object) => {
      remove(key);
      objects.set(key, object);
      eachBucket(object, (buckets, value) => {
        const bucket = buckets.get(value) ?? new Map<string, KubeObject>();
        buckets.set(value, bucket.set(key, object));
      });
    },
    delete: remove,
    list: (namespace) => [
      ...(namespace === undefined ? objects : (byNamespace.get(namespace) ?? [])).values(),
    ],
    byIndex: (index, value) => {
      const view = views.get(index);
      if (view === undefined) throw new Error(`this cache has no index "${index}"`);
      return [...(view.buckets.get(value)?.values() ?? [])];
    },
  };
}

/** An object too strange for an index function is in no bucket; it must not take its neighbours down with it. */
function valuesFor(valuesOf: IndexFunction, object: KubeObject): readonly string[] {
  try {
    return valuesOf(object);
  } catch {
    return [];
  }
}
