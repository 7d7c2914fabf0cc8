/** InstallPlans. */
import { rfc3339 } from '#lib/base/time.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan, InstallPlanStatus } from '#lib/olm/api/types.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { leftAlone } from '#lib/olm/plan/bundle.ts';
import type { PlanFacts } from '#lib/olm/plan/facts.ts';
import { decidePlan } from '#lib/olm/plan/run.ts';
import { recordEvent } from './events.ts';
import { executeSteps } from './plan-execute.ts';
import { withCrdCheck } from './plan-foresight.ts';
import { memoryOf, noteWritten, withdrawMade } from './plan-memory.ts';
import { observePlan } from './plan-observe.ts';
import { noteBegun } from './plan-resume.ts';
import type { Kind } from './reconcile.ts';
import type { World } from './world.ts';

export const installPlanKind: Kind<InstallPlan, PlanFacts, InstallPlanStatus> = {
  controller: 'installplan',
  resource: resources.installPlans,
  isValid: isInstallPlan,
  async observe({ world, key, object, status, results, signal }) {
    const plan = object === undefined || status === undefined ? object : { ...object, status };
    const seen = await observePlan(world, plan);
    if (seen === undefined) {
      if (plan !== undefined) tellLeftAlone(world, plan);
      else {
        await withdrawMade(world, key, signal);
        world.memory.plans.delete(key);
      }
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
  written: noteWritten,
  steps: executeSteps,
  log: ({ phase, message }) => ({ phase, detail: message }),
};

/** Nothing else would say why nothing comes of it. */
function tellLeftAlone(world: World, about: InstallPlan): void {
  const message = leftAlone(about);
  const memory = memoryOf(world, about);
  if (message === undefined || memory.toldLeftAlone === true) return;
  memory.toldLeftAlone = true;
  const time = about.status?.startTime ?? about.metadata.creationTimestamp ?? rfc3339(world.clock.now());
  recordEvent(world, { about, reason: 'LeftAlone', message, type: 'Warning', time });
}

const UNBEGUN: ReadonlySet<string | undefined> = new Set(['', 'RequiresApproval', 'Failed', undefined]);
