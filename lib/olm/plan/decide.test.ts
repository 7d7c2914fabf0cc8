import { describe, expect, it } from 'vitest';
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
import { ACCOUNT_NEEDED } from '../api/vocabulary.ts';
import { stepOfPlan, PLAN_RETRY_MS, recordResults } from './decide.ts';
import type { PlanFacts } from './facts.ts';
import { planBundles } from './bundle.ts';
import { fnv64a } from '../../base/hash.ts';
import type { InstallPlan, InstallPlanPhase, InstallPlanStatus, StepStatus } from '../api/types.ts';

const csv = anInstallableCsv();
const rule: KubeObject = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'alerts' },
};
const service: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'metrics', namespace: 'elsewhere' },
};
const content = [service, csv, aCrd()];

const plan = (status?: InstallPlan['status'], approved = true): InstallPlan =>
  anInstallPlan([aPlanBundle()], status, { approved });

/** The plan after its first look, with every step in one state. */
function running(step: StepStatus, objects = content, more: Partial<PlanFacts> = {}): PlanFacts {
  const status = firstStatus(planFactsOf(plan(), objects, more), NOW);
  const steps = (status.plan ?? []).map((entry) => ({ ...entry, status: step }));
  return planFactsOf(plan({ ...status, phase: 'Installing', plan: steps }), objects, more);
}

/** The plan as it begins. */
function begunWith(
  objects: readonly KubeObject[],
  more: Partial<PlanFacts> = {},
  approved = true,
): PlanFacts {
  const given = planFactsOf(plan(undefined, approved), objects, more);
  return { ...given, plan: plan(firstStatus(given, NOW), approved) };
}

/** With an annotation that tells of another image. */
function noted(phase: InstallPlanPhase): PlanFacts {
  const given = running('Unknown');
  const { metadata, status, ...rest } = given.plan;
  const said = [aPlanBundle({ image: 'registry.example/evil:1' })];
  const annotations = { 'capstan.dev/bundles': JSON.stringify(said) };
  return {
    ...given,
    plan: {
      ...rest,
      metadata: { ...metadata, annotations },
      status: { catalogSources: [], ...status, phase },
    },
  };
}

const outline = ({ plan: steps }: InstallPlanStatus): string[] =>
  (steps ?? []).map(({ resource, status, optional }) =>
    [resource.kind, status, ...(optional === true ? ['optional'] : [])].join(' '),
  );

describe('stepOfPlan', () => {
  it('lists CSV, CRDs, then the rest with the generated rights (OLM 47, 49)', () => {
    const status = firstStatus(planFactsOf(plan(), content), NOW);
    expect(status.phase).toBe('Installing');
    expect(outline(status)).toEqual([
      'ClusterServiceVersion Unknown',
      'CustomResourceDefinition Unknown',
      'Service Unknown',
      'ServiceAccount Unknown',
      'Role Unknown',
      'RoleBinding Unknown',
      'ClusterRole Unknown',
      'ClusterRoleBinding Unknown',
    ]);
  });

  it('keeps references instead of content, so that big bundles fit', () => {
    const status = firstStatus(planFactsOf(plan(), content), NOW);
    expect(JSON.parse(status.plan?.[1]?.resource.manifest ?? '')).toEqual({
      kind: 'BundleContent',
      digest: 'sha256:aa',
      index: 2,
      catalogSourceName: 'samples',
      catalogSourceNamespace: 'capstan-system',
    });
  });

  const phases: { name: string; given: PlanFacts; want: string; message?: string }[] = [
    {
      name: 'OLM 46: not approved',
      given: begunWith(content, {}, false),
      want: 'RequiresApproval',
    },
    {
      name: 'OLM 46: approved later',
      given: {
        ...running('Unknown'),
        plan: plan({ ...running('Unknown').plan.status, phase: 'RequiresApproval', catalogSources: [] }),
      },
      want: 'Installing',
    },
    { name: 'OLM 46: all made', given: running('Created'), want: 'Complete' },
    {
      name: 'OLM 50: a kind nobody supports',
      given: begunWith([csv, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' } }]),
      want: 'Failed',
      message: 'the InstallPlan contains invalid data: Job batch/v1 "j" cannot be installed',
    },
    {
      name: 'OLM 53: no OperatorGroup',
      given: running('Unknown', content, { groups: [] }),
      want: 'Installing',
      message:
        'attenuated service account query failed - no operator group found that is managing this namespace',
    },
    {
      name: 'no account, where nothing is installed without one',
      given: running('Unknown', content, { needsAccount: true }),
      want: 'Installing',
      message: `attenuated service account query failed - ${ACCOUNT_NEEDED} operatorgroup=team-a/group`,
    },
    {
      name: 'content gone',
      given: running('Unknown', content, { contents: new Map() }),
      want: 'Installing',
      message:
        'retrying execution due to error: content sha256:aa of tickets.v1.0.0 is not in catalog capstan-system/samples any more',
    },
    {
      name: 'content that has no such CSV',
      given: begunWith([aCrd()]),
      want: 'Failed',
      message: 'the InstallPlan contains invalid data: no CSV tickets.v1.0.0',
    },
    {
      name: 'content of a catalog that the namespace may not use',
      given: running('Unknown', content, {
        bundles: [aPlanBundle({ catalogNamespace: 'team-b' })],
      }),
      want: 'Failed',
      message:
        'tickets.v1.0.0 comes from catalog team-b/samples, which namespace team-a may not use: ' +
        'only catalogs of its own and of capstan-system are open to it',
    },
    {
      name: 'a definition by which operators are installed',
      given: begunWith([csv, aCrd('subscriptions.operators.coreos.com')]),
      want: 'Failed',
      message:
        'tickets.v1.0.0 brings CustomResourceDefinition subscriptions.operators.coreos.com: definitions of ' +
        'operators.coreos.com, by which operators are installed, come with the controller and from no bundle; ' +
        'its author has to leave it out',
    },
    {
      name: 'a definition of Kubernetes that has come since',
      given: running('Unknown', [csv, aCrd('things.node.k8s.io')], {
        crds: new Map([['things.node.k8s.io', aCrd('things.node.k8s.io')]]),
      }),
      want: 'Failed',
      message:
        'tickets.v1.0.0 would change CustomResourceDefinition things.node.k8s.io, which package tickets has not ' +
        'brought: what is there of node.k8s.io, a group of Kubernetes, is changed by an administrator of the cluster ' +
        'alone, who can delete it if nobody needs it',
    },
    {
      name: 'an annotation that says otherwise',
      given: noted('Installing'),
      want: 'Installing',
      message:
        'annotation capstan.dev/bundles says something else than the status of the plan, which alone counts: ' +
        'remove the annotation, and the plan goes on',
    },
    { name: 'an annotation that says otherwise, too late', given: noted('Complete'), want: 'Complete' },
    {
      name: '55(b): a stored version would be gone',
      given: running('Unknown', content, {
        crds: new Map([
          ['tickets.example.com', { ...aCrd(), status: { storedVersions: ['v1alpha1', 'v1'] } }],
        ]),
      }),
      want: 'Failed',
      message:
        'risk of data loss updating "tickets.example.com": new CRD removes version v1alpha1 that is listed as a stored version on the existing CRD',
    },
  ];
  it.each(phases)('$name', ({ given, want, message }) => {
    const { status } = stepOfPlan(given, NOW);
    expect([status.phase, status.message]).toEqual([want, message]);
  });

  it('leaves a plan alone whose status does not say what it installs', () => {
    const given = planFactsOf(plan(), content);
    expect(stepOfPlan(given, NOW)).toEqual({ status: { phase: '', catalogSources: [] }, actions: [] });
    expect(planBundles(given.plan)).toBeUndefined();
  });

  it('goes on when the annotation that said otherwise is gone', () => {
    const held = noted('Installing');
    const { status } = stepOfPlan(held, NOW);
    expect(status.conditions?.map(({ type, status: value, reason }) => [type, value, reason])).toEqual([
      ['Installed', 'False', 'InstallCheckFailed'],
    ]);
    const { actions, status: after } = stepOfPlan({ ...held, plan: plan(status) }, NOW);
    expect(actions).not.toEqual([]);
    expect([after.message, after.conditions]).toEqual([undefined, []]);
  });

  it('writes the CSV and the CRD first, and the rest into its own namespace with its owner (OLM 51)', () => {
    const { actions } = stepOfPlan(running('Unknown'), NOW);
    expect(
      actions.map(({ verb, object, ownedBy }) => [verb, object.kind, object.metadata.namespace, ownedBy]),
    ).toEqual([
      ['create', 'ClusterServiceVersion', 'team-a', undefined],
      ['apply', 'CustomResourceDefinition', undefined, undefined],
      ['apply', 'Service', 'team-a', 'tickets.v1.0.0'],
      ['apply', 'ServiceAccount', 'team-a', 'tickets.v1.0.0'],
      ['apply', 'Role', 'team-a', 'tickets.v1.0.0'],
      ['apply', 'RoleBinding', 'team-a', 'tickets.v1.0.0'],
      ['apply', 'ClusterRole', undefined, undefined],
      ['apply', 'ClusterRoleBinding', undefined, undefined],
    ]);
  });

  it('carries over what other operators left on a CRD (OLM 56)', () => {
    const key = `operatorframework.io/installed-alongside-${fnv64a('team-b/tickets.v0.9.0')}`;
    const existing = {
      ...aCrd(),
      metadata: {
        name: 'tickets.example.com',
        labels: { 'operators.coreos.com/tickets.team-b': '', foreign: 'stays by itself' },
        annotations: { [key]: 'team-b/tickets.v0.9.0' },
      },
    };
    const given = running('Unknown', content, { crds: new Map([['tickets.example.com', existing]]) });
    const crd = stepOfPlan(given, NOW).actions.find(
      ({ object }) => object.kind === 'CustomResourceDefinition',
    );
    expect(crd?.object.metadata).toMatchObject({
      labels: { 'operators.coreos.com/tickets.team-a': '', 'operators.coreos.com/tickets.team-b': '' },
      annotations: {
        [key]: 'team-b/tickets.v0.9.0',
        [`operatorframework.io/installed-alongside-${fnv64a('team-a/tickets.v1.0.0')}`]:
          'team-a/tickets.v1.0.0',
      },
    });
    expect(crd?.object.metadata.labels).not.toHaveProperty('foreign');
  });

  it('2.8 lets an account outlive the older version that shares it', () => {
    const old = anInstallableCsv('tickets.v0.9.0');
    const given = running('Unknown', content, {
      csvs: new Map([['tickets.v0.9.0', old]]),
      serviceAccounts: new Map([['tickets', account('tickets', 'uid-tickets.v0.9.0', 'uid-gone')]]),
    });
    const shared = stepOfPlan(given, NOW).actions.find(({ object }) => object.kind === 'ServiceAccount');
    expect(shared?.object.metadata.ownerReferences?.map(({ uid }) => uid)).toEqual(['uid-tickets.v0.9.0']);
  });

  it('does not take the copy of an operator elsewhere for its own CSV', () => {
    const copy = anInstallableCsv('tickets.v1.0.0', { metadata: { labels: { 'olm.copiedFrom': 'home' } } });
    const given = running('Unknown', content, { csvs: new Map([['tickets.v1.0.0', copy]]) });
    const { actions, blocked } = stepOfPlan(given, NOW);
    expect([actions, blocked]).toEqual([
      [],
      'ClusterServiceVersion tickets.v1.0.0 is here as a copy: the operator runs in home and manages this namespace, too',
    ]);
  });

  it('2.13 waits for a CSV of the same name that is being deleted', () => {
    const going = anInstallableCsv('tickets.v1.0.0', { metadata: { deletionTimestamp: EARLIER } });
    const given = running('Unknown', content, { csvs: new Map([['tickets.v1.0.0', going]]) });
    expect(stepOfPlan(given, NOW)).toMatchObject({
      actions: [],
      blocked: 'ClusterServiceVersion tickets.v1.0.0 is still being deleted',
    });
  });

  it.each([
    { name: 'gone', csvs: [] },
    {
      name: 'going',
      csvs: [anInstallableCsv('tickets.v1.0.0', { metadata: { deletionTimestamp: EARLIER } })],
    },
    {
      name: 'stepping aside',
      csvs: [anInstallableCsv('tickets.v1.0.0', { status: { phase: 'Replacing' } })],
    },
  ])('brings nothing back that was replaced while it was still being recorded, and is $name', ({ csvs }) => {
    const successor = anInstallableCsv('tickets.v2.0.0', { spec: { replaces: 'tickets.v1.0.0' } });
    const all = new Map([successor, ...csvs].map((csv) => [csv.metadata.name, csv]));
    const { status, actions } = stepOfPlan(running('Unknown', content, { csvs: all }), NOW);
    expect(actions).toEqual([]);
    expect(status.phase).toBe('Complete');
    expect(new Set(status.plan?.map((step) => step.status))).toEqual(new Set(['Present']));
  });

  describe('an optional object without its API', () => {
    const objects = [...content, rule];
    const done = running('Created', objects);
    const steps = (done.plan.status?.plan ?? []).map((step) =>
      step.optional === true ? { ...step, status: 'Unknown' as const } : step,
    );
    const given = {
      ...done,
      plan: plan({ ...done.plan.status, phase: 'Installing', catalogSources: [], plan: steps }),
    };
    const { status } = stepOfPlan(given, NOW);

    it('does not hold up the plan, which names it', () => {
      expect(status.phase).toBe('Complete');
      expect(status.message).toBe('installed without: PrometheusRule alerts');
      expect(status.conditions?.map(({ type, status: value }) => `${type}=${value}`)).toEqual([
        'Installed=True',
        'PartsLeftOut=True',
      ]);
    });

    it('is made as soon as the API comes', () => {
      const api = { ...aCrd('prometheusrules.monitoring.coreos.com') };
      const later = { ...given, plan: plan(status), crds: new Map([[api.metadata.name, api]]) };
      const decision = stepOfPlan(later, NOW);
      expect(decision.actions.map(({ object }) => object.kind)).toEqual(['PrometheusRule']);
      const after = recordResults(
        decision.status,
        [{ step: decision.actions[0]?.step ?? -1, ok: true, status: 'Created' }],
        NOW,
      );
      expect(after.phase).toBe('Complete');
      expect(after.message).toBeUndefined();
      expect(after.conditions?.map(({ type }) => type)).toEqual(['Installed']);
    });
  });
});

describe('2.6 recordResults (OLM 52)', () => {
  const status = running('Unknown').plan.status ?? { phase: 'Installing', catalogSources: [] };
  const begun = (ms: number): InstallPlanStatus => ({
    ...status,
    startTime: new Date(NOW - ms).toISOString(),
  });
  const rows = [
    { name: 'an error is tried again', begun: 1_000, keepTrying: false, want: 'Installing' },
    { name: 'after a minute the plan fails', begun: PLAN_RETRY_MS + 1, keepTrying: false, want: 'Failed' },
    { name: 'a refusal is tried for ever', begun: PLAN_RETRY_MS * 60, keepTrying: true, want: 'Installing' },
  ];
  it.each(rows)('$name', ({ begun: ms, keepTrying, want }) => {
    const after = recordResults(begun(ms), [{ step: 0, ok: false, message: 'no', keepTrying }], NOW);
    expect(after.phase).toBe(want);
    expect(after.message).toBe(want === 'Failed' ? 'no' : 'retrying execution due to error: no');
  });

  it('2.1 tells the first failure, and what became of the others', () => {
    const after = recordResults(
      status,
      [
        { step: 0, ok: true, status: 'Created' },
        { step: 1, ok: false, message: 'first', keepTrying: false },
        { step: 2, ok: false, message: 'second', keepTrying: false },
      ],
      NOW,
    );
    expect([after.message, after.plan?.[0]?.status]).toEqual([
      'retrying execution due to error: first',
      'Created',
    ]);
  });

  it('2.3 takes a CRD for made only when it is served (OLM 55)', () => {
    const results = [0, 1].map((step) => ({ step, ok: true, status: 'Created' }) as const);
    expect(outline(recordResults(status, results, NOW)).slice(0, 2)).toEqual([
      'ClusterServiceVersion Created',
      'CustomResourceDefinition WaitingForApi',
    ]);
  });
});

describe('fnv64a', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('of %j is that of the published test vectors', (text, want) => {
    expect(fnv64a(text)).toBe(want);
  });
});
