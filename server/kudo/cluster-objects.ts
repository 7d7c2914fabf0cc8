/**
 * Objects of the cluster that plans have made: without an owner nobody collects them, so a finalizer holds their instance until
 * they are gone. Data stays: definitions with all their objects, namespaces, volumes.
 */
import { keyOf, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import {
  CLEANUP_FINALIZER,
  CLUSTER_FINALIZER,
  HERITAGE,
  HERITAGE_LABEL,
  INSTANCE_LABEL,
  INSTANCE_NAMESPACE_LABEL,
} from '#lib/kudo/api/labels.ts';
import { readInstance } from '#lib/kudo/api/parse.ts';
import type { KudoInstance } from '#lib/kudo/api/types.ts';
import type { ObjectAction } from '#lib/kudo/plan/decision.ts';
import { inParallel } from '#server/install/limiter.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { writeInstance } from './instance-writes.ts';
import type { InstanceRun } from './kudo-world.ts';

const KEPT: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'Namespace', 'PersistentVolume']);
const LISTS_AT_ONCE = 4;
const LOOK_AGAIN_MS = 1_000;

/** The instance, held before the first of them is made. */
export async function holdForClusterObjects(
  { world, signal }: InstanceRun,
  instance: KudoInstance,
  actions: readonly ObjectAction[],
): Promise<KudoInstance> {
  const makesOne = actions.some((action) => {
    if (action.kind !== 'create') return false;
    return world.types.resourceOf(action.object.apiVersion, action.object.kind)?.namespaced === false;
  });
  const { finalizers = [], deletionTimestamp } = instance.metadata;
  if (!makesOne || finalizers.includes(CLUSTER_FINALIZER) || deletionTimestamp !== undefined) return instance;
  const held = { ...instance.metadata, finalizers: [...finalizers, CLUSTER_FINALIZER] };
  const read = readInstance(await writeInstance(world, instance, { ...instance, metadata: held }, signal));
  return 'value' in read ? read.value : instance;
}

/** Of an instance that is cleaned up: they are told, and deleted. Undefined where it is not its time. */
export async function clusterObjectsGo(
  run: InstanceRun,
  instance: KudoInstance,
): Promise<ReconcileOutcome | undefined> {
  const { world, key, signal } = run;
  const { deletionTimestamp, finalizers = [] } = instance.metadata;
  const isTime = deletionTimestamp !== undefined && !finalizers.includes(CLEANUP_FINALIZER);
  if (!isTime || !finalizers.includes(CLUSTER_FINALIZER)) return undefined;
  await world.types.refresh();
  const found = await clusterObjects(run, instance);
  if (found.length === 0) {
    const left = finalizers.filter((finalizer) => finalizer !== CLUSTER_FINALIZER);
    const free = { ...instance, metadata: { ...instance.metadata, finalizers: left } };
    await writeInstance(world, instance, free, signal);
    return { kind: 'done' };
  }
  const going = found.filter(({ object }) => object.metadata.deletionTimestamp === undefined);
  if (going.length > 0)
    world.log.info(
      { key, objects: going.map(({ object }) => `${object.kind} ${keyOf(object)}`) },
      'objects of the cluster go with their instance',
    );
  for (const { resource, object } of going) {
    const { name, uid = '' } = object.metadata;
    await world.client.delete(resource, { name }, { uid, signal });
  }
  return { kind: 'requeueAfter', ms: LOOK_AGAIN_MS };
}

async function clusterObjects(
  { world, signal }: InstanceRun,
  { metadata }: KudoInstance,
): Promise<{ resource: Resource; object: KubeObject }[]> {
  const labels = {
    [HERITAGE_LABEL]: HERITAGE,
    [INSTANCE_LABEL]: metadata.name,
    [INSTANCE_NAMESPACE_LABEL]: metadata.namespace ?? '',
  };
  const labelSelector = Object.entries(labels)
    .map(([label, value]) => `${label}=${value}`)
    .join(',');
  const types = world.types.ofCluster().filter(({ kind }) => !KEPT.has(kind));
  const lists = await inParallel(LISTS_AT_ONCE, types, async (resource) => {
    const { items } = await world.client.list(resource, { labelSelector, metadataOnly: true, signal });
    return items.map((object) => ({ resource, object }));
  });
  return lists.flat();
}
