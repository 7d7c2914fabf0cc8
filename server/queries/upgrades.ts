/** What could be newer, of all that the user may see. */
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { packageKeyOf } from '#lib/olm/api/subscription.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { isCsv, isInstallPlan, isSubscription } from '#lib/olm/observed/shapes.ts';
import { upgradesOf } from '#lib/olm/views/upgrades.ts';
import type { Upgrades } from '#lib/olm/views/upgrades.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ListOptions } from '#server/kube/types.ts';
import type { CatalogQueries } from './catalog.ts';
import { inBatches } from './look.ts';

/**
 * @param namespaces all of them when empty
 * @throws KubeError when Subscriptions cannot be read; what else cannot be is named as hidden
 */
export async function queryUpgrades(
  identity: Identity,
  catalog: CatalogQueries,
  namespaces: readonly string[],
): Promise<Upgrades> {
  const places = namespaces.length === 0 ? [undefined] : namespaces;
  const hidden = new Set<string>();
  const list = async (resource: Resource, options: ListOptions = {}): Promise<KubeObject[]> =>
    listIn(identity, resource, { places, options, hidden });
  const subscriptions = (await listAll(identity, resources.subscriptions, places)).filter(isSubscription);
  const [plans, csvs, operatorConditions, packages, problems] = await Promise.all([
    list(resources.installPlans),
    list(resources.clusterServiceVersions, { labelSelector: `!${COPIED_FROM_LABEL}` }),
    list(resources.operatorConditions),
    packagesOf(identity, catalog, subscriptions),
    problemsOf(identity, catalog),
  ]);
  const found = upgradesOf({
    subscriptions,
    plans: plans.filter(isInstallPlan),
    csvs: csvs.filter(isCsv),
    operatorConditions,
    packages: packages ?? new Map(),
    catalogProblems: problems,
  });
  return { ...found, hidden: [...hidden].sort(), catalogsUnknown: packages === undefined };
}

async function listAll(
  { client }: Identity,
  resource: Resource,
  places: readonly (string | undefined)[],
  options: ListOptions = {},
): Promise<KubeObject[]> {
  const lists = await Promise.all(
    places.map((namespace) =>
      client.list(resource, { ...options, ...(namespace === undefined ? {} : { namespace }) }),
    ),
  );
  return lists.flatMap(({ items }) => items);
}

interface Looking {
  places: readonly (string | undefined)[];
  options: ListOptions;
  hidden: Set<string>;
}

async function listIn(
  identity: Identity,
  resource: Resource,
  { places, options, hidden }: Looking,
): Promise<KubeObject[]> {
  try {
    return await listAll(identity, resource, places, options);
  } catch (error) {
    // A cluster without the kind has none of it.
    if (!isKubeError(error, 'notFound')) hidden.add(resource.kind);
    return [];
  }
}

/** Packages that the Subscriptions name, by `packageKeyOf`; undefined when the catalogs cannot be asked at all. */
export async function packagesOf(
  identity: Identity,
  catalog: CatalogQueries,
  subscriptions: readonly Subscription[],
): Promise<Map<string, PackageDetail> | undefined> {
  const wanted = [...new Map(subscriptions.map((one) => [packageKeyOf(one), one.spec]))];
  try {
    const found = await inBatches(wanted, async ([key, { sourceNamespace, source, name }]) => {
      const at = { namespace: sourceNamespace, name: source };
      const detail = await catalog.package(identity, { catalog: at, package: name });
      return detail === undefined ? [] : [[key, detail] as const];
    });
    return new Map(found.flat());
  } catch {
    return undefined;
  }
}

async function problemsOf(identity: Identity, catalog: CatalogQueries): Promise<Map<string, string>> {
  try {
    const sources = await catalog.sources(identity);
    return new Map(
      sources
        .filter(({ healthy }) => !healthy)
        .map(({ namespace, name, problem }) => [`${namespace}/${name}`, problem?.message ?? '']),
    );
  } catch {
    return new Map();
  }
}
