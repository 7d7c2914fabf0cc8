/** The engine of declarative operators: its caches, its queue, and what wakes an instance (KUDO 60). */
import { randomUUID } from 'node:crypto';
import { keyOf, refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { INSTANCE_LABEL, INSTANCE_NAMESPACE_LABEL } from '#lib/kudo/api/labels.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { concernedInstances } from '#lib/kudo/tasks/concerned.ts';
import { rememberedYaml } from '#lib/kudo/yaml/remembered.ts';
import type { EventsWorld } from '#server/install/events.ts';
import { createCache } from '#server/kube/cache.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { CacheEvent, ReconcileOutcome, ResourceCache, WorkQueue } from '#server/kube/types.ts';
import { reconcileInstance } from './instance-reconciler.ts';
import type { KudoWorld } from './kudo-world.ts';
import { OwnObjects } from './own-objects.ts';
import { Planner } from './planner/planner.ts';
import { ServedTypes } from './served-types.ts';

/** What it stands on. */
export interface EngineOptions extends EventsWorld {
  /** Live copies of all definitions; those of the engine's kinds are there. */
  definitions: ResourceCache;
  onError: (key: string, error: unknown) => void;
  /** What reviews of authors are sealed with; absent where plans run with the rights of the engine, whoever wrote the instance. */
  reviewKey?: Buffer | undefined;
}

/** One that runs. */
export interface Engine {
  readonly queue: WorkQueue;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

const AT_ONCE = 8;
const CONFLICT_PAUSE_MS = 20;

/** Resolves when it knows all instances and their workloads. Rejects with KubeError. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { client, clock, log, definitions } = options;
  const instances = createCache(client, kudoResources.instances);
  const versions = createCache(client, kudoResources.operatorVersions);
  // Before all is known a plan would be decided from the half of it; then every instance is looked at anyway.
  let isReady = false;
  const wake = (event: CacheEvent): void => {
    if (!isReady) return;
    for (const key of keysOf(event, instances)) queue.add(key);
  };
  const objects = new OwnObjects(client, wake);
  const world: KudoWorld = {
    ...{ client, clock, log, instances, versions, objects },
    events: options,
    // A step may see its own definition established before the other watch has told of it.
    types: new ServedTypes(client, () => [
      ...definitions.list(),
      ...objects.list(resources.customResourceDefinitions),
    ]),
    memory: new Map(),
    read: new WeakMap(),
    templates: new WeakMap(),
    heavy: new WeakSet(),
    planner: new Planner(),
    readYaml: rememberedYaml(),
    newUid: randomUUID,
    reviewKey: options.reviewKey,
  };
  const queue = createQueue({
    name: 'instance',
    concurrency: AT_ONCE,
    clock,
    reconcile: (key, signal) => quietly({ world, key, signal }),
    onError: options.onError,
  });
  const stop = async (): Promise<void> => {
    for (const cache of [instances, versions, objects]) cache.stop();
    await queue.stop();
    await world.planner.close();
  };
  try {
    await world.types.refresh();
    await Promise.all([instances.synced, versions.synced, objects.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  isReady = true;
  for (const cache of [instances, versions]) cache.subscribe(wake);
  return { queue, stop };
}

function keysOf({ type, object }: CacheEvent, instances: ResourceCache): Set<string> {
  const { namespace, name, labels = {} } = object.metadata;
  const event = type === 'deleted' ? 'deleted' : 'changed';
  const keys = new Set(concernedInstances(object, event, instances.list()));
  // Pods of a workload belong to the instance, too, and so do objects of the cluster.
  const of = namespace ?? labels[INSTANCE_NAMESPACE_LABEL];
  const instance = labels[INSTANCE_LABEL];
  if (of !== undefined && instance !== undefined) keys.add(refKey({ namespace: of, name: instance }));
  if (object.kind === kudoResources.instances.kind && name !== '') keys.add(keyOf(object));
  return keys;
}

/** A conflict says that the caches are about to know better. */
async function quietly(run: Parameters<typeof reconcileInstance>[0]): Promise<ReconcileOutcome> {
  try {
    return await reconcileInstance(run);
  } catch (error) {
    if (isKubeError(error, 'conflict')) return { kind: 'requeueAfter', ms: CONFLICT_PAUSE_MS };
    if (isKubeError(error, 'aborted') || run.signal.aborted) return { kind: 'done' };
    return { kind: 'retry', error };
  }
}
