/** What this process knows of plans that does not stand in the cluster. It goes with the plan. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import type { PlanMemory } from './memory.ts';
import type { World } from './world.ts';

/** To be written into. Another plan of the same name has its own. */
export function memoryOf({ memory }: Pick<World, 'memory'>, plan: KubeObject): PlanMemory {
  const [key, uid] = [keyOf(plan), plan.metadata.uid ?? ''];
  const found = memory.plans.get(key);
  if (found?.uid === uid) return found;
  const fresh: PlanMemory = { uid };
  memory.plans.set(key, fresh);
  return fresh;
}
