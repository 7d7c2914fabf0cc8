/**
 * Going on with a plan that an earlier life of this process began. What that one wrote is only partly in the plan's
 * status: a look at each object is cheaper for everybody than a second write.
 */
import { refTo, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { holds } from '#lib/olm/plan/present.ts';
import { memoryOf } from './plan-memory.ts';
import type { World } from './world.ts';
import { findAny } from './write.ts';

/** Whether this life has begun its steps itself. */
export function isBegun(world: World, plan: InstallPlan): boolean {
  return memoryOf(world, plan).begun === true;
}

/** From now on this life knows what it has written. */
export function noteBegun(world: World, plan: InstallPlan): void {
  memoryOf(world, plan).begun = true;
}

/** This life is not to rely upon what it has written. */
export function forgetBegun(world: World, plan: InstallPlan): void {
  delete memoryOf(world, plan).begun;
}

/** The object as it is, when it is all that is wanted. */
export async function findPresent(
  world: World,
  resource: Resource,
  wanted: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const existing = await findAny(world, resource, refTo(wanted), signal);
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined) return undefined;
  return holds(existing, wanted) ? existing : undefined;
}
