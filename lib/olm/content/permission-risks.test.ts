import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../api/catalog.ts';
import { risksOf } from './permission-risks.ts';
import type { PermissionScope } from './permission-risks.ts';

interface Row {
  name: string;
  rule: PolicyRule;
  scope?: PermissionScope;
  /** `severity: code`, worst first. */
  want: string[];
}

const core = (resources: string[], verbs: string[], more: Partial<PolicyRule> = {}): PolicyRule => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
});
const of = (group: string, resources: string[], verbs: string[]): PolicyRule => ({
  apiGroups: [group],
  resources,
  verbs,
});
const rbac = (resources: string[], verbs: string[]): PolicyRule =>
  of('rbac.authorization.k8s.io', resources, verbs);
const everything: PolicyRule = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

const rows: Row[] = [
  {
    name: 'everything in the cluster says it all',
    rule: everything,
    want: ['critical: everything'],
  },
  {
    name: 'everything in a namespace',
    rule: everything,
    scope: 'namespace',
    want: ['high: everythingWatched'],
  },
  {
    name: 'secrets of the cluster',
    rule: core(['secrets'], ['list']),
    want: ['high: readsSecrets'],
  },
  { name: 'secrets of its namespace', rule: core(['secrets'], ['list']), scope: 'namespace', want: [] },
  { name: 'a secret by name', rule: core(['secrets'], ['get'], { resourceNames: ['tls'] }), want: [] },
  { name: 'making secrets', rule: core(['secrets'], ['create']), want: [] },
  {
    name: 'changing secrets unread',
    rule: core(['secrets'], ['patch']),
    want: ['notable: changesSecrets'],
  },
  {
    name: 'reading all there is, secrets too',
    rule: { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
    want: [
      'critical: nodeProxy',
      'high: readsSecrets',
      'high: commands',
      'notable: logs',
      'notable: allKinds',
    ],
  },
  { name: 'escalate', rule: rbac(['clusterroles'], ['escalate']), want: ['critical: grants'] },
  { name: 'bind', rule: rbac(['clusterroles'], ['bind']), want: ['critical: grants'] },
  {
    name: 'bind of roles by name',
    rule: { ...rbac(['clusterroles'], ['bind']), resourceNames: ['view'] },
    want: [],
  },
  {
    name: 'any verb on roles, which includes escalate',
    rule: rbac(['roles'], ['*']),
    want: ['critical: grants', 'notable: rbac'],
  },
  {
    name: 'any verb on roles of a namespace',
    rule: rbac(['roles'], ['*']),
    scope: 'namespace',
    want: ['high: grantsWatched'],
  },
  { name: 'writing roles', rule: rbac(['roles'], ['create']), want: ['notable: rbac'] },
  { name: 'reading roles', rule: rbac(['roles'], ['get']), want: [] },
  {
    name: 'impersonating users',
    rule: core(['users'], ['impersonate']),
    want: ['critical: users'],
  },
  {
    name: 'impersonating accounts',
    rule: core(['serviceaccounts'], ['impersonate']),
    want: ['critical: accounts'],
  },
  {
    name: 'any verb on accounts, which includes impersonate',
    rule: core(['serviceaccounts'], ['*']),
    want: ['critical: accounts'],
  },
  {
    name: 'tokens of accounts',
    rule: core(['serviceaccounts/token'], ['create']),
    want: ['critical: tokens'],
  },
  {
    name: 'a token of its own',
    rule: core(['serviceaccounts/token'], ['create'], { resourceNames: ['me'] }),
    want: [],
  },
  { name: 'kubelets', rule: core(['nodes/proxy'], ['get']), want: ['critical: nodeProxy'] },
  {
    name: 'certificates',
    rule: of('certificates.k8s.io', ['certificatesigningrequests/approval'], ['update']),
    want: ['critical: certificates'],
  },
  { name: 'exec', rule: core(['pods/exec'], ['create']), want: ['high: commands'] },
  {
    name: 'exec in its namespaces',
    rule: core(['pods/exec'], ['create']),
    scope: 'namespace',
    want: ['notable: commandsWatched'],
  },
  { name: 'nodes', rule: core(['nodes'], ['patch']), want: ['high: nodes'] },
  { name: 'reading nodes', rule: core(['nodes'], ['list']), want: [] },
  {
    name: 'webhooks',
    rule: of('admissionregistration.k8s.io', ['mutatingwebhookconfigurations'], ['patch']),
    want: ['high: webhooks'],
  },
  {
    name: 'a webhook by name',
    rule: {
      ...of('admissionregistration.k8s.io', ['mutatingwebhookconfigurations'], ['patch']),
      resourceNames: ['mine'],
    },
    want: [],
  },
  {
    name: 'APIs',
    rule: of('apiregistration.k8s.io', ['apiservices'], ['create']),
    want: ['high: apis'],
  },
  {
    name: 'kinds',
    rule: of('apiextensions.k8s.io', ['customresourcedefinitions'], ['create', 'patch', 'delete']),
    want: ['high: deletesCrds', 'notable: changesCrds'],
  },
  {
    name: 'deleting namespaces',
    rule: core(['namespaces'], ['delete']),
    want: ['high: deletesNamespaces'],
  },
  { name: 'making namespaces', rule: core(['namespaces'], ['create']), want: [] },
  {
    name: 'pods without rules',
    rule: {
      ...of('security.openshift.io', ['securitycontextconstraints'], ['use']),
      resourceNames: ['privileged'],
    },
    want: ['high: privileged'],
  },
  {
    name: 'pods under rules',
    rule: {
      ...of('security.openshift.io', ['securitycontextconstraints'], ['use']),
      resourceNames: ['restricted-v2'],
    },
    want: [],
  },
  { name: 'pods', rule: core(['pods'], ['create']), want: ['notable: containers'] },
  { name: 'workloads', rule: of('apps', ['deployments'], ['create']), want: ['notable: containers'] },
  { name: 'jobs', rule: of('batch', ['jobs'], ['*']), want: ['notable: containers'] },
  {
    name: 'workloads of a namespace',
    rule: of('apps', ['deployments'], ['create']),
    scope: 'namespace',
    want: [],
  },
  { name: 'logs', rule: core(['pods/log'], ['get']), want: ['notable: logs'] },
  { name: 'a group', rule: of('example.com', ['*'], ['get']), want: ['notable: allKinds'] },
  { name: 'its own kinds', rule: of('own.example.com', ['*'], ['*']), want: [] },
  { name: 'another’s kind', rule: of('example.com', ['things'], ['*']), want: [] },
  { name: 'a path', rule: { nonResourceURLs: ['/metrics'], verbs: ['get'] }, want: [] },
  { name: 'all paths', rule: { nonResourceURLs: ['*'], verbs: ['get'] }, want: ['notable: paths'] },
  { name: 'nothing', rule: { verbs: ['*'] }, want: [] },
];

describe('risksOf', () => {
  it.each(rows)('$name', ({ rule, scope = 'cluster', want }) => {
    const risks = risksOf(rule, scope, new Set(['own.example.com']));
    const found = risks.map(({ severity, code }) => `${severity}: ${code}`);
    expect(found).toEqual(want);
  });
});
