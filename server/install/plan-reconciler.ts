/** InstallPlans. */
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan, InstallPlanStatus } from '#lib/olm/api/types.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import type { PlanFacts } from '#lib/olm/plan/facts.ts';
import { decidePlan } from '#lib/olm/plan/run.ts';
import { executeSteps } from './plan-execute.ts';
import { withCrdCheck } from './plan-foresight.ts';
import { memoryOf } from './plan-memory.ts';
import { observePlan } from './plan-observe.ts';
import { noteBegun } from './plan-resume.ts';
import type { Kind } from './reconcile.ts';

export const installPlanKind: Kind<InstallPlan, PlanFacts, InstallPlanStatus> = {
  controller: 'installplan',
  resource: resources.installPlans,
  isValid: isInstallPlan,
  async observe({ world, key, object, status, results, signal }) {
    const plan = object === undefined || status === undefined ? object : { ...object, status };
    const seen = await observePlan(world, plan);
    if (seen === undefined) {
      world.memory.plans.delete(key);
      return undefined;
    }
    // Whoever sees it before it has begun will begin it.
    if (UNBEGUN.has(seen.plan.status?.phase)) noteBegun(world, seen.plan);
    // Definitions that were just made are in the cluster, and no longer what is to come.
    if (results !== undefined) return { ...seen, results };
    return withCrdCheck(world, seen, signal);
  },
  decide: decidePlan,
  memory: memoryOf,
  steps: executeSteps,
  log: ({ phase, message }) => ({ phase, detail: message }),
};

const UNBEGUN: ReadonlySet<string | undefined> = new Set(['', 'RequiresApproval', 'Failed', undefined]);
