/** Reconciles one OperatorCondition; the key is `namespace/name`. */
import { parseKey, type ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import {
  conditionRbac,
  conditionStatus,
  isRbacInPlace,
  type OperatorCondition,
} from '#lib/olm/csv/operator-condition.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { isOperatorCondition } from '#lib/olm/observed/shapes.ts';
import { getOf, type World } from './world.ts';
import { applyObject, writeStatus } from './write.ts';

/** Gives the operator the right to write its condition, and writes the status. Rejects with KubeError. */
export async function reconcileOperatorCondition(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  const { namespace = '', name } = parseKey(key);
  const ref = { namespace, name };
  const condition = getOf(world.caches.operatorConditions, isOperatorCondition, ref);
  if (condition === undefined || condition.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
  if (isOfLivingCsv(world, condition, ref)) await ensureRights(world, condition, ref, signal);
  const status = conditionStatus(condition, world.clock.now());
  if (status !== undefined && status !== condition.status) {
    await writeStatus(world, { resource: resources.operatorConditions, object: condition }, status, signal);
  }
  return { kind: 'done' };
}

/** Whoever may only write OperatorConditions must not get Roles of any name by way of us. */
function isOfLivingCsv({ caches }: World, { metadata }: OperatorCondition, ref: ObjectRef): boolean {
  const csv = caches.clusterServiceVersions.get(ref);
  if (csv === undefined || csv.metadata.deletionTimestamp !== undefined) return false;
  return metadata.ownerReferences?.some((owner) => owner.uid === csv.metadata.uid) ?? false;
}

async function ensureRights(
  world: World,
  condition: OperatorCondition,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<void> {
  const [role, binding] = conditionRbac(condition);
  const { roles, roleBindings } = world.caches;
  await Promise.all([
    isRbacInPlace(role, roles.get(ref)) ? undefined : applyObject(world, resources.roles, role, signal),
    isRbacInPlace(binding, roleBindings.get(ref))
      ? undefined
      : applyObject(world, resources.roleBindings, binding, signal),
  ]);
}
