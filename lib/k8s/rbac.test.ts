import { describe, expect, it } from 'vitest';
import { optional } from '../base/loose.ts';
import type { KubeObject } from './object.ts';
import { grantedRules, isGranted, type Grants, type RbacRule } from './rbac.ts';

const API = 'rbac.authorization.k8s.io/v1';
const account = { namespace: 'team-a', name: 'tickets' };
const self = { kind: 'ServiceAccount', name: 'tickets', namespace: 'team-a' };
const read: RbacRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] };

type Subject = { kind: string; name: string; namespace?: string };

/** One role of some kind, and one binding to it. */
function granting(
  rules: readonly RbacRule[],
  {
    subjects = [self],
    cluster = true,
    role = 'ClusterRole',
    namespace = 'team-a',
    roleName = 'r',
  }: {
    subjects?: readonly Subject[];
    cluster?: boolean;
    role?: 'Role' | 'ClusterRole';
    namespace?: string;
    roleName?: string;
  } = {},
): Grants {
  const place = cluster ? {} : { namespace };
  const object = (kind: string, name: string, more: object, at: object): KubeObject => ({
    apiVersion: API,
    kind,
    metadata: { name, ...at },
    ...more,
  });
  const made = object(role, roleName, { rules }, role === 'Role' ? { namespace } : {});
  const binding = object(
    cluster ? 'ClusterRoleBinding' : 'RoleBinding',
    'b',
    { subjects, roleRef: { kind: role, name: 'r' } },
    place,
  );
  return {
    roles: role === 'Role' ? [made] : [],
    clusterRoles: role === 'ClusterRole' ? [made] : [],
    roleBindings: cluster ? [] : [binding],
    clusterRoleBindings: cluster ? [binding] : [],
  };
}

const subject = (kind: string, name: string, namespace?: string): Grants =>
  granting([read], { subjects: [{ kind, name, ...optional({ namespace }) }] });

describe('what grants allow', () => {
  it.each<{ name: string; grants: Grants; want: boolean }>([
    { name: 'the account', grants: subject('ServiceAccount', 'tickets', 'team-a'), want: true },
    { name: 'one of another namespace', grants: subject('ServiceAccount', 'tickets', 'b'), want: false },
    { name: 'one of no namespace', grants: subject('ServiceAccount', 'tickets'), want: false },
    { name: 'its user name', grants: subject('User', 'system:serviceaccount:team-a:tickets'), want: true },
    { name: 'another user', grants: subject('User', 'tickets'), want: false },
    { name: 'all accounts', grants: subject('Group', 'system:serviceaccounts'), want: true },
    { name: 'those of the namespace', grants: subject('Group', 'system:serviceaccounts:team-a'), want: true },
    { name: 'those of another', grants: subject('Group', 'system:serviceaccounts:b'), want: false },
    { name: 'everybody signed in', grants: subject('Group', 'system:authenticated'), want: true },
    { name: 'nobody signed in', grants: subject('Group', 'system:unauthenticated'), want: false },
  ])('bound to $name: $want', ({ grants, want }) => {
    expect(isGranted(grantedRules(grants, account), read)).toBe(want);
  });

  it.each<{ name: string; grants: Grants; namespace?: string; want: boolean }>([
    { name: 'everywhere, asked for a namespace', grants: granting([read]), namespace: 'team-a', want: true },
    { name: 'by a Role there', grants: granting([read], { cluster: false, role: 'Role' }), want: false },
    {
      name: 'by a Role there, asked for the namespace',
      grants: granting([read], { cluster: false, role: 'Role' }),
      namespace: 'team-a',
      want: true,
    },
    {
      name: 'by a ClusterRole there',
      grants: granting([read], { cluster: false }),
      namespace: 'team-a',
      want: true,
    },
    {
      name: 'of the namespace of the binding',
      grants: granting([read], { cluster: false, subjects: [{ kind: 'ServiceAccount', name: 'tickets' }] }),
      namespace: 'team-a',
      want: true,
    },
    {
      name: 'in another namespace',
      grants: granting([read], { cluster: false, namespace: 'b' }),
      namespace: 'team-a',
      want: false,
    },
    { name: 'by a role that is not there', grants: granting([read], { roleName: 'other' }), want: false },
  ])('granted $name: $want', ({ grants, namespace, want }) => {
    expect(isGranted(grantedRules(grants, account, namespace), read)).toBe(want);
  });

  const of = (verbs: string, apiGroups: string, resources: string, resourceNames?: string): RbacRule => ({
    verbs: verbs.split(','),
    apiGroups: apiGroups.split(','),
    resources: resources.split(','),
    ...(resourceNames === undefined ? {} : { resourceNames: resourceNames.split(',') }),
  });
  const path = (verbs: string, urls: string): RbacRule => ({
    verbs: verbs.split(','),
    nonResourceURLs: urls.split(','),
  });
  it.each<{ granted: RbacRule[]; asked: RbacRule; want: boolean }>([
    { granted: [of('*', '*', '*')], asked: of('get', 'apps', 'deployments/scale', 'x'), want: true },
    { granted: [of('*', '*', '*')], asked: of('*', '*', '*'), want: true },
    { granted: [of('get,list,watch', '', 'pods')], asked: of('*', '', 'pods'), want: false },
    { granted: [of('get', '', 'pods')], asked: of('get', '*', 'pods'), want: false },
    {
      granted: [of('get', '', 'pods'), of('list', '', 'pods')],
      asked: of('get,list', '', 'pods'),
      want: true,
    },
    {
      granted: [of('get', '', 'pods'), of('list', '', 'nodes')],
      asked: of('get,list', '', 'pods'),
      want: false,
    },
    { granted: [of('get', '', 'pods')], asked: of('get', '', 'pods/log'), want: false },
    { granted: [of('get', '', 'pods/log')], asked: of('get', '', 'pods/log'), want: true },
    { granted: [of('get', '', '*/log')], asked: of('get', '', 'pods/log'), want: true },
    { granted: [of('get', '', '*/log')], asked: of('get', '', 'pods'), want: false },
    { granted: [of('get', '', 'pods', 'a,b')], asked: of('get', '', 'pods', 'a'), want: true },
    { granted: [of('get', '', 'pods', 'a')], asked: of('get', '', 'pods', 'a,b'), want: false },
    { granted: [of('get', '', 'pods', 'a')], asked: of('get', '', 'pods'), want: false },
    { granted: [of('get', '', 'pods')], asked: of('get', '', 'pods', 'a'), want: true },
    { granted: [path('get', '/metrics')], asked: path('get', '/metrics'), want: true },
    { granted: [path('get', '/metrics')], asked: path('post', '/metrics'), want: false },
    { granted: [path('*', '/api/*')], asked: path('get', '/api/v1'), want: true },
    { granted: [path('*', '/api/*')], asked: path('get', '/apis'), want: false },
    { granted: [path('get', '*')], asked: path('get', '/x'), want: true },
    { granted: [of('*', '*', '*')], asked: path('get', '/x'), want: false },
    { granted: [{ verbs: null }], asked: of('get', '', 'pods'), want: false },
  ])('$granted for $asked: $want', ({ granted, asked, want }) => {
    expect(isGranted(grantedRules(granting(granted), account), asked)).toBe(want);
  });

  it('sees objects that cannot be read as granting nothing', () => {
    const odd: KubeObject = {
      apiVersion: API,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'x' },
      subjects: 1,
    };
    const grants = { ...granting([read]), clusterRoleBindings: [odd] };
    expect(isGranted(grantedRules(grants, account), read)).toBe(false);
  });
});
