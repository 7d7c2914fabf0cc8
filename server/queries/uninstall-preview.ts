import { z } from 'zod';

import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { MANAGED_LABEL, ownerLabels } from '#lib/olm/api/labels.ts';
import { uninstallPreview } from '#lib/olm/views/uninstall-preview.ts';
import type { InstanceCount, UninstallPreview } from '#lib/olm/views/uninstall-preview.ts';
import type { Identity } from '#server/auth/identity.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import type { KubeClient, ListOptions } from '#server/kube/types.ts';

interface Target {
  namespace: string;
  /** Of the CSV. */
  name: string;
}

/** What of the CSV the preview reads; objects of a real cluster may lack any of it. */
const OwnedCrds = z.object({
  spec: z.object({
    customresourcedefinitions: z
      .object({
        owned: z.array(z.object({ name: z.string(), version: z.string(), kind: z.string() })).default([]),
      })
      .default({ owned: [] }),
  }),
});

/** @throws KubeError when the CSV cannot be read; everything else that cannot be becomes an `unknown` entry. */
export async function queryUninstallPreview({ client }: Identity, target: Target): Promise<UninstallPreview> {
  const csv = await client.get(resources.clusterServiceVersions, target);
  const unknown = new Map<string, string>();
  const look = (resource: Resource, options: ListOptions): Promise<KubeObject[]> =>
    lookUp(client, resource, options, unknown);
  const subscriptions = (await look(resources.subscriptions, { namespace: target.namespace })).filter((one) =>
    isFor(one, target.name),
  );
  const [owned, instances, operatorGroups] = await Promise.all([
    findOwned(look, csv, subscriptions, target),
    countInstances(client, csv),
    look(resources.operatorGroups, { namespace: target.namespace, metadataOnly: true }),
  ]);
  return uninstallPreview({
    csv,
    subscriptions,
    owned,
    instances,
    operatorGroups,
    unknown: [...unknown].map(([kind, why]) => ({ kind, why })),
  });
}

type Look = (resource: Resource, options: ListOptions) => Promise<KubeObject[]>;

async function lookUp(
  client: KubeClient,
  resource: Resource,
  options: ListOptions,
  unknown: Map<string, string>,
): Promise<KubeObject[]> {
  try {
    const { items } = await client.list(resource, options);
    // Metadata alone calls itself PartialObjectMetadata.
    return items.map((item) => ({ ...item, kind: resource.kind }));
  } catch (error) {
    unknown.set(resource.kind, asKubeError(error).publicMessage);
    return [];
  }
}

const Status = z.object({
  status: z.object({ installedCSV: z.string().optional(), currentCSV: z.string().optional() }).optional(),
});

function isFor(subscription: KubeObject, csv: string): boolean {
  const { status } = Status.catch({}).parse(subscription);
  return status?.installedCSV === csv || status?.currentCSV === csv;
}

const inNamespace = [
  resources.deployments,
  resources.serviceAccounts,
  resources.services,
  resources.configMaps,
  resources.secrets,
  resources.roles,
  resources.roleBindings,
  resources.networkPolicies,
  resources.podDisruptionBudgets,
  resources.operatorConditions,
  resources.installPlans,
] as const;

/** Cluster-scoped objects have no owner in a namespace; they carry the CSV's labels instead. */
const byLabel = [
  resources.validatingWebhookConfigurations,
  resources.mutatingWebhookConfigurations,
  resources.clusterRoles,
  resources.clusterRoleBindings,
  resources.roles,
  resources.roleBindings,
] as const;

async function findOwned(
  look: Look,
  csv: KubeObject,
  subscriptions: readonly KubeObject[],
  target: Target,
): Promise<KubeObject[]> {
  const owners = new Set([csv, ...subscriptions].map(({ metadata }) => metadata.uid ?? ''));
  const ofOwners = ({ metadata }: KubeObject): boolean =>
    metadata.ownerReferences?.every(({ uid }) => owners.has(uid)) === true &&
    metadata.ownerReferences.length > 0;
  const labelSelector = Object.entries(ownerLabels(target))
    // Not every version of OLM sets this one.
    .filter(([key]) => key !== MANAGED_LABEL)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const lists = await Promise.all([
    ...inNamespace.map(async (resource) =>
      (await look(resource, { namespace: target.namespace, metadataOnly: true })).filter(ofOwners),
    ),
    ...byLabel.map((resource) => look(resource, { labelSelector, metadataOnly: true })),
  ]);
  return lists.flat();
}

async function countInstances(client: KubeClient, csv: KubeObject): Promise<InstanceCount[]> {
  const parsed = OwnedCrds.safeParse(csv);
  const owned = parsed.success ? parsed.data.spec.customresourcedefinitions.owned : [];
  const crds = [...new Map(owned.map((crd) => [crd.name, crd])).values()];
  return Promise.all(
    crds.map(async ({ name, version, kind }) => {
      const count = await countOf(client, name, version);
      return { crd: name, kind, ...(count === undefined ? {} : { count }) };
    }),
  );
}

const Counted = z.object({
  items: z.array(z.unknown()).nullish(),
  metadata: z.object({ remainingItemCount: z.number().optional() }),
});

/** One object is fetched and the API server says how many more there are. */
async function countOf(client: KubeClient, crd: string, version: string): Promise<number | undefined> {
  const [plural = '', ...group] = crd.split('.');
  const path = `/apis/${encodeURIComponent(group.join('.'))}/${encodeURIComponent(version)}/${encodeURIComponent(plural)}?limit=1`;
  try {
    const { items, metadata } = Counted.parse(await client.request('GET', path));
    return (items?.length ?? 0) + (metadata.remainingItemCount ?? 0);
  } catch (error) {
    return isKubeError(error, 'notFound') ? 0 : undefined;
  }
}
