/** What this process knows of plans that does not stand in the cluster, and what comes of it once a plan is gone. */
import { keyOf, parseKey, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan, InstallPlanStatus } from '#lib/olm/api/types.ts';
import { isAtWork } from '#lib/olm/csv/remains.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { planBundles } from '#lib/olm/plan/bundle.ts';
import { withdrawnCsvs } from '#lib/olm/plan/withdrawn.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { PlanMemory } from './memory.ts';
import { listOf, type World } from './world.ts';

/** To be written into. Another plan of the same name has its own. */
export function memoryOf({ memory }: Pick<World, 'memory'>, plan: KubeObject): PlanMemory {
  const [key, uid] = [keyOf(plan), plan.metadata.uid ?? ''];
  const found = memory.plans.get(key);
  if (found?.uid === uid) return found;
  const fresh: PlanMemory = { uid };
  memory.plans.set(key, fresh);
  return fresh;
}

/** Remembers what the plan has made, until it has come to its end. */
export function noteMade(world: World, plan: InstallPlan, csv: KubeObject): void {
  const { name, uid = '' } = csv.metadata;
  const bundle = planBundles(plan)?.find((one) => one.csv === name);
  if (bundle === undefined) return;
  const memory = memoryOf(world, plan);
  memory.made = [...(memory.made ?? []), { name, uid, subscription: bundle.subscription }];
}

/** From here on a plan may go without what it has made. */
export function noteWritten(world: World, plan: InstallPlan, { phase }: InstallPlanStatus): void {
  if (phase === 'Complete') delete memoryOf(world, plan).made;
}

/** What a plan that is gone before its end has made goes, where nobody asks for it any more; by the plan’s key. */
export async function withdrawMade(world: World, key: string, signal: AbortSignal): Promise<void> {
  const { made = [] } = world.memory.plans.get(key) ?? {};
  if (made.length === 0) return;
  const { namespace = '', name: plan } = parseKey(key);
  // One that cannot be read is there.
  if (world.caches.installPlans.get({ namespace, name: plan }) !== undefined) return;
  // The cache may be behind: what is asked for must not go.
  const { items } = await world.client.list(resources.subscriptions, {
    namespace,
    metadataOnly: true,
    signal,
  });
  const coming = listOf(world.caches.installPlans, isInstallPlan, namespace)
    .filter(isAtWork)
    .flatMap((plan) => planBundles(plan) ?? []);
  const withdrawn = withdrawnCsvs({
    made,
    subscriptions: new Set(items.map(({ metadata }) => metadata.name)),
    coming: new Set(coming.map(({ csv }) => csv)),
  });
  for (const { name, uid } of withdrawn) {
    try {
      await world.client.delete(resources.clusterServiceVersions, { namespace, name }, { uid, signal });
      world.log.info({ controller: 'installplan', key, csv: name }, 'withdrawn: its plan was deleted');
    } catch (error) {
      if (!isKubeError(error, 'notFound') && !isKubeError(error, 'conflict')) throw error;
    }
  }
}
