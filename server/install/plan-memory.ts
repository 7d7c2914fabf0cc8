/** What this process knows of plans that does not stand in the cluster. It goes with the plan. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import type { InstallPlanStatus } from '#lib/olm/api/types.ts';

/** What is remembered of one plan, by its UID. */
export interface PlanMemory {
  readonly uid: string;
  /** This life has begun its steps itself. */
  begun?: boolean;
  /** Unix ms of the next look at what its definitions would do. */
  nextLook?: number;
  /** What came of its steps, as long as it could not be written. */
  unwritten?: UnwrittenStatus;
}

/** A status that is true already and does not stand in the cluster yet. */
export interface UnwrittenStatus {
  /** What it follows upon: where something else stands by now, it is not true any more. */
  readonly after: string;
  readonly status: InstallPlanStatus;
}

const memories = new WeakMap<object, Map<string, PlanMemory>>();

/** To be written into. Another plan of the same name has its own. */
export function memoryOf(world: object, plan: KubeObject): PlanMemory {
  const known = memories.get(world) ?? new Map<string, PlanMemory>();
  memories.set(world, known);
  const [key, uid] = [keyOf(plan), plan.metadata.uid ?? ''];
  const found = known.get(key);
  if (found?.uid === uid) return found;
  const fresh: PlanMemory = { uid };
  known.set(key, fresh);
  return fresh;
}

/** The plan is gone. @param key `namespace/name` */
export function forgetPlan(world: object, key: string): void {
  memories.get(world)?.delete(key);
}
