/** What there is to know of one InstallPlan, from the caches and the catalogs. */
import { byName, parseApiVersion, parseKey, type KubeObject } from '#lib/k8s/object.ts';
import { optional } from '#lib/base/loose.ts';
import { planBundles, type PlanBundle } from '#lib/olm/plan/bundle.ts';
import { foreignCatalog, type PlanFacts } from '#lib/olm/plan/facts.ts';
import { crdNameOf, planKind } from '#lib/olm/plan/kinds.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { isCsv, isInstallPlan } from './parse.ts';
import { rightsChangedAt } from './rights-watch.ts';
import { getOf, groupTargets, type World } from './world.ts';

/** Undefined also for a plan whose status does not say what it installs: it is nobody's, or yet to be given one. */
export async function observePlan(world: World, key: string): Promise<PlanFacts | undefined> {
  const { namespace = '', name } = parseKey(key);
  const plan = getOf(world.caches.installPlans, isInstallPlan, { namespace, name });
  if (plan === undefined || plan.metadata.deletionTimestamp !== undefined) return undefined;
  const bundles = planBundles(plan);
  if (bundles === undefined) return undefined;
  const contents = isSettled(plan)
    ? new Map<string, readonly KubeObject[]>()
    : await bundleContents(world, namespace, bundles);
  return planFacts(world, plan, { bundles, contents });
}

export function planFacts(
  world: World,
  plan: InstallPlan,
  { bundles, contents }: Pick<PlanFacts, 'bundles' | 'contents'>,
): PlanFacts {
  const { namespace = '' } = plan.metadata;
  const { customResourceDefinitions, clusterServiceVersions, serviceAccounts } = world.caches;
  const objects = [...contents.values()].flat();
  return {
    plan,
    groups: groupTargets(world, namespace),
    bundles,
    globalNamespace: world.globalNamespace,
    contents,
    isCsv,
    crds: byName(
      crdNames(plan, objects).flatMap((crd) => customResourceDefinitions.get({ name: crd }) ?? []),
    ),
    csvs: byName(clusterServiceVersions.list(namespace)),
    serviceAccounts: byName(serviceAccounts.list(namespace)),
    ...optional('rightsChangedAt', rightsChangedAt(world, namespace)),
  };
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

/** Definitions that the plan brings, and those behind its optional steps. */
function crdNames(plan: InstallPlan, objects: readonly KubeObject[]): string[] {
  const brought = objects.filter((object) => object.kind === 'CustomResourceDefinition');
  const optionalKinds = [
    ...(plan.status?.plan ?? []).map((step) => step.resource),
    ...objects.map((object) => ({ ...parseApiVersion(object.apiVersion), kind: object.kind })),
  ].flatMap((gvk) => {
    const kind = planKind(gvk);
    return kind?.optional === true ? [crdNameOf(kind.resource)] : [];
  });
  return [...new Set([...brought.map((object) => object.metadata.name ?? ''), ...optionalKinds])];
}
