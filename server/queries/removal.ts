/** What there is of an operator that is to go, looked at with the rights of whoever asks. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { optional } from '#lib/base/loose.ts';
import {
  copiedFrom,
  COPIED_FROM_LABEL,
  MANAGED_LABEL,
  ownerLabels,
  REMOVAL_ANNOTATION,
} from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion, CrdDescription, Subscription } from '#lib/olm/api/types.ts';
import { isCsv, isSubscription } from '#lib/olm/observed/shapes.ts';
import type { LeavingKind, UninstallFacts, Standing, WorksSeen } from '#lib/olm/removal/facts.ts';
import { goesWith, type OwnerStandings } from '#lib/olm/removal/owners.ts';
import { readRecord, type RemovalChoices } from '#lib/olm/removal/record.ts';
import { dependenciesOf, operatorsUsing } from '#lib/olm/removal/users.ts';
import { queryWorks } from './removal-works.ts';
import type { Identity } from '#server/auth/identity.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import type { DiscoveredResource, KubeClient, ListOptions } from '#server/kube/types.ts';

/** An operator, by its CSV; `rest`: what of a removal is left to do once that is gone (`restOf`). */
export interface RemovalTarget extends Required<ObjectRef> {
  rest?: string | undefined;
}

/**
 * @throws KubeError when the CSV cannot be read, or is not there and no removal has taken it; all else that cannot be read is
 * named in `unread`
 */
export async function queryRemoval({ client }: Identity, target: RemovalTarget): Promise<UninstallFacts> {
  const operator = { namespace: target.namespace, name: target.name };
  const csv = await leavingCsv(client, target);
  const record = csv?.metadata.annotations?.[REMOVAL_ANNOTATION];
  const choices = readRecord(csv === undefined ? target.rest : record);
  const look = new Look(client);
  const { namespace } = target;
  const [subscriptions, csvs, here, groups, served] = await Promise.all([
    look.list(resources.subscriptions, { namespace }),
    look.list(resources.clusterServiceVersions, { labelSelector: `!${COPIED_FROM_LABEL}` }),
    look.list(resources.clusterServiceVersions, { namespace, labelSelector: `!${COPIED_FROM_LABEL}` }),
    look.list(resources.operatorGroups, { namespace, metadataOnly: true }),
    client.discover().catch(() => []),
  ]);
  const all = subscriptions.filter(isSubscription);
  const neighbors = here.filter(isCsv).filter(({ metadata }) => metadata.name !== target.name);
  const others = [...csvs.filter(isCsv), ...(look.unread.has(CSV_KIND) ? neighbors : [])].filter(
    ({ metadata }) => metadata.name !== target.name || metadata.namespace !== namespace,
  );
  const own = all.filter((one) => isFor(one, target.name));
  const [kinds, unsorted] = await Promise.all([
    Promise.all(kindsOf(csv, choices).map((api) => providedKind(look, api, { others, served }))),
    madeFor(look, operator, {
      going: uidsOf(own, csv?.metadata.uid ?? choices?.csv),
      ...(knowsOwners(look)
        ? { staying: uidsOf([...neighbors, ...all.filter((one) => !own.includes(one))]) }
        : {}),
    }),
  ]);
  const made = [...unsorted, ...(await copiesOf(look, operator))];
  const works = await worksFor(look, target, { csv, kinds, made });
  return {
    operator,
    ...optional({ works }),
    ...(csv === undefined ? {} : { csv: { ...leaving(csv), ...optional({ record }) } }),
    subscriptions: own.map(standing),
    made,
    kinds,
    groups: groups.map(standing),
    neighbors: neighbors.map(({ metadata }) => metadata.name),
    ...optional({ successor: successorOf(neighbors, target.name) }),
    dependencies: (csv !== undefined && isCsv(csv)
      ? dependenciesOf(csv, neighbors, all)
      : neighborsIn(neighbors, choices)
    ).map((dependency) => ({
      csv: standing(dependency),
      title: dependency.spec.displayName,
      subscriptions: all.filter((one) => isFor(one, dependency.metadata.name)).map(standing),
    })),
    unread: [...look.unread].map(([kind, why]) => ({ kind, why })),
  };
}

function successorOf(neighbors: readonly ClusterServiceVersion[], csv: string): string | undefined {
  return neighbors.find(({ spec }) => spec.replaces === csv)?.metadata.name;
}

const CSV_KIND = resources.clusterServiceVersions.kind;

async function leavingCsv(client: KubeClient, target: RemovalTarget): Promise<KubeObject | undefined> {
  try {
    return await client.get(resources.clusterServiceVersions, target);
  } catch (error) {
    if (isKubeError(error, 'notFound') && readRecord(target.rest) !== undefined) return undefined;
    throw error;
  }
}

function leaving(csv: KubeObject): Standing & { title: string; phase: string; copyOf?: string } {
  const known = isCsv(csv) ? csv : undefined;
  return {
    ...standing(csv),
    title: known?.spec.displayName ?? '',
    phase: known?.status?.phase ?? '',
    ...optional({ copyOf: copiedFrom(csv) }),
  };
}

/** Once the operator is gone, nobody can tell what it needed; what was chosen is known. */
function neighborsIn(
  neighbors: readonly ClusterServiceVersion[],
  choices: RemovalChoices | undefined,
): ClusterServiceVersion[] {
  return neighbors.filter(({ metadata }) => choices?.dependencies[metadata.name] === metadata.uid);
}

/** Lists of what may be read; whatever may not is remembered by its kind. */
class Look {
  readonly unread = new Map<string, string>();
  readonly client: KubeClient;

  constructor(client: KubeClient) {
    this.client = client;
  }

  async list(resource: Resource, options: ListOptions): Promise<KubeObject[]> {
    const { items, why } = await this.tryList(resource, options);
    if (why !== undefined) this.unread.set(resource.kind, why);
    return items;
  }

  /** A kind that the cluster does not have has no objects. */
  async tryList(resource: Resource, options: ListOptions): Promise<{ items: KubeObject[]; why?: string }> {
    try {
      const { items } = await this.client.list(resource, options);
      // Metadata alone calls itself PartialObjectMetadata.
      return { items: items.map((item) => ({ ...item, kind: resource.kind })) };
    } catch (error) {
      if (isKubeError(error, 'notFound')) return { items: [] };
      return { items: [], why: asKubeError(error).publicMessage };
    }
  }
}

function standing({ metadata }: KubeObject): Standing {
  const { namespace, name, uid = '', finalizers = [], deletionTimestamp } = metadata;
  return { name, uid, finalizers, ...optional({ namespace, deletedAt: deletionTimestamp }) };
}

function isFor({ status }: Subscription, csv: string): boolean {
  return status?.installedCSV === csv || status?.currentCSV === csv;
}

/** What it provides, or did when its removal began. */
function kindsOf(csv: KubeObject | undefined, choices: RemovalChoices | undefined): ApiName[] {
  const owned = csv !== undefined && isCsv(csv) ? (csv.spec.customresourcedefinitions?.owned ?? []) : [];
  return [
    ...new Map<string, ApiName>([
      ...(choices?.provided ?? []).map((name) => [name, { name, version: '', kind: '' }] as const),
      ...owned.map((api) => [api.name, api] as const),
    ]).values(),
  ];
}

type ApiName = Pick<CrdDescription, 'name' | 'version' | 'kind'>;

interface Surroundings {
  /** All other CSVs that may be read. */
  others: readonly ClusterServiceVersion[];
  served: readonly DiscoveredResource[];
}

async function providedKind(
  look: Look,
  api: ApiName,
  { others, served }: Surroundings,
): Promise<LeavingKind> {
  const [plural = '', ...group] = api.name.split('.');
  const found = served.find((type) => type.plural === plural && type.group === group.join('.'));
  const { version, kind, namespaced } = found ?? { ...api, namespaced: true };
  const resource = { group: group.join('.'), plural, version, kind, namespaced };
  const [definitions, instances] = await Promise.all([
    look.list(resources.customResourceDefinitions, {
      fieldSelector: `metadata.name=${api.name}`,
      metadataOnly: true,
    }),
    // One whose definition has gone is not served any more.
    found === undefined && api.version === ''
      ? { items: [] }
      : look.tryList(resource, { metadataOnly: true }),
  ]);
  const definition = definitions[0];
  const unread = 'why' in instances ? instances.why : look.unread.get(CSV_KIND);
  return {
    crd: api.name,
    resource,
    others: operatorsUsing(api.name, others),
    instances: instances.items.map(standing),
    ...(definition === undefined ? {} : { definition: standing(definition) }),
    // Whether another operator needs it is not known either.
    ...optional({ unread }),
  };
}

/** Looked for once, before anything is chosen: what is carried out looks every second. */
async function worksFor(
  look: Look,
  { rest }: RemovalTarget,
  { csv, ...found }: Pick<UninstallFacts, 'kinds' | 'made'> & { csv: KubeObject | undefined },
): Promise<WorksSeen | undefined> {
  if (rest !== undefined || csv === undefined) return undefined;
  return queryWorks(look.client, { csv, ...found, unread: look.unread });
}

/** In the namespaces that it watches, where copies are asked for: they go with it. */
async function copiesOf(
  look: Look,
  { namespace, name }: Required<ObjectRef>,
): Promise<(ObjectRef & { kind: string })[]> {
  const labelSelector = `${COPIED_FROM_LABEL}=${namespace}`;
  const found = await look.list(resources.clusterServiceVersions, { labelSelector, metadataOnly: true });
  return found
    .filter(({ metadata }) => metadata.name === name)
    .map(({ kind, metadata }) => ({ kind, name, ...optional({ namespace: metadata.namespace }) }));
}

const IN_NAMESPACE = [
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

/** Cluster-scoped objects have no owner in a namespace; they carry the CSV's labels instead, as copies elsewhere do. */
const BY_LABEL = [
  resources.apiServices,
  resources.validatingWebhookConfigurations,
  resources.mutatingWebhookConfigurations,
  resources.clusterRoles,
  resources.clusterRoleBindings,
  resources.roles,
  resources.roleBindings,
] as const;

function knowsOwners({ unread }: Look): boolean {
  return !unread.has(CSV_KIND) && !unread.has(resources.subscriptions.kind);
}

function uidsOf(objects: readonly KubeObject[], ...more: (string | undefined)[]): ReadonlySet<unknown> {
  return new Set([...objects.map(({ metadata }) => metadata.uid), ...more]);
}

/** Everything that goes with one of the owners, each once. */
async function madeFor(
  look: Look,
  operator: Required<ObjectRef>,
  owners: OwnerStandings,
): Promise<(ObjectRef & { kind: string })[]> {
  const labelSelector = Object.entries(ownerLabels(operator))
    // Not every version of OLM sets this one.
    .filter(([key]) => key !== MANAGED_LABEL)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const { namespace } = operator;
  const lists = await Promise.all([
    ...IN_NAMESPACE.map(async (resource) =>
      (await look.list(resource, { namespace, metadataOnly: true })).filter((object) =>
        goesWith(owners, object),
      ),
    ),
    ...BY_LABEL.map((resource) => look.list(resource, { labelSelector, metadataOnly: true })),
  ]);
  const found = lists.flat().map(({ kind, metadata }) => ({
    ...{ kind, name: metadata.name },
    ...optional({ namespace: metadata.namespace }),
  }));
  return [
    ...new Map(found.map((one) => [`${one.kind}/${one.namespace ?? ''}/${one.name}`, one])).values(),
  ].sort((left, right) => rankOf(left.kind) - rankOf(right.kind) || left.name.localeCompare(right.name));
}

const ORDER = ['InstallPlan', 'Deployment', 'Service', 'ServiceAccount'];

function rankOf(kind: string): number {
  const rank = ORDER.indexOf(kind);
  return rank < 0 ? ORDER.length : rank;
}
