/** What a reconciler looks at, without a cluster: real caches, of what a test puts into them. Nobody answers a request. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { createCaches, createCrdCache, type Caches } from '#server/install/caches.ts';
import { createMemory } from '#server/install/memory.ts';
import type { World } from '#server/install/world.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { simulatedClock, type SimulatedClock } from '../simulated-clock.ts';

export interface PlainWorld {
  readonly world: World;
  readonly clock: SimulatedClock;
  /** What the catalogs hold, by digest. */
  readonly contents: Map<string, readonly KubeObject[]>;
  /** As if the API server had told of it just now. */
  put(cache: keyof Caches, ...objects: readonly KubeObject[]): void;
}

export function plainWorld(more: Partial<World> = {}): PlainWorld {
  const clock = simulatedClock();
  const caches = createCaches(nobody, createCrdCache(nobody));
  const contents: PlainWorld['contents'] = new Map();
  let version = 0;
  const world: World = {
    client: nobody,
    clientFor: () => nobody,
    caches,
    store: storeOf(contents),
    bundleImages: noImages,
    clock,
    log: { info: () => undefined, warn: () => undefined },
    globalNamespace: 'capstan-system',
    wholeNamespace: false,
    serverVersion: '1.36.3',
    memory: createMemory(),
    ...more,
  };
  const put: PlainWorld['put'] = (cache, ...objects) => {
    for (const object of objects) {
      version += 1;
      const metadata = { ...object.metadata, resourceVersion: String(version) };
      caches[cache].observe({ ...object, metadata });
    }
  };
  return { world, clock, contents, put };
}

const never = (): Promise<never> => new Promise<never>(() => undefined);

const nobody: KubeClient = {
  server: 'nobody',
  get: never,
  list: never,
  create: never,
  replace: never,
  apply: never,
  patch: never,
  delete: never,
  version: never,
  discover: never,
  watch: never,
  exec: never,
  request: never,
};

/** Catalogs of nothing but contents. */
export function storeOf(contents: ReadonlyMap<string, readonly KubeObject[]>): World['store'] {
  return {
    list: () => [],
    get: () => undefined,
    content: (digest) => {
      const objects = contents.get(digest);
      return Promise.resolve(objects === undefined ? undefined : { digest, objects });
    },
    subscribe: () => () => undefined,
    stop: () => undefined,
  };
}

/** No bundle is an image. */
export const noImages: World['bundleImages'] = {
  unpack: () => ({ kind: 'pulling', since: 0 }),
  settled: () => Promise.resolve({ kind: 'pulling', since: 0 }),
  subscribe: () => () => undefined,
  stop: () => undefined,
};
