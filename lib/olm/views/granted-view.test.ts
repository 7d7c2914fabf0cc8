import { expect, it } from 'vitest';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { Grants } from '../../k8s/rbac.ts';
import { ownerLabels } from '../api/labels.ts';
import { grantedView, type GrantedRow } from './granted-view.ts';

const RBAC = 'rbac.authorization.k8s.io/v1';
const csv = anInstallableCsv();
const mine = ownerLabels({ name: 'tickets.v1.0.0', namespace: 'team-a' });
const others = ownerLabels({ name: 'other.v1', namespace: 'team-b' });

function role(kind: 'Role' | 'ClusterRole', name: string, more: object = {}): KubeObject {
  const rules = [
    { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'], resourceNames: null },
  ];
  const namespace = kind === 'Role' ? { namespace: 'team-a' } : {};
  return { apiVersion: RBAC, kind, metadata: { name, ...namespace }, rules, ...more } as KubeObject;
}

function binding(
  name: string,
  to: string,
  how: { labels?: Record<string, string>; subject?: object; namespace?: string } = {},
): KubeObject {
  const {
    labels = {},
    subject = { kind: 'ServiceAccount', name: 'tickets', namespace: 'team-a' },
    namespace,
  } = how;
  const kind = namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding';
  const place = namespace === undefined ? {} : { namespace };
  const [roleKind, roleName] = to.split('/');
  return {
    ...{ apiVersion: RBAC, kind, metadata: { name, labels, ...place } },
    ...{ roleRef: { kind: roleKind, name: roleName }, subjects: [subject] },
  } as KubeObject;
}

const grants: Grants = {
  roles: [role('Role', 'local')],
  clusterRoles: [role('ClusterRole', 'sum', { aggregationRule: {} }), role('ClusterRole', 'wide')],
  roleBindings: [
    binding('own', 'Role/local', { labels: mine, namespace: 'team-a' }),
    binding('by-hand', 'ClusterRole/sum', { namespace: 'team-b' }),
    binding('lost', 'Role/gone', { namespace: 'team-a' }),
  ],
  clusterRoleBindings: [
    binding('theirs', 'ClusterRole/wide', {
      labels: others,
      subject: { kind: 'Group', name: 'system:serviceaccounts:team-a' },
    }),
    binding('built-in', 'ClusterRole/wide', { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }),
    binding('everybody', 'ClusterRole/wide', { subject: { kind: 'Group', name: 'system:authenticated' } }),
    binding('not-it', 'ClusterRole/wide', {
      subject: { kind: 'ServiceAccount', name: 'x', namespace: 'team-a' },
    }),
  ],
};

const told = ({
  binding: { kind, name, namespace },
  by,
  isAggregated,
  isThere,
  group,
}: GrantedRow): unknown[] => [
  `${kind} ${namespace ?? ''}/${name}`,
  by.code === 'other' ? by.values.name : by.code,
  ...(isAggregated ? ['aggregated'] : []),
  ...(isThere ? [] : ['no role']),
  ...(group === undefined ? [] : [group]),
];

it('tells each binding, and who has made it: others first, then the operator, then Kubernetes', () => {
  const [account] = grantedView(csv, grants).filter((one) => one.account === 'tickets');
  expect(account?.rows.map(told)).toEqual([
    ['RoleBinding team-b/by-hand', 'someone', 'aggregated'],
    ['RoleBinding team-a/lost', 'someone', 'no role'],
    ['ClusterRoleBinding /theirs', 'other.v1', 'system:serviceaccounts:team-a'],
    ['RoleBinding team-a/own', 'operator'],
    ['ClusterRoleBinding /built-in', 'kubernetes'],
  ]);
  const wide = account?.rows.find(({ binding: { name } }) => name === 'theirs');
  expect(wide?.lines).toMatchObject([
    { verbs: ['read'], objects: { names: ['secrets'] }, risks: [{ code: 'readsSecrets' }] },
  ]);
  expect(account?.rows.find(({ isThere }) => !isThere)?.lines).toEqual([]);
});

it('looks at the accounts that the CSV asks rights for, and at those that its pods run as', () => {
  expect(
    grantedView(csv, { roles: [], roleBindings: [], clusterRoles: [], clusterRoleBindings: [] }),
  ).toEqual([
    { account: 'default', rows: [] },
    { account: 'tickets', rows: [] },
  ]);
});
