/** The statements 47 to 57 of upstream's InstallPlans, one by one; `plan-decide.test.ts` has the phases. */
import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import {
  account,
  aCrd,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  EARLIER,
  NOW,
  planFactsOf,
} from '../../testing/install-facts.ts';
import { firstStatus } from './begin.ts';
import { stepOfPlan, PLAN_RETRY_MS, recordResults } from './decide.ts';
import { replacingCrds } from './action.ts';
import { NOTHING_CHECKED } from './crd-check.ts';
import type { PlanBundle } from './bundle.ts';
import type { PlanFacts } from './facts.ts';
import { planKind } from './kinds.ts';
import type { ClusterServiceVersion, InstallPlanStatus, StepStatus } from '../api/types.ts';

const csv = anInstallableCsv();
const content = [csv, aCrd()];
const other = anInstallableCsv('other.v1.0.0', { spec: { customresourcedefinitions: {} } });

const object = (apiVersion: string, kind: string, name = 'it'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

interface Given {
  bundles?: PlanBundle[];
  objects?: readonly KubeObject[];
  status?: InstallPlanStatus;
  facts?: Partial<PlanFacts>;
}

const facts = ({ bundles = [aPlanBundle()], objects = content, status, facts: more }: Given): PlanFacts => {
  // Whoever may approve a plan may change what its spec says: that decides about nothing.
  const plan = anInstallPlan([], status);
  return planFactsOf(plan, objects, { bundles, ...more });
};

/** What it begins with. */
const planned = (given: Given = {}): { status: InstallPlanStatus } => ({
  status: firstStatus(facts(given), NOW),
});

/** A later one, with all steps in one state. */
const running = (
  given: Given = {},
  step: StepStatus = 'Unknown',
  more: Partial<InstallPlanStatus> = {},
): PlanFacts => {
  const { status } = planned({ ...given, facts: {} });
  const plan = (status.plan ?? []).map((entry) => ({ ...entry, status: step }));
  return facts({ ...given, status: { ...status, phase: 'Installing', plan, ...more } });
};

const outline = ({ plan = [] }: InstallPlanStatus): string[] =>
  plan.map(({ resource, resolving }) => `${resource.kind} ${resolving}`);

const installed = ({ conditions = [] }: InstallPlanStatus): unknown => {
  const found = conditions.find(({ type }) => type === 'Installed');
  return found && [found.status, found.reason, found.message];
};

describe('OLM 47: order', () => {
  it('is CSVs, definitions, the rest, over all operators of the plan', () => {
    const second = aPlanBundle({ csv: 'other.v1.0.0', digest: 'sha256:bb' });
    const contents = new Map([
      ['sha256:aa', [object('v1', 'Service'), aCrd(), csv]],
      ['sha256:bb', [object('v1', 'ConfigMap'), aCrd('others.example.com'), other]],
    ]);
    const { status } = planned({ bundles: [aPlanBundle(), second], facts: { contents } });
    expect(outline(status).slice(0, 5)).toEqual([
      'ClusterServiceVersion tickets.v1.0.0',
      'ClusterServiceVersion other.v1.0.0',
      'CustomResourceDefinition tickets.v1.0.0',
      'CustomResourceDefinition other.v1.0.0',
      'Service tickets.v1.0.0',
    ]);
  });
});

describe('OLM 48: bundleLookups', () => {
  const image = aPlanBundle({ image: 'registry.example/tickets@sha256:cc', replaces: 'tickets.v0.9.0' });
  const lookup = {
    path: 'registry.example/tickets@sha256:cc',
    identifier: 'tickets.v1.0.0',
    replaces: 'tickets.v0.9.0',
    catalogSourceRef: { namespace: 'capstan-system', name: 'samples' },
    properties: '{"properties":[]}',
  };
  const rows: { name: string; given: Given; want: unknown }[] = [
    { name: 'content of the catalog itself', given: {}, want: undefined },
    { name: 'an image, unpacked', given: { bundles: [image] }, want: [lookup] },
  ];
  it.each(rows)('of $name', ({ given, want }) => {
    expect(planned(given).status.bundleLookups).toEqual(want);
  });
});

describe('OLM 49: what a CSV brings', () => {
  const actions = stepOfPlan(
    running({ bundles: [aPlanBundle({ replaces: 'tickets.v0.9.0', properties: '{"p":1}' })] }),
    NOW,
  ).actions;
  const of = (kind: string): KubeObject | undefined =>
    actions.find((action) => action.object.kind === kind)?.object;

  it('is the CSV with its properties and the resolved predecessor', () => {
    expect(of('ClusterServiceVersion')?.metadata.annotations).toMatchObject({
      'operatorframework.io/properties': '{"p":1}',
    });
    expect(of('ClusterServiceVersion')?.['spec']).toMatchObject({ replaces: 'tickets.v0.9.0' });
  });

  it('loses the predecessor that it declares when none was resolved', () => {
    const declared = anInstallableCsv('tickets.v1.0.0', { spec: { replaces: 'tickets.v0.5.0' } });
    const [first] = stepOfPlan(running({ objects: [declared] }), NOW).actions;
    expect(first?.object['spec']).not.toHaveProperty('replaces');
  });

  it.each([
    ['Role', /^tickets\.v1\.0\.0-tickets-[0-9a-z]+$/],
    ['RoleBinding', /^tickets\.v1\.0\.0-tickets-[0-9a-z]+$/],
    ['ClusterRole', /^tickets\.v1\.0\.0-[0-9a-z]+$/],
    ['ClusterRoleBinding', /^tickets\.v1\.0\.0-[0-9a-z]+$/],
  ])('names and labels a %s', (kind, name) => {
    const made = of(kind);
    expect(made?.metadata.name).toMatch(name);
    expect(made?.metadata.labels).toMatchObject({
      'olm.owner': 'tickets.v1.0.0',
      'olm.owner.namespace': 'team-a',
      'olm.owner.kind': 'ClusterServiceVersion',
      'olm.managed': 'true',
      'olm.permissions.hash': expect.stringMatching(/./),
    });
  });

  it('keeps names within 63 characters', () => {
    const long = anInstallableCsv(`${'tickets'.repeat(9)}.v1.0.0`);
    const bundle = aPlanBundle({ csv: long.metadata.name });
    const { actions: made } = stepOfPlan(running({ bundles: [bundle], objects: [long] }), NOW);
    const roles = made.filter((action) => action.object.kind.includes('Role'));
    expect(roles).toHaveLength(4);
    for (const { object: role } of roles) expect(role.metadata.name?.length).toBeLessThanOrEqual(63);
  });

  it('makes every account but "default"', () => {
    const rules = [{ verbs: ['get'] }];
    const permissions = ['default', 'b', 'a'].map((serviceAccountName) => ({ serviceAccountName, rules }));
    const spec = { install: { strategy: 'deployment', spec: { deployments: [], permissions } } };
    const { status } = planned({ objects: [anInstallableCsv('tickets.v1.0.0', { spec })] });
    const accounts = (status.plan ?? []).filter(({ resource }) => resource.kind === 'ServiceAccount');
    expect(accounts.map(({ resource }) => resource.name)).toEqual(['b', 'a']);
  });

  it('calls a Secret of the bundle BundleSecret', () => {
    const { status } = planned({ objects: [csv, object('v1', 'Secret')] });
    expect(outline(status)).toContain('BundleSecret tickets.v1.0.0');
    const secret = stepOfPlan(running({ objects: [csv, object('v1', 'Secret')] }), NOW).actions[1];
    expect(secret?.resource.plural).toBe('secrets');
  });
});

describe('2.2 OLM 50: supported kinds', () => {
  it.each([
    ['operators.coreos.com/v1alpha1', 'ClusterServiceVersion', false],
    ['operators.coreos.com/v1alpha1', 'Subscription', false],
    ['/v1', 'Secret', false],
    ['/v1', 'BundleSecret', false],
    ['/v1', 'ServiceAccount', false],
    ['/v1', 'Service', false],
    ['/v1', 'ConfigMap', false],
    ['rbac.authorization.k8s.io/v1', 'Role', false],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding', false],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', false],
    ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', false],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', false],
    ['policy/v1', 'PodDisruptionBudget', false],
    ['scheduling.k8s.io/v1', 'PriorityClass', false],
    ['networking.k8s.io/v1', 'NetworkPolicy', false],
    ['monitoring.coreos.com/v1', 'PrometheusRule', true],
    ['monitoring.coreos.com/v1', 'ServiceMonitor', true],
    ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', true],
    ['console.openshift.io/v1', 'ConsoleYAMLSample', true],
    ['console.openshift.io/v1', 'ConsoleQuickStart', true],
    ['console.openshift.io/v1', 'ConsoleCLIDownload', true],
    ['console.openshift.io/v1', 'ConsoleLink', true],
    ['console.openshift.io/v1alpha1', 'ConsolePlugin', true],
  ])('%s %s', (apiVersion, kind, optional) => {
    const [group = '', version = ''] = apiVersion.split('/');
    expect(planKind({ group, version, kind })?.optional).toBe(optional);
  });

  it('2.4 and no others: the plan fails before it begins', () => {
    const { status } = planned({ objects: [csv, object('apps/v1', 'Deployment')] });
    expect(status.phase).toBe('Failed');
    expect(status.message).toMatch(/^the InstallPlan contains invalid data/);
    expect(status.plan?.map((step) => step.status)).toContain('UnsupportedResource');
    const given = { objects: [csv, object('apps/v1', 'Deployment')], status };
    expect(stepOfPlan(facts(given), NOW)).toEqual({ status, actions: [] });
  });
});

describe('OLM 28, 51: the Subscription to a dependency', () => {
  const bundle = aPlanBundle({
    subscription: 'tickets-stable-samples-capstan-system',
    generated: { channel: 'stable' },
  });

  it('is a step with all that it will be', () => {
    const { status } = planned({ bundles: [bundle] });
    const step = status.plan?.at(-1);
    expect(step?.resource).toMatchObject({
      kind: 'Subscription',
      name: bundle.subscription,
      version: 'v1alpha1',
    });
    expect(JSON.parse(step?.resource.manifest ?? '')).toMatchObject({
      spec: {
        name: 'tickets',
        channel: 'stable',
        source: 'samples',
        sourceNamespace: 'capstan-system',
        startingCSV: 'tickets.v1.0.0',
        installPlanApproval: 'Automatic',
      },
    });
  });

  it('is created, never applied, and says which plan made it', () => {
    const action = stepOfPlan(running({ bundles: [bundle] }), NOW).actions.at(-1);
    expect(action).toMatchObject({ verb: 'create', object: { metadata: { namespace: 'team-a' } } });
    expect(action?.object.metadata.annotations).toEqual({ 'olm.generated-by': 'install-aaaaa' });
    expect(action?.ownedBy).toBeUndefined();
  });

  it('is no step for a package that somebody subscribed to', () => {
    expect(outline(planned().status).join()).not.toContain('Subscription');
  });
});

describe('OLM 52: a plan that failed with the rights of an account', () => {
  const ref = { kind: 'ServiceAccount', namespace: 'team-a', name: 'installer' };
  const start = Date.parse(EARLIER);
  const rows: { name: string; ref: boolean; changed: number | undefined; want: string }[] = [
    { name: 'begins anew when rights change', ref: true, changed: start + 5_000, want: 'Installing' },
    { name: 'stays failed while they do not', ref: true, changed: undefined, want: 'Failed' },
    {
      name: 'stays failed when they changed before it began',
      ref: true,
      changed: start - 1_000,
      want: 'Failed',
    },
    { name: 'stays failed when they changed as it began', ref: true, changed: start + 900, want: 'Failed' },
    { name: 'stays failed when it had no account', ref: false, changed: start + 5_000, want: 'Failed' },
  ];
  it.each(rows)('$name', ({ ref: has, changed, want }) => {
    const given = running({}, 'Unknown', {
      phase: 'Failed',
      startTime: EARLIER,
      message: 'no',
      ...(has ? { attenuatedServiceAccountRef: ref } : {}),
    });
    const { status } = stepOfPlan({ ...given, ...optional({ rightsChangedAt: changed }) }, NOW);
    expect([status.phase, status.message]).toEqual([want, want === 'Failed' ? 'no' : undefined]);
    // Another minute of trying.
    expect(status.startTime).toBe(want === 'Failed' ? EARLIER : '2026-01-01T00:10:00Z');
  });
});

describe('2.7 OLM 53: the OperatorGroup of the namespace', () => {
  const group = (serviceAccount?: string): PlanFacts['groups'] => [
    { name: 'group', targets: ['team-a'], ...optional({ serviceAccount }) },
  ];
  const none = 'no operator group found that is managing this namespace';
  const several = 'more than one operator group(s) are managing this namespace count=2';
  const missing = 'please make sure the service account exists. sa=installer operatorgroup=team-a/group';
  const rows: { name: string; groups: PlanFacts['groups']; want: string }[] = [
    { name: 'is missing', groups: [], want: none },
    { name: 'is one of several', groups: [...group(), ...group()], want: several },
    { name: 'names an account that is missing', groups: group('installer'), want: missing },
  ];
  it.each(rows)('$name: said, and nothing is done', ({ groups, want }) => {
    for (const given of [
      facts({ ...planned({ facts: { groups } }), facts: { groups } }),
      running({ facts: { groups } }),
    ]) {
      const { status, actions } = stepOfPlan(given, NOW);
      expect(installed(status)).toEqual(['False', 'InstallCheckFailed', want]);
      expect(status.message).toBe(`attenuated service account query failed - ${want}`);
      expect(status.phase).toBe(given.plan.status?.phase ?? '');
      expect(actions).toEqual([]);
    }
  });

  it.each(rows)('$name: forgotten once that is mended', ({ groups }) => {
    const { status } = stepOfPlan(running({ facts: { groups } }), NOW);
    const after = stepOfPlan(facts({ status }), NOW).status;
    expect([installed(after), after.message]).toEqual([undefined, undefined]);
  });

  it('hands its account on to the plan, and takes it back', () => {
    const serviceAccounts = new Map([['installer', account('installer')]]);
    const { status } = planned({ facts: { groups: group('installer'), serviceAccounts } });
    expect(status.attenuatedServiceAccountRef).toEqual({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      namespace: 'team-a',
      name: 'installer',
      uid: 'uid-installer',
    });
    expect(stepOfPlan(facts({ status }), NOW).status).not.toHaveProperty('attenuatedServiceAccountRef');
  });

  it('does not trouble a plan that has ended', () => {
    const status: InstallPlanStatus = { ...planned().status, phase: 'Complete', plan: [] };
    expect(stepOfPlan(facts({ status, facts: { groups: [] } }), NOW).status).toEqual(status);
  });
});

describe('2.5 OLM 54: an API that the cluster does not have', () => {
  it('fails the plan with what upstream says', () => {
    const { status } = planned({ objects: [csv, object('policy/v1beta1', 'PodDisruptionBudget', 'budget')] });
    expect(status.phase).toBe('Failed');
    expect(installed(status)).toEqual([
      'False',
      'InstallComponentFailed',
      'api-server resource not found installing PodDisruptionBudget budget: GroupVersionKind policy/v1beta1, ' +
        'Kind=PodDisruptionBudget not found on the cluster. This API may have been deprecated and removed, see ' +
        'https://kubernetes.io/docs/reference/using-api/deprecation-guide/ for more information.',
    ]);
    const step = status.plan?.find(({ resource }) => resource.kind === 'PodDisruptionBudget');
    expect(step?.status).toBe('NotPresent');
  });
});

describe('2.10 OLM 55: definitions', () => {
  const crds = new Map([['tickets.example.com', aCrd()]]);
  const unfit = { ...NOTHING_CHECKED, unfit: { 'tickets.example.com': 1 } };

  it('that exist are to be checked before the plan begins, and not after', () => {
    expect(replacingCrds(running({ facts: { crds } })).map(({ metadata }) => metadata.name)).toEqual([
      'tickets.example.com',
    ]);
    expect(replacingCrds(running({}))).toEqual([]);
    expect(replacingCrds(running({ facts: { crds } }, 'Present'))).toEqual([]);
    expect(replacingCrds(facts({ facts: { crds } }))).toEqual([]);
    expect(replacingCrds(running({ facts: { crds, groups: [] } }))).toEqual([]);
  });

  it('are checked for those who are to approve the plan, too', () => {
    const waiting = running({ facts: { crds } }, 'Unknown', { phase: 'RequiresApproval' });
    expect(replacingCrds(waiting)).toEqual([]);
    const asked = { ...waiting.plan, spec: { ...waiting.plan.spec, approved: false } };
    expect(replacingCrds({ ...waiting, plan: asked })).toHaveLength(1);
  });

  it('that objects do not fit fail the plan; nothing is written', () => {
    const { status, actions } = stepOfPlan(running({ facts: { crds, crdCheck: unfit } }), NOW);
    expect(actions).toEqual([]);
    expect(installed(status)).toEqual([
      'False',
      'InstallComponentFailed',
      expect.stringMatching(
        /^error validating existing CRs against new CRD's schema for "tickets.example.com": /,
      ),
    ]);
    expect(status.phase).toBe('Failed');
  });

  it.each([
    { name: 'is tried again', begun: 1_000, keepTrying: false, phase: 'Installing' },
    { name: 'fails the plan after a minute', begun: PLAN_RETRY_MS + 1, keepTrying: false, phase: 'Failed' },
    {
      name: 'is tried for ever when it may pass by itself',
      begun: PLAN_RETRY_MS * 60,
      keepTrying: true,
      phase: 'Installing',
    },
  ])('whose objects cannot be listed: $name', ({ begun, keepTrying, phase }) => {
    const message = phase === 'Failed' ? 'no' : 'retrying execution due to error: no';
    const startTime = new Date(NOW - begun).toISOString();
    const crdCheckProblem = { message: 'no', keepTrying };
    const given = running({ facts: { crds, crdCheckProblem } }, 'Unknown', { startTime });
    const { status, actions } = stepOfPlan(given, NOW);
    expect([status.phase, status.message, actions]).toEqual([phase, message, []]);
  });

  it('that convert by webhook go in though objects do not fit', () => {
    const crdCheck = { ...unfit, tolerated: ['tickets.example.com'] };
    expect(stepOfPlan(running({ facts: { crds, crdCheck } }), NOW).actions).not.toEqual([]);
  });

  it.each([
    { name: 'new', result: 'Created', want: 'WaitingForApi' },
    { name: 'there before', result: 'Present', want: 'Present' },
  ] as const)('that are $name: $want', ({ result, want }) => {
    const { status } = planned();
    const after = recordResults(status, [{ step: 1, ok: true, status: result }], NOW);
    expect(after.plan?.[1]?.status).toBe(want);
  });
});

describe('2.9 OLM 57: CSVs that claim the same API', () => {
  const owner = (
    name: string,
    more: Partial<ClusterServiceVersion['metadata']> = {},
  ): [string, KubeObject] => [name, anInstallableCsv(name, { metadata: more })];
  const preExisting = 'pre-existing CRD owners found for owned CRD(s) of dependent CSV tickets.v1.0.0';
  const rows: {
    name: string;
    csvs: [string, KubeObject][];
    bundle?: Partial<PlanBundle>;
    asked?: true;
    want?: string;
  }[] = [
    { name: 'nobody else', csvs: [] },
    { name: 'another', csvs: [owner('rival.v1')], want: preExisting },
    {
      name: 'another, but somebody asked for the CSV',
      csvs: [owner('rival.v1')],
      asked: true,
    },
    { name: 'itself', csvs: [owner('tickets.v1.0.0')] },
    { name: 'the one that it replaces', csvs: [owner('old.v1')], bundle: { replaces: 'old.v1' } },
    { name: 'a copy', csvs: [owner('rival.v1', { labels: { 'olm.copiedFrom': 'x' } })] },
    {
      name: 'two others',
      csvs: [owner('rival.v1'), owner('rival.v2')],
      want:
        'error checking crd owners of CSV tickets.v1.0.0: Existing CSVs [rival.v1 rival.v2] in namespace team-a ' +
        'all claim to own CRD tickets.example.com',
    },
  ];
  it.each(rows)('$name', ({ csvs, bundle, asked, want }) => {
    const given = running({
      bundles: [aPlanBundle({ ...(asked ? {} : { generated: { channel: 'stable' } }), ...bundle })],
      facts: { csvs: new Map(csvs) },
    });
    const { status, actions } = stepOfPlan(given, NOW);
    expect(status.message).toBe(want === undefined ? undefined : `retrying execution due to error: ${want}`);
    expect(actions.length > 0).toBe(want === undefined);
  });

  it('that serve the same API group themselves', () => {
    const served = { owned: [{ name: 'tickets', group: 'tickets.example.com', version: 'v1', kind: 'T' }] };
    const spec = { customresourcedefinitions: {}, apiservicedefinitions: served };
    const rival = anInstallableCsv('rival.v1', { spec });
    const given = running({
      objects: [anInstallableCsv('tickets.v1.0.0', { spec })],
      bundles: [aPlanBundle({ generated: { channel: 'stable' } })],
      facts: { csvs: new Map([['rival.v1', rival]]) },
    });
    const { status, actions } = stepOfPlan(given, NOW);
    expect(status.message).toBe(`retrying execution due to error: ${preExisting}`);
    expect(actions).toEqual([]);
  });
});

it('2.11 a definition of a version that is served nowhere any more is refused by name', () => {
  const old = object('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', 'old.example.com');
  const { status } = stepOfPlan(running({ objects: [csv, old] }), NOW);
  expect(status.message).toContain('installing CustomResourceDefinition old.example.com:');
});
