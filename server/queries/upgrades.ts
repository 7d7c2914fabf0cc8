/** What could be newer, of all that the user may see. */
import { z } from 'zod';

import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { packageKeyOf, upgradesOf } from '#lib/olm/views/upgrades.ts';
import type { Upgrades } from '#lib/olm/views/upgrades.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ListOptions } from '#server/kube/types.ts';
import type { CatalogQueries } from './catalog.ts';

const PARALLEL = 8;

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
    plans: plans.filter(isPlan),
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

/** Undefined when the catalogs cannot be asked at all. */
async function packagesOf(
  identity: Identity,
  catalog: CatalogQueries,
  subscriptions: readonly Subscription[],
): Promise<Map<string, PackageDetail> | undefined> {
  const wanted = [...new Map(subscriptions.map((one) => [packageKeyOf(one), one.spec]))];
  const found = new Map<string, PackageDetail>();
  try {
    for (let start = 0; start < wanted.length; start += PARALLEL) {
      const batch = wanted.slice(start, start + PARALLEL);
      const details = await Promise.all(
        batch.map(([, { sourceNamespace, source, name }]) =>
          catalog.package(identity, { catalog: { namespace: sourceNamespace, name: source }, package: name }),
        ),
      );
      batch.forEach(([key], index) => {
        const detail = details[index];
        if (detail !== undefined) found.set(key, detail);
      });
    }
    return found;
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

const Sub = z.looseObject({
  spec: z.looseObject({ name: z.string(), source: z.string(), sourceNamespace: z.string() }),
});
const Plan = z.looseObject({
  spec: z.looseObject({ approved: z.boolean(), clusterServiceVersionNames: z.array(z.string()) }),
});
const Csv = z.looseObject({ spec: z.looseObject({ displayName: z.string() }) });

function isSubscription(object: KubeObject): object is Subscription {
  return Sub.safeParse(object).success;
}

function isPlan(object: KubeObject): object is InstallPlan {
  return Plan.safeParse(object).success;
}

function isCsv(object: KubeObject): object is ClusterServiceVersion {
  return Csv.safeParse(object).success;
}
