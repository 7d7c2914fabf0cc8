import { describe, expect, it } from 'vitest';
import type { PolicyRule } from './catalog.ts';
import { countRisks, permissionSummaries, riskOf, verbWords } from './permission-words.ts';

describe('verbWords', () => {
  it.each([
    [['get', 'list', 'watch'], 'Read'],
    [['get', 'create', 'patch', 'update', 'delete'], 'Read, create, change and delete'],
    [['*'], 'Do anything with'],
    [['use'], 'Use'],
    [['deletecollection'], 'Delete'],
    [[], 'Nothing'],
  ])('%j → %s', (verbs, want) => {
    expect(verbWords(verbs)).toBe(want);
  });
});

interface Row {
  name: string;
  rule: PolicyRule;
  scope?: 'namespace' | 'cluster';
  want: RegExp | undefined;
}

const secrets: PolicyRule = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };
const rbac = (verbs: string[]): PolicyRule => ({
  apiGroups: ['rbac.authorization.k8s.io'],
  resources: ['clusterroles'],
  verbs,
});
const rows: Row[] = [
  {
    name: 'everything, cluster',
    rule: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    want: /administrator/,
  },
  {
    name: 'everything, namespace',
    rule: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    scope: 'namespace',
    want: /its namespace/,
  },
  { name: 'secrets of the cluster', rule: secrets, want: /secrets of every namespace/ },
  { name: 'secrets of its namespace', rule: secrets, scope: 'namespace', want: undefined },
  { name: 'one secret by name', rule: { ...secrets, resourceNames: ['tls'] }, want: undefined },
  { name: 'writes secrets only', rule: { ...secrets, verbs: ['create'] }, want: undefined },
  { name: 'secrets by wildcard group', rule: { ...secrets, apiGroups: ['*'] }, want: /secrets of every/ },
  { name: 'escalate', rule: rbac(['escalate']), want: /any right/ },
  { name: 'bind', rule: rbac(['bind', 'get']), want: /any right/ },
  { name: 'all verbs on roles', rule: rbac(['*']), want: /any right/ },
  { name: 'writes roles', rule: rbac(['create']), want: /who may do what/ },
  { name: 'reads roles', rule: rbac(['get']), want: undefined },
  {
    name: 'impersonate',
    rule: { apiGroups: [''], resources: ['users'], verbs: ['impersonate'] },
    want: /other users/,
  },
  {
    name: 'any verb on accounts and secrets',
    rule: { apiGroups: [''], resources: ['serviceaccounts', 'secrets'], verbs: ['*'] },
    want: /^Can act as any ServiceAccount\. Reads the secrets of every namespace\.$/,
  },
  {
    name: 'all of RBAC, which is no impersonation',
    rule: { apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['*'] },
    want: /^Can give itself(?!.*act as)/,
  },
  {
    name: 'exec',
    rule: { apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] },
    want: /inside any pod/,
  },
  {
    name: 'webhooks',
    rule: {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: ['mutatingwebhookconfigurations'],
      verbs: ['patch'],
    },
    want: /webhooks/,
  },
  {
    name: 'all kinds of a group',
    rule: { apiGroups: ['apps'], resources: ['*'], verbs: ['get'] },
    want: /All kinds/,
  },
  {
    name: 'its own kinds',
    rule: { apiGroups: ['flights.com'], resources: ['flighttickets'], verbs: ['*'] },
    want: undefined,
  },
  { name: 'a path', rule: { nonResourceURLs: ['/metrics'], verbs: ['get'] }, want: undefined },
];

describe('riskOf', () => {
  it.each(rows)('$name', ({ rule, scope = 'cluster', want }) => {
    const risk = riskOf(rule, scope);
    if (want === undefined) expect(risk).toBeUndefined();
    else expect(risk).toMatch(want);
  });
});

describe('permissionSummaries', () => {
  it('puts risks first and says the same only once', () => {
    const deployments: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] };
    const summaries = permissionSummaries([
      {
        serviceAccount: 'manager',
        scope: 'cluster',
        rules: [deployments, { ...deployments, apiGroups: ['extensions'] }, secrets],
      },
      { serviceAccount: 'idle', scope: 'namespace', rules: [] },
    ]);
    expect(summaries).toEqual([
      {
        serviceAccount: 'manager',
        scope: 'cluster',
        lines: [
          { text: 'Read secrets', groups: ['core'], risk: 'Reads the secrets of every namespace.' },
          { text: 'Read deployments', groups: ['apps', 'extensions'] },
        ],
      },
    ]);
    expect(countRisks(summaries)).toBe(1);
  });

  it('shortens long lists and names the objects meant', () => {
    const resources = Array.from({ length: 11 }, (_, index) => `kind${String(index)}`);
    const [summary] = permissionSummaries([
      {
        serviceAccount: 'a',
        scope: 'namespace',
        rules: [
          { apiGroups: [''], resources, verbs: ['get'] },
          { apiGroups: [''], resources: ['configmaps'], resourceNames: ['lock'], verbs: ['update'] },
        ],
      },
    ]);
    expect(summary?.lines.map(({ text }) => text)).toEqual([
      'Read kind0, kind1, kind2, kind3, kind4, kind5, kind6, kind7 and 3 more kinds',
      'Change configmaps named lock',
    ]);
  });
});
