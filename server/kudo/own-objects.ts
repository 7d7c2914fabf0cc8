/**
 * Live copies of what plans have made, found by its labels: one cache for each type that a plan has used, so that its next
 * step follows from what happens to it, and not from asking every second.
 */
import { apiVersionOf, keyOf, type KubeObject, type ObjectRef, type Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { HERITAGE, HERITAGE_LABEL, INSTANCE_LABEL } from '#lib/kudo/api/labels.ts';
import { createCache } from '#server/kube/cache.ts';
import type { CacheEvent, KubeClient, ResourceCache } from '#server/kube/types.ts';

/** What Ready is worked out from (KUDO 55). */
const WORKLOADS: readonly Resource[] = [
  ...[
    ['deployments', 'Deployment'],
    ['statefulsets', 'StatefulSet'],
    ['replicasets', 'ReplicaSet'],
    ['daemonsets', 'DaemonSet'],
  ].map(([plural = '', kind = '']) => ({ group: 'apps', version: 'v1', plural, kind, namespaced: true })),
  { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true },
];

interface Followed {
  cache: ResourceCache;
  /** Resolves once it is live, or cannot be. */
  settled: Promise<unknown>;
}

/** Objects with the label of KUDO, of every namespace. */
export class OwnObjects {
  readonly #client: KubeClient;
  readonly #onChange: (event: CacheEvent) => void;
  readonly #followed = new Map<string, Followed>();

  constructor(client: KubeClient, onChange: (event: CacheEvent) => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Resolves when what counts for Ready is known, and the history of plans, or cannot be. */
  async start(): Promise<void> {
    await Promise.all([...WORKLOADS, resources.configMaps].map((resource) => this.follow(resource)));
  }

  /** From now on; resolves when its objects are known, or cannot be. */
  async follow(resource: Resource): Promise<void> {
    const name = nameOf(resource);
    const followed = this.#followed.get(name) ?? this.#begin(resource);
    this.#followed.set(name, followed);
    await followed.settled;
  }

  #begin(resource: Resource): Followed {
    const settled = Promise.withResolvers<undefined>();
    const cache = createCache(this.#client, resource, {
      labelSelector: `${HERITAGE_LABEL}=${HERITAGE}`,
      onState: () => {
        settled.resolve(undefined);
      },
    });
    cache.subscribe(this.#onChange);
    return { cache, settled: Promise.race([cache.synced, settled.promise]) };
  }

  /** Whether what it does not have is not there, but for objects without the label. */
  isLive(resource: Resource): boolean {
    return this.#followed.get(nameOf(resource))?.cache.state().phase === 'live';
  }

  get(resource: Resource, ref: ObjectRef): KubeObject | undefined {
    return this.#followed.get(nameOf(resource))?.cache.get(ref);
  }

  /** All of a type, as far as plans have made them. */
  list(resource: Resource): KubeObject[] {
    return this.#followed.get(nameOf(resource))?.cache.list() ?? [];
  }

  /** What a write answered. */
  observe(resource: Resource, object: KubeObject): void {
    if (object.metadata.labels?.[HERITAGE_LABEL] !== HERITAGE) return;
    this.#followed.get(nameOf(resource))?.cache.observe(object);
  }

  /** Workloads and pods of one instance. */
  workloads({ namespace = '', name }: ObjectRef): KubeObject[] {
    return WORKLOADS.flatMap((resource) => {
      const all = this.#followed.get(nameOf(resource))?.cache.list(namespace) ?? [];
      return all
        .filter(({ metadata }) => metadata.labels?.[INSTANCE_LABEL] === name)
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    });
  }

  stop(): void {
    for (const { cache } of this.#followed.values()) cache.stop();
  }
}

function nameOf(resource: Resource): string {
  return `${apiVersionOf(resource)}/${resource.plural}`;
}
