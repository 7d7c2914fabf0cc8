/** What a CSV brought and takes along when it is deleted. */
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { CsvFacts } from '#lib/olm/csv/facts.ts';
import { decideRemains, isAtWork, type RemainsFacts } from '#lib/olm/csv/remains.ts';
import { isSoleOwner, SHARED_TYPES, solelyOwned } from '#lib/olm/observed/owned.ts';
import { planBundles } from '#lib/olm/plan/bundle.ts';
import { OWNER_KIND_LABEL, OWNER_LABEL, OWNER_NAMESPACE_LABEL, ownerLabels } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { goingInstances, kindsThatHold } from '#lib/olm/removal/hold.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import { BY_OWNER } from './caches.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { listOf, readerOfWorld, type World } from './world.ts';

type Owned = CsvFacts['ownedObjects'];

/** Of what may be left; webhooks and APIs first, as nobody answers them any more. */
function remainsCaches(world: World): ResourceCache[] {
  const { roles, roleBindings, clusterRoles, clusterRoleBindings } = world.caches;
  const { validatingWebhookConfigurations, mutatingWebhookConfigurations, apiServices } = world.caches;
  return [
    ...[validatingWebhookConfigurations, mutatingWebhookConfigurations, apiServices],
    ...[roleBindings, clusterRoleBindings, roles, clusterRoles],
  ];
}

/** By owner labels; an object that a newer version has taken over carries that one's. */
export async function ownedObjects(world: World, csv: ClusterServiceVersion): Promise<Owned> {
  const { name, namespace = '' } = csv.metadata;
  const owner = { name, namespace };
  const labels = ownerLabels(owner);
  const labelSelector = [OWNER_LABEL, OWNER_NAMESPACE_LABEL, OWNER_KIND_LABEL]
    .map((label) => `${label}=${labels[label] ?? ''}`)
    .join(',');
  const lists = await Promise.all(
    // Kinds that we keep no cache of; asked for only when a CSV goes.
    SHARED_TYPES.map(async (resource): Promise<Owned> => {
      const { items } = await world.client.list(resource, { namespace, labelSelector, metadataOnly: true });
      return items.filter((object) => isSoleOwner(object, csv)).map((object) => ({ resource, object }));
    }),
  );
  return [...solelyOwned(readerOfWorld(world), csv), ...lists.flat()];
}

/** How many instances have to be gone before the operator is, by their definition; none where they may not be listed. */
export async function instancesBefore(
  world: World,
  csv: ClusterServiceVersion,
): Promise<ReadonlyMap<string, number>> {
  // With the rights of accounts alone it could not ask.
  if (world.accountsOnly === true) return new Map();
  const { customResourceDefinitions } = world.caches;
  const kinds = kindsThatHold(csv).filter(
    ({ crd }) => customResourceDefinitions.get({ name: crd }) !== undefined,
  );
  const counts = await Promise.all(
    kinds.map(async (kind) => {
      const items = await listed(world, kind.resource);
      return [kind.crd, goingInstances(csv, kind, items)] as const;
    }),
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Of a kind that is not served any more there is nothing to wait for. */
async function listed(world: World, resource: Resource): Promise<KubeObject[]> {
  const asked = world.client.list(resource, { metadataOnly: true });
  return (await undefinedIf(asked, 'notFound', 'forbidden'))?.items ?? [];
}

/**
 * Of a CSV that the cache does not know; `name` is the value of its owner label. The cache may be behind the cluster: where
 * something would go, the API server is asked, as what is deleted of an operator that runs would be missed.
 */
export async function observeRemains(
  world: World,
  { namespace, name }: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<RemainsFacts> {
  const facts: RemainsFacts = {
    owner: { label: name, namespace },
    labelled: remainsCaches(world).flatMap((cache) =>
      cache.byIndex(BY_OWNER, `${namespace}/${name}`).map((object) => ({ resource: cache.resource, object })),
    ),
    csvs: world.caches.clusterServiceVersions.list(namespace).map(({ metadata }) => metadata.name),
    coming: listOf(world.caches.installPlans, isInstallPlan, namespace)
      .filter(isAtWork)
      .flatMap((plan) => planBundles(plan) ?? [])
      .map(({ csv }) => csv),
  };
  if (decideRemains(facts).actions.length === 0) return facts;
  const csvs = resources.clusterServiceVersions;
  const { items } = await world.client.list(csvs, { namespace, metadataOnly: true, signal });
  return { ...facts, csvs: items.map(({ metadata }) => metadata.name) };
}
