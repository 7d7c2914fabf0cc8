/** What becomes of an instance, from what the engine has at hand. */
import { rfc3339 } from '#lib/base/time.ts';
import { operatorVersionName } from '#lib/kudo/api/names.ts';
import type { KudoInstance, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { resolveDependencies } from '#lib/kudo/package/dependencies.ts';
import type { InstanceDecision } from '#lib/kudo/plan/decision.ts';
import type { DecisionFacts } from './decision.ts';
import { instanceMemory, versionAt, versionFor, type InstanceRun, type KudoWorld } from './kudo-world.ts';
import { keptRuns } from './plan-runs.ts';
import { decidePlans } from './planner/decide.ts';
import type { TaskView } from './task-view.ts';

/** As `decidePlans`. Rejects with KubeError. */
export function decided(
  { world, key, signal }: InstanceRun,
  instance: KudoInstance,
  view: TaskView,
): Promise<InstanceDecision | 'busy'> {
  const { refusals, outputs } = instanceMemory(world, key);
  return decidePlans(world, factsOf(world, instance), {
    sight: view.sight(key),
    learn: () => view.learn(),
    answer: (question) => view.answer(question),
    told: () => ({ types: world.types.list(), refusals: [...refusals], outputs: [...outputs] }),
    signal,
  });
}

function factsOf(world: KudoWorld, instance: KudoInstance): DecisionFacts {
  const version = versionFor(world, instance);
  const { namespace = '', name } = instance.metadata;
  const runs = keptRuns(world, instance);
  return {
    instance: runs.length === 0 ? instance : { ...instance, status: { ...instance.status, runs } },
    version,
    now: rfc3339(world.clock.now()),
    uid: world.newUid(),
    workloads: world.objects.workloads({ namespace, name }),
    dependencyProblem: version === undefined ? undefined : dependencyProblem(world, version),
    sealKey: world.reviewKey,
  };
}

/** The versions that its tasks install have to be here (KUDO 58). */
function dependencyProblem(world: KudoWorld, root: KudoOperatorVersion): string | undefined {
  if (root.spec.tasks.every(({ kind }) => kind !== 'KudoOperator')) return undefined;
  const { namespace = '' } = root.metadata;
  const result = resolveDependencies(root, ({ package: operator, operatorVersion = '', appVersion }) => {
    const name = operatorVersionName({ operator, version: operatorVersion, appVersion });
    const version = versionAt(world, { namespace, name });
    return version === undefined
      ? { problem: `OperatorVersion ${namespace}/${name} not found` }
      : { version };
  });
  return 'problem' in result ? result.problem : undefined;
}
