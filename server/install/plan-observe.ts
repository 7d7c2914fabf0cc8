/** What there is to know of one InstallPlan, from the caches and the catalogs. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { optional } from '#lib/base/loose.ts';
import { planBundles, type PlanBundle } from '#lib/olm/plan/bundle.ts';
import { foreignCatalog, type PlanFacts } from '#lib/olm/plan/facts.ts';
import { planFacts } from '#lib/olm/observed/plan-facts.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { readerOfWorld, type World } from './world.ts';

/** Undefined also for a plan whose status does not say what it installs: it is nobody's, or yet to be given one. */
export async function observePlan(
  world: World,
  plan: InstallPlan | undefined,
): Promise<PlanFacts | undefined> {
  if (plan === undefined || plan.metadata.deletionTimestamp !== undefined) return undefined;
  const { namespace = '' } = plan.metadata;
  const bundles = planBundles(plan);
  if (bundles === undefined) return undefined;
  const contents = isSettled(plan)
    ? new Map<string, readonly KubeObject[]>()
    : await bundleContents(world, namespace, bundles);
  return observedPlan(world, plan, { bundles, contents });
}

/** Facts of a plan whose content is at hand. */
export function observedPlan(
  world: World,
  plan: InstallPlan,
  { bundles, contents }: Pick<PlanFacts, 'bundles' | 'contents'>,
): PlanFacts {
  const { globalNamespace, accountsOnly: needsAccount = false, leavesOut } = world;
  const changedAt = world.memory.rightsChanged.get(plan.metadata.namespace ?? '');
  const known = {
    bundles,
    contents,
    globalNamespace,
    needsAccount,
    ...optional({ leavesOut, rightsChangedAt: changedAt }),
  };
  return planFacts(readerOfWorld(world), plan, known);
}

/** By digest; nothing is read or pulled of catalogs that the namespace may not use. */
export async function bundleContents(
  world: World,
  namespace: string,
  bundles: readonly PlanBundle[],
): Promise<Map<string, readonly KubeObject[]>> {
  const contents = new Map<string, readonly KubeObject[]>();
  const { globalNamespace } = world;
  for (const bundle of bundles) {
    if (foreignCatalog(bundle, { namespace, globalNamespace }) !== undefined) continue;
    const { digest, image, catalog, catalogNamespace } = bundle;
    const content = await world.store.content(digest);
    if (content !== undefined) contents.set(digest, content.objects);
    else if (image !== undefined) {
      world.bundleImages.unpack({ namespace: catalogNamespace, name: catalog }, image, { gone: digest });
    }
  }
  return contents;
}

/** Content is only fetched while something may still have to be written. */
function isSettled({ status }: InstallPlan): boolean {
  const { phase, plan: steps = [] } = status ?? {};
  return (
    phase === 'Failed' || (phase === 'Complete' && !steps.some((step) => step.status === 'WaitingForApi'))
  );
}
