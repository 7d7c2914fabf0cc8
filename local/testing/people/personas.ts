/**
 * Twelve people with the rights that clusters really hand out. Each is a ServiceAccount with a token of its own, so that
 * what one may do is decided by a real API server.
 */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '../../../lib/k8s/object.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { KUDO_GROUP, kudoResources } from '../../../lib/kudo/api/types.ts';
import { requestToken } from '../../../server/kube/ask.ts';
import { createClient } from '../../../server/kube/client.ts';
import { loadConfig } from '../../../server/kube/config.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { untilAllowed, type Right } from './rights.ts';
import { catalogNamespace, openCatalog, places, ticketsGroup } from './state.ts';

export const personaNames = [
  'nobody',
  'viewer',
  'editor',
  'admin',
  'editor-of-two',
  'cluster-viewer',
  'installer',
  'plan-approver',
  'catalog-admin',
  'editor-without-secrets',
  'editor-without-list',
  'cluster-admin',
] as const;
export type PersonaName = (typeof personaNames)[number];

export interface Persona {
  readonly name: PersonaName;
  /** As the API server calls it. */
  readonly user: string;
  readonly token: string;
  /** Speaks to the API server as this person. */
  readonly client: KubeClient;
}

/** Where the ServiceAccounts live; holds nothing else. */
const home = 'quay-people';
const OLM = 'operators.coreos.com';
const RBAC = 'rbac.authorization.k8s.io';
const read = ['get', 'list', 'watch'];
const write = ['create', 'update', 'patch', 'delete'];

interface Grant {
  readonly who: readonly PersonaName[];
  /** A ClusterRole by its name, or the rules of a role of their own. */
  readonly role: string | readonly Right[];
  /** Absent: in the whole cluster. */
  readonly namespace?: string;
}

const [amber, birch] = places;

/** Everything that people of one namespace touch, as OLM itself adds its kinds to view, edit and admin. */
const olmKinds = ['clusterserviceversions', 'subscriptions', 'installplans', 'operatorgroups'];
/** What declarative operators are made of. */
const kudoKinds = Object.values(kudoResources).map(({ plural }) => plural);
const olmRead: readonly Right[] = [
  { apiGroups: [OLM], resources: [...olmKinds, 'catalogsources'], verbs: read },
  { apiGroups: [ticketsGroup], resources: ['tickets'], verbs: read },
  { apiGroups: [KUDO_GROUP], resources: kudoKinds, verbs: read },
];
const olmWrite: readonly Right[] = [
  { apiGroups: [OLM], resources: ['subscriptions', 'operatorgroups'], verbs: write },
  { apiGroups: [OLM], resources: ['clusterserviceversions'], verbs: ['delete'] },
  { apiGroups: [OLM], resources: ['installplans'], verbs: ['update', 'patch', 'delete'] },
  { apiGroups: [ticketsGroup], resources: ['tickets'], verbs: write },
  { apiGroups: [KUDO_GROUP], resources: kudoKinds, verbs: write },
];
const editing: readonly Right[] = [
  { apiGroups: [''], resources: ['pods', 'configmaps', 'services', 'events'], verbs: [...read, ...write] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: [...read, ...write] },
  ...olmRead,
  ...olmWrite,
];
const installing: readonly Right[] = [
  { apiGroups: [OLM], resources: [...olmKinds, 'catalogsources'], verbs: read },
  { apiGroups: [OLM], resources: ['subscriptions', 'operatorgroups'], verbs: write },
  { apiGroups: [OLM], resources: ['installplans'], verbs: ['patch'] },
  { apiGroups: [OLM], resources: ['clusterserviceversions'], verbs: ['delete'] },
  { apiGroups: [''], resources: ['namespaces'], verbs: [...read, 'create'] },
  { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: read },
];
const oneCatalog: readonly Right[] = [
  { apiGroups: [OLM], resources: ['catalogsources'], verbs: ['get'], resourceNames: [openCatalog] },
];

const grants: readonly Grant[] = [
  { who: ['viewer'], role: 'view', namespace: amber },
  { who: ['editor'], role: 'edit', namespace: amber },
  { who: ['admin'], role: 'admin', namespace: amber },
  { who: ['editor-of-two'], role: 'edit', namespace: amber },
  { who: ['editor-of-two'], role: 'edit', namespace: birch },
  { who: ['cluster-viewer'], role: 'view' },
  { who: ['installer'], role: installing },
  {
    who: ['plan-approver'],
    role: [{ apiGroups: [OLM], resources: ['installplans'], verbs: [...read, 'patch'] }],
    namespace: amber,
  },
  {
    who: ['catalog-admin'],
    role: [{ apiGroups: [OLM], resources: ['catalogsources'], verbs: [...read, ...write] }],
    namespace: catalogNamespace,
  },
  { who: ['editor-without-secrets'], role: editing, namespace: amber },
  { who: ['editor-without-list'], role: 'edit', namespace: amber },
  { who: ['cluster-admin'], role: 'cluster-admin' },
  // A catalog that some of the people of one namespace may see, by its name only.
  { who: ['editor', 'editor-of-two', 'editor-without-list'], role: oneCatalog, namespace: catalogNamespace },
  {
    who: ['viewer', 'editor', 'admin', 'editor-of-two', 'editor-without-secrets'],
    role: [{ apiGroups: [''], resources: ['namespaces'], verbs: read }],
  },
];

/** Makes the people and their rights on a cluster that holds the state of `seedPersonaState`. */
export async function makePersonas(kubeconfig: string): Promise<readonly Persona[]> {
  const config = loadConfig({ kubeconfig });
  const admin = createClient(config);
  await admin.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: home } });
  await Promise.all([aggregate(admin, 'view', olmRead), aggregate(admin, 'edit', olmWrite)]);
  await Promise.all(grants.map((grant, index) => bind(admin, grant, `quay-${String(index)}`)));
  const personas = await Promise.all(
    personaNames.map(async (name) => {
      const token = await tokenOf(admin, name);
      const client = createClient(config, { token });
      return { name, token, client, user: `system:serviceaccount:${home}:${name}` };
    }),
  );
  const clientOf = (wanted: PersonaName): KubeClient =>
    personas.find(({ name }) => name === wanted)?.client ?? admin;
  await untilAllowed(clientOf('viewer'), amber, olmRead[0]);
  await untilAllowed(clientOf('editor'), amber, olmWrite[0]);
  return personas;
}

/** Adds rules to a role that Kubernetes brings, and so to those that contain it. */
async function aggregate(admin: KubeClient, role: string, rules: readonly Right[]): Promise<void> {
  const labels = { [`${RBAC}/aggregate-to-${role}`]: 'true' };
  await admin.create(resources.clusterRoles, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name: `quay-aggregate-${role}`, labels },
    rules,
  });
}

async function bind(admin: KubeClient, { who, role, namespace }: Grant, name: string): Promise<void> {
  const metadata = { name, ...optional({ namespace }) };
  const [roles, bindings] = namespace === undefined ? clusterWide : inNamespace;
  if (typeof role !== 'string') {
    await admin.create(roles, { apiVersion: `${RBAC}/v1`, kind: roles.kind, metadata, rules: role });
  }
  const ref = typeof role === 'string' ? { kind: 'ClusterRole', name: role } : { kind: roles.kind, name };
  const binding: KubeObject = {
    apiVersion: `${RBAC}/v1`,
    kind: bindings.kind,
    metadata,
    roleRef: { apiGroup: RBAC, ...ref },
    subjects: who.map((account) => ({ kind: 'ServiceAccount', name: account, namespace: home })),
  };
  await admin.create(bindings, binding);
}

const clusterWide: readonly [Resource, Resource] = [resources.clusterRoles, resources.clusterRoleBindings];
const inNamespace: readonly [Resource, Resource] = [resources.roles, resources.roleBindings];

async function tokenOf(admin: KubeClient, name: string): Promise<string> {
  await admin.create(resources.serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: home },
  });
  return (await requestToken(admin, { namespace: home, name }, { expirationSeconds: 3_600 })).token;
}
