/** What an operator that is to go has made itself, looked for where its instances are, with the rights of whoever asks. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import type { LeavingKind, Standing, WorksSeen } from '#lib/olm/removal/facts.ts';
import { definitionWorks, worksOf, type OperatorWork, type WorkFate } from '#lib/olm/removal/works.ts';
import { MANAGED_LABEL } from '#lib/olm/api/labels.ts';
import { packageOfCsv } from '#lib/olm/subscription/orphans.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import type { KubeClient, ListOptions } from '#server/kube/types.ts';

/** What operators make, and what they do that by. */
const KINDS: readonly Resource[] = [
  ...[resources.deployments, resources.statefulSets, resources.daemonSets, resources.jobs],
  ...[resources.cronJobs, resources.services, resources.configMaps, resources.secrets],
  ...[resources.persistentVolumeClaims, resources.serviceAccounts, resources.roles, resources.roleBindings],
  ...[resources.leases, resources.replicaSets, resources.pods],
];

/** Each is looked into list by list. */
const MOST_PLACES = 8;

interface WorksTarget {
  csv: KubeObject;
  kinds: readonly LeavingKind[];
  /** What goes with the CSV itself. */
  made: readonly (ObjectRef & { kind: string })[];
  /** By kind, what could not be listed, and why: added to. */
  unread: Map<string, string>;
}

/** Never rejects; what could not be listed is added to `unread`. */
export async function queryWorks(
  client: KubeClient,
  { csv, kinds, made, unread }: WorksTarget,
): Promise<WorksSeen> {
  if (!isCsv(csv)) return { works: [], unseen: 0 };
  const { namespace: home = '' } = csv.metadata;
  const places = [...new Set([home, ...kinds.flatMap(placesOf)])];
  const looked = places.slice(0, MOST_PLACES);
  const lists = await Promise.all(
    looked.flatMap((namespace) =>
      KINDS.map((resource) => listOf(client, { resource, unread }, { namespace })),
    ),
  );
  const own = new Set(made.map(keyOf));
  const objects = lists.flat();
  const names = deploymentsOf(csv);
  const works = worksOf(objects, {
    deployments: objects.filter(
      ({ kind, metadata }) =>
        kind === resources.deployments.kind && metadata.namespace === home && names.includes(metadata.name),
    ),
    instances: new Map(kinds.map((kind) => [kind.crd, kind.instances.map((one) => bare(kind, one))])),
    managers: new Set([...names, packageOfCsv(csv) ?? csv.metadata.name]),
  }).filter((work) => !own.has(keyOf(work)));
  const beside = await ofDefinitions(client, { csv, kinds, unread });
  return { works: [...works, ...beside], unseen: places.length - looked.length };
}

/** Of the whole cluster: roles for people, and the Operator object, which goes with the last that belongs to it. */
async function ofDefinitions(
  client: KubeClient,
  { csv, kinds, unread }: Pick<WorksTarget, 'kinds' | 'unread'> & { csv: ClusterServiceVersion },
): Promise<OperatorWork[]> {
  const labelSelector = `${MANAGED_LABEL}=true`;
  const name = `${packageOfCsv(csv) ?? ''}.${csv.metadata.namespace ?? ''}`;
  const [roles, operators] = await Promise.all([
    listOf(client, { resource: resources.clusterRoles, unread }, { labelSelector }),
    listOf(client, { resource: resources.operators, unread }, { fieldSelector: `metadata.name=${name}` }),
  ]);
  const standing = kinds.flatMap(({ crd, definition }) =>
    definition === undefined ? [] : [[definition.uid, crd] as const],
  );
  const crds = standing.map(([, crd]) => crd);
  const fate: WorkFate = crds.length === 0 ? { code: 'withOperator' } : { code: 'withDefinitions', crds };
  return [
    ...definitionWorks(roles, new Map(standing)),
    ...operators.map(({ kind, metadata }) => ({ kind, name: metadata.name, fate })),
  ];
}

async function listOf(
  client: KubeClient,
  { resource, unread }: Pick<WorksTarget, 'unread'> & { resource: Resource },
  options: ListOptions,
): Promise<KubeObject[]> {
  try {
    const { items } = await client.list(resource, { ...options, metadataOnly: true });
    // Metadata alone calls itself PartialObjectMetadata.
    return items.map((item) => ({ ...item, kind: resource.kind }));
  } catch (error) {
    if (!isKubeError(error, 'notFound')) unread.set(resource.kind, asKubeError(error).publicMessage);
    return [];
  }
}

/** The most instances first. */
function placesOf({ instances }: LeavingKind): string[] {
  const counts = Map.groupBy(instances, ({ namespace }) => namespace ?? '');
  return [...counts]
    .filter(([namespace]) => namespace !== '')
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([namespace]) => namespace);
}

function deploymentsOf({ spec }: ClusterServiceVersion): string[] {
  return (spec.install.spec?.deployments ?? []).map(({ name }) => name);
}

function bare({ resource: { kind, group, version } }: LeavingKind, { name, uid }: Standing): KubeObject {
  return { apiVersion: `${group}/${version}`, kind, metadata: { name, uid } };
}

function keyOf({ kind, namespace = '', name }: ObjectRef & { kind: string }): string {
  return `${kind}/${namespace}/${name}`;
}
