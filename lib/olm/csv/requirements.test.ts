/** `olm-csv-machine.md` is the list that rows are numbered by: section and row. */
import { describe, expect, it } from 'vitest';
import { account, aCrd, anInstallableCsv, crdMap, csvFactsOf } from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { Grants } from '../../k8s/rbac.ts';
import type { CsvFacts } from './facts.ts';
import { checkRequirements } from './requirements.ts';
import type { ClusterServiceVersion, RequirementStatus } from '../api/types.ts';

type Spec = Partial<ClusterServiceVersion['spec']>;

const rule = { apiGroups: [''], resources: ['events'], verbs: ['create'] };
const statusesOf = (spec: Spec, more: Partial<CsvFacts> = {}): RequirementStatus[] =>
  checkRequirements(csvFactsOf(anInstallableCsv('tickets.v1.0.0', { spec }), more)).statuses;
const short = (status: RequirementStatus | undefined): string[] => [
  status?.status ?? '',
  status?.message ?? '',
];

describe('minKubeVersion', () => {
  const met = (min: string, server: string): string[] => [
    'Present',
    `CSV minKubeVersion (${min}) less than server version (${server})`,
  ];
  const unmet = (message: string): string[] => ['PresentNotSatisfied', message];
  it.each([
    { row: '1g.1', min: '1.36.3', server: '1.36.3', want: met('1.36.3', '1.36.3') },
    { row: '1g.1', min: '1.36.3', server: 'v1.36.3-eks-1', want: met('1.36.3', '1.36.3') },
    { row: '1g.1', min: '1.36.3', server: 'v1.36.3-gke.1', want: met('1.36.3', '1.36.3') },
    { row: '1g.1', min: 'v1.36.3', server: 'v1.36.3+k3s1', want: met('v1.36.3', '1.36.3') },
    {
      row: '1g.1',
      min: '1.36.4',
      server: 'v1.36.3-eks-1',
      want: unmet('CSV version requirement not met: minKubeVersion (1.36.4) > server version (1.36.3)'),
    },
    { row: '1g.2', min: 'a.b.c', server: '1.36.3', want: unmet('CSV version parsing error') },
    { row: '1g.2', min: '1.24', server: '1.36.3', want: unmet('CSV version parsing error') },
    { row: '1g.2', min: '1.24.0', server: 'latest', want: unmet('Server version parsing error') },
    { row: '1g.2', min: '1.24.0', server: '', want: unmet('Server version parsing error') },
  ])('$row $min against $server', ({ min, server, want }) => {
    const [status] = statusesOf({ minKubeVersion: min }, { serverVersion: server });
    expect(short(status)).toEqual(want);
  });
});

describe('APIs and their order', () => {
  const api = { group: 'metrics.example.com', version: 'v1', kind: 'Metric' };
  const native = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const both: Spec = {
    minKubeVersion: '1.20.0',
    nativeAPIs: [native],
    apiservicedefinitions: { required: [{ ...api, name: 'metrics' }] },
  };

  it('1g.6 a required API is an APIService, which is there when it answers', () => {
    const asked: Spec = { apiservicedefinitions: { required: [{ ...api, name: 'metrics' }] } };
    const base = {
      group: 'apiregistration.k8s.io',
      version: 'v1',
      kind: 'APIService',
      name: 'v1.metrics.example.com',
      message: '',
    };
    const served = new Set(['metrics.example.com/v1/Metric']);
    expect(statusesOf(asked, { servedApis: served })[1]).toEqual({ ...base, status: 'Present' });
    expect(statusesOf(asked)[1]).toEqual({ ...base, status: 'NotPresent' });
  });

  it('1g.8 a native API has the name of its version', () => {
    const [, status] = statusesOf({ nativeAPIs: [native] });
    expect(status).toEqual({
      ...native,
      name: 'v1.apps',
      status: 'NotPresent',
      message: 'Native API does not exist',
    });
  });

  it('1g.9 order: minKube, CRDs, required APIServices, native APIs, ServiceAccounts', () => {
    expect(statusesOf(both).map(({ kind }) => kind)).toEqual([
      'ClusterServiceVersion',
      'CustomResourceDefinition',
      'APIService',
      'Deployment',
      'ServiceAccount',
    ]);
  });

  it('1g.5 a definition whose names are taken is not available', () => {
    const taken: KubeObject = {
      ...aCrd(),
      status: { conditions: [{ type: 'NamesAccepted', status: 'False', message: 'taken' }] },
    };
    expect(short(statusesOf({}, { crds: crdMap(taken) })[0])).toEqual([
      'PresentNotAvailable',
      'CRD is present but the Established condition is False (not available)',
    ]);
  });
});

describe('rights of accounts', () => {
  const RBAC = 'rbac.authorization.k8s.io';
  const permissions = [{ serviceAccountName: 'tickets', rules: [rule] }];
  const install = (more: object): Spec => ({
    install: { strategy: 'deployment', spec: { deployments: [], ...more } },
  });
  const grants = (kind: 'Role' | 'ClusterRole', metadata: Partial<KubeObject['metadata']> = {}): Grants => {
    const place = kind === 'Role' ? { namespace: 'team-a' } : {};
    const role = {
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: 'by-hand', ...place, ...metadata },
      rules: [rule],
    };
    const binding = {
      apiVersion: `${RBAC}/v1`,
      kind: `${kind}Binding`,
      metadata: { name: 'by-hand', ...place, ...metadata },
      roleRef: { apiGroup: RBAC, kind, name: 'by-hand' },
      subjects: [{ kind: 'Group', name: 'system:serviceaccounts:team-a' }],
    };
    const none: Grants = { roles: [], roleBindings: [], clusterRoles: [], clusterRoleBindings: [] };
    return kind === 'Role'
      ? { ...none, roles: [role], roleBindings: [binding] }
      : { ...none, clusterRoles: [role], clusterRoleBindings: [binding] };
  };
  const dependent = (prefix: string, status: string): object => ({
    group: RBAC,
    version: 'v1',
    kind: 'PolicyRule',
    status,
    message: `${prefix} rule:{"verbs":["create"],"apiGroups":[""],"resources":["events"]}`,
  });
  const accountOf = (spec: Spec, more: Partial<CsvFacts>): RequirementStatus | undefined =>
    statusesOf(spec, more).find(({ kind }) => kind === 'ServiceAccount');

  it('1g.11 the rules are told when they are satisfied, as Go writes them', () => {
    expect(accountOf({}, {})).toEqual({
      group: '',
      version: 'v1',
      kind: 'ServiceAccount',
      name: 'tickets',
      uuid: 'uid-tickets',
      status: 'Present',
      message: '',
      dependents: [dependent('namespaced', 'Satisfied'), dependent('cluster', 'Satisfied')],
    });
  });

  it('1g.11 what a rule does not say is not told of it', () => {
    const rules = [{ resourceNames: [], nonResourceURLs: ['/metrics'], verbs: ['get'] }];
    const spec = install({ clusterPermissions: [{ serviceAccountName: 'tickets', rules }] });
    expect(accountOf(spec, { rbac: new Map() })?.dependents?.[0]?.message).toBe(
      'cluster rule:{"verbs":["get"],"nonResourceURLs":["/metrics"]}',
    );
  });

  const csv = (kind: string, uid: string): Partial<KubeObject['metadata']> => ({
    ownerReferences: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind, name: 'x', uid }],
  });
  it.each<{ name: string; spec: Spec; grants?: Grants; want: string }>([
    { name: 'nothing', spec: install({ permissions }), want: 'PresentNotSatisfied' },
    { name: 'a Role', spec: install({ permissions }), grants: grants('Role'), want: 'Present' },
    { name: 'a ClusterRole', spec: install({ permissions }), grants: grants('ClusterRole'), want: 'Present' },
    {
      name: 'a ClusterRole, asked for the cluster',
      spec: install({ clusterPermissions: permissions }),
      grants: grants('ClusterRole'),
      want: 'Present',
    },
    {
      name: 'a Role, asked for the cluster',
      spec: install({ clusterPermissions: permissions }),
      grants: grants('Role'),
      want: 'PresentNotSatisfied',
    },
    {
      name: 'what another CSV takes along',
      spec: install({ permissions }),
      grants: grants('Role', csv('ClusterServiceVersion', 'uid-other')),
      want: 'PresentNotSatisfied',
    },
    {
      name: 'what is its own',
      spec: install({ permissions }),
      grants: grants('Role', csv('ClusterServiceVersion', 'uid-tickets.v1.0.0')),
      want: 'Present',
    },
    {
      name: 'what something else owns',
      spec: install({ permissions }),
      grants: grants('Role', csv('Deployment', 'uid-other')),
      want: 'Present',
    },
  ])('1g.12 by $name: $want', ({ spec, grants: given, want }) => {
    const more = given === undefined ? {} : { grants: given };
    expect(accountOf(spec, { rbac: new Map(), ...more })?.status).toBe(want);
  });

  it('1g.10 an account that is not there, or another operator’s, has no rules to tell', () => {
    expect(accountOf({}, { serviceAccounts: new Map() })).toEqual({
      group: '',
      version: 'v1',
      kind: 'ServiceAccount',
      name: 'tickets',
      status: 'NotPresent',
      message: 'Service account does not exist',
    });
    const others = new Map([['tickets', account('tickets', 'uid-other')]]);
    expect(accountOf({}, { serviceAccounts: others, grants: grants('ClusterRole') })).not.toHaveProperty(
      'dependents',
    );
  });
});
