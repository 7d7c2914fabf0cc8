import { describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import type { Grants, RbacRule } from '../../k8s/rbac.ts';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { claimsOn, namesGroup, unmanagedOf, unownedKinds, type Unmanaged } from './unmanaged.ts';

const GROUP = 'boats.example.com';
const RBAC = 'rbac.authorization.k8s.io/v1';
const operator = { kind: 'ServiceAccount', name: 'boats', namespace: 'harbor' };
const writeBoats: RbacRule = { apiGroups: [GROUP], resources: ['boats'], verbs: ['create', 'delete'] };
const workBoats: RbacRule = { apiGroups: [GROUP], resources: ['boats/status'], verbs: ['update'] };

const definition = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name, labels },
});
const served = (plural: string, kind: string, version = 'v1', group = GROUP): Resource => ({
  ...{ group, version, plural, kind, namespaced: true },
});
const csvOwning = (...names: string[]): ClusterServiceVersion => {
  const csv = anInstallableCsv();
  const owned = names.map((name) => ({ name, version: 'v1', kind: 'Any' }));
  return { ...csv, spec: { ...csv.spec, customresourcedefinitions: { owned } } };
};

/** `where`: a namespace for a RoleBinding; otherwise it is a ClusterRoleBinding. */
interface Given {
  rules: readonly RbacRule[];
  to?: { kind: string; name: string; namespace?: string };
  role?: 'Role' | 'ClusterRole';
  where?: string;
  labels?: Record<string, string>;
}

function grantsOf(all: readonly Given[]): Grants {
  const grants = {
    roles: [] as KubeObject[],
    clusterRoles: [] as KubeObject[],
    roleBindings: [] as KubeObject[],
    clusterRoleBindings: [] as KubeObject[],
  };
  all.forEach(({ rules, to = operator, role = 'ClusterRole', where, labels = {} }, index) => {
    const name = `r${String(index)}`;
    const place = where === undefined ? {} : { namespace: where };
    const object = {
      ...{ apiVersion: RBAC, kind: role, rules },
      metadata: { name, labels, ...(role === 'Role' ? place : {}) },
    };
    if (namesGroup(object, new Set([GROUP])))
      (role === 'Role' ? grants.roles : grants.clusterRoles).push(object);
    (where === undefined ? grants.clusterRoleBindings : grants.roleBindings).push({
      apiVersion: RBAC,
      kind: where === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
      metadata: { name, ...place },
      roleRef: { kind: role, name },
      subjects: [to],
    });
  });
  return grants;
}

function workload(
  metadata: Partial<KubeObject['metadata']> = {},
  more: { account?: string; kind?: string } = {},
): KubeObject {
  const { account = 'boats', kind = 'Deployment' } = more;
  return {
    ...{ apiVersion: 'apps/v1', kind },
    metadata: { name: 'boat-operator', namespace: 'harbor', ...metadata },
    spec: { replicas: 1, template: { spec: { serviceAccountName: account } } },
    status: { readyReplicas: 1 },
  };
}

interface Cluster {
  grants?: readonly Given[];
  workloads?: readonly KubeObject[];
  csvs?: readonly ClusterServiceVersion[];
  definitions?: readonly string[];
  hidden?: readonly string[];
  namespace?: string;
}

function judged(cluster: Cluster): Unmanaged {
  const { csvs = [], definitions = [`boats.${GROUP}`], hidden = [], namespace } = cluster;
  const { grants = [{ rules: [workBoats] }], workloads = [workload()] } = cluster;
  const all = definitions.map((name) => definition(name));
  const kinds = unownedKinds(all, [served('boats', 'Boat'), served('oars', 'Oar')], csvs);
  return unmanagedOf({
    kinds,
    claims: claimsOn(kinds, grantsOf(grants)),
    workloads,
    csvs,
    hidden,
    namespace,
  });
}

/** `operator: kinds`, then `group: kinds` of what nobody serves. */
const told = ({ operators, orphans }: Unmanaged): string[] => [
  ...operators.map(({ name, kinds }) => `${name}: ${kinds.map(({ kind }) => kind).join()}`),
  ...orphans.map(({ group, kinds }) => `${group}: ${kinds.map(({ kind }) => kind).join()}`),
];

describe('kinds that belong to no CSV', () => {
  it('by their definitions, with the version that is preferred', () => {
    const all = [
      ...[`oars.${GROUP}`, `boats.${GROUP}`, 'sails.sea.example.com'].map((name) => definition(name)),
      ...['subscriptions.operators.coreos.com', 'instances.kudo.dev'].map((name) => definition(name)),
      definition('made.by.an.instance', { 'kudo.dev/instance': 'i' }),
    ];
    const discovered = [served('boats', 'Boat', 'v2'), served('boats', 'Boat', 'v1')];
    expect(unownedKinds(all, discovered, [csvOwning(`oars.${GROUP}`)])).toEqual([
      { group: GROUP, plural: 'boats', kind: 'Boat', version: 'v2' },
      { group: 'sea.example.com', plural: 'sails', kind: 'sails' },
    ]);
  });
});

describe('who is an operator', () => {
  const SERVES = ['boat-operator: Boat'];
  const NOBODY = [`${GROUP}: Boat`];
  const subject = (kind: string, name: string): { kind: string; name: string } => ({ kind, name });
  it.each<Cluster & { name: string; want: string[] }>([
    { name: 'who writes the status', want: SERVES },
    { name: 'who writes the objects', grants: [{ rules: [writeBoats] }], want: SERVES },
    {
      name: 'who may do everything in the group',
      grants: [{ rules: [{ apiGroups: ['', GROUP], resources: ['*'], verbs: ['*'] }] }],
      want: SERVES,
    },
    {
      name: 'who writes the status of all of the group',
      grants: [{ rules: [{ ...workBoats, resources: ['*/status'] }] }],
      want: SERVES,
    },
    {
      name: 'not who may do everything in all groups',
      grants: [{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }],
      want: NOBODY,
    },
    {
      name: 'not who only reads',
      grants: [{ rules: [{ ...writeBoats, verbs: ['get', 'list', 'watch'] }] }],
      want: NOBODY,
    },
    {
      name: 'not who writes another kind of the group',
      grants: [{ rules: [{ ...writeBoats, resources: ['oars'] }] }],
      want: NOBODY,
    },
    { name: 'by a Role', grants: [{ rules: [workBoats], role: 'Role', where: 'harbor' }], want: SERVES },
    { name: 'by a RoleBinding elsewhere', grants: [{ rules: [workBoats], where: 'sea' }], want: SERVES },
    {
      name: 'by its user name',
      grants: [{ rules: [workBoats], to: subject('User', 'system:serviceaccount:harbor:boats') }],
      want: SERVES,
    },
    {
      name: 'not by what a whole group may',
      grants: [{ rules: [workBoats], to: subject('Group', 'system:serviceaccounts:harbor') }],
      want: NOBODY,
    },
    {
      name: 'not by a role of Kubernetes, into which the rights of people are gathered',
      grants: [{ rules: [workBoats], labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }],
      want: NOBODY,
    },
    { name: 'not with another account', workloads: [workload({}, { account: 'other' })], want: NOBODY },
    { name: 'a StatefulSet', workloads: [workload({}, { kind: 'StatefulSet' })], want: SERVES },
    { name: 'a DaemonSet', workloads: [workload({}, { kind: 'DaemonSet' })], want: SERVES },
    {
      name: 'who works on them, not who uses them',
      grants: [
        { rules: [workBoats] },
        { rules: [writeBoats], to: { kind: 'ServiceAccount', name: 'user', namespace: 'harbor' } },
      ],
      workloads: [workload({ name: 'app' }, { account: 'user' }), workload()],
      want: SERVES,
    },
    { name: 'nobody where a CSV owns the kind', csvs: [csvOwning(`boats.${GROUP}`)], want: [] },
    {
      name: 'not what a CSV brought, by its label',
      workloads: [workload({ labels: { 'olm.owner': 'a.v1' } })],
      want: [],
    },
    {
      name: 'nor by its owner',
      workloads: [
        workload({
          ownerReferences: [{ apiVersion: 'v1', kind: 'ClusterServiceVersion', name: 'a', uid: 'u' }],
        }),
      ],
      want: [],
    },
    {
      name: 'not what an Instance brought',
      workloads: [workload({ labels: { 'kudo.dev/instance': 'i' } })],
      want: [],
    },
    {
      name: 'beside kinds that nobody serves',
      definitions: [`boats.${GROUP}`, `oars.${GROUP}`],
      want: [...SERVES, `${GROUP}: Oar`],
    },
    {
      name: 'and of no kind is it said that nobody serves it where something is hidden',
      definitions: [`boats.${GROUP}`, `oars.${GROUP}`],
      hidden: ['Role'],
      want: SERVES,
    },
    { name: 'in the namespace', namespace: 'harbor', want: SERVES },
    { name: 'in another namespace, where its kinds are not without one', namespace: 'sea', want: [] },
  ])('$name', ({ want, ...cluster }) => expect(told(judged(cluster))).toEqual(want));

  it('not a Deployment that a CSV asks for', () => {
    const csv = anInstallableCsv();
    const [asked] = csv.spec.install.spec?.deployments ?? [];
    const made = workload({ name: asked?.name ?? '', namespace: csv.metadata.namespace ?? '' });
    const to = { ...operator, namespace: csv.metadata.namespace ?? '' };
    expect(told(judged({ csvs: [csv], grants: [{ rules: [workBoats], to }], workloads: [made] }))).toEqual(
      [],
    );
  });
});

describe('what is said of one', () => {
  const helm = { 'meta.helm.sh/release-name': 'boats', 'meta.helm.sh/release-namespace': 'tools' };
  const owner = { apiVersion: 'v1', kind: 'Fleet', name: 'north', uid: 'u' };
  it.each<{ name: string; metadata: Partial<KubeObject['metadata']>; want: object }>([
    { name: 'nothing', metadata: {}, want: { origin: { code: 'manifests' } } },
    {
      name: 'a release of Helm',
      metadata: {
        annotations: helm,
        labels: { 'helm.sh/chart': 'boats-1.2.0', 'app.kubernetes.io/version': 'v3' },
      },
      want: {
        version: 'v3',
        origin: { code: 'helm', chart: 'boats-1.2.0', release: { name: 'boats', namespace: 'tools' } },
      },
    },
    {
      name: 'a release in its own namespace',
      metadata: { annotations: { 'meta.helm.sh/release-name': 'boats' } },
      want: { origin: { code: 'helm', release: { name: 'boats', namespace: 'harbor' } } },
    },
    {
      name: 'a chart that was rendered',
      metadata: { labels: { 'app.kubernetes.io/managed-by': 'Helm' } },
      want: { origin: { code: 'helm' } },
    },
    {
      name: 'another manager',
      metadata: { labels: { 'app.kubernetes.io/managed-by': 'kapp' } },
      want: { origin: { code: 'managedBy', name: 'kapp' } },
    },
    {
      name: 'an owner',
      metadata: {
        ownerReferences: [
          { ...owner, name: 'south' },
          { ...owner, controller: true },
        ],
      },
      want: { origin: { code: 'madeBy', kind: 'Fleet', name: 'north' } },
    },
  ])('$name', ({ metadata, want }) => {
    expect(judged({ workloads: [workload(metadata)] }).operators).toEqual([
      {
        ...{ kind: 'Deployment', namespace: 'harbor', name: 'boat-operator' },
        kinds: [{ group: GROUP, plural: 'boats', kind: 'Boat', version: 'v1' }],
        status: { tone: 'good', state: 'ready', ready: 1, desired: 1 },
        ...want,
      },
    ]);
  });

  it('in the order of namespaces and names', () => {
    const to = (namespace: string): Given => ({ rules: [workBoats], to: { ...operator, namespace } });
    const workloads = ['harbor/b', 'harbor/a', 'bay/c'].map((text) => {
      const [namespace = '', name = ''] = text.split('/');
      return workload({ namespace, name });
    });
    const { operators } = judged({ grants: [to('bay'), to('harbor')], workloads });
    expect(operators.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });
});
