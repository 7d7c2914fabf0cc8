import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '#lib/testing/catalog.ts';
import { aCrd, anInstallableCsv, anInstallPlan, aPlanBundle, NOW } from '#lib/testing/install-facts.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { foretoldWrites, type SeenOfPlan } from '../foresight/plan-writes.ts';
import type { PlanBundle } from './bundle.ts';
import { planReview } from './review.ts';
import { stepDifference } from './review-object.ts';
import type { PlanReviewFacts, StepExisting } from './review-object.ts';
import { bundleSteps } from './steps.ts';
import { packageKeyOf } from '../api/subscription.ts';
import type { ClusterServiceVersion, InstallPlanStatus } from '../api/types.ts';

const PACKAGE = packageKeyOf(aSubscriptionObject({}, { name: 'tickets' }));
const isCsv = (object: KubeObject): object is ClusterServiceVersion =>
  object.kind === 'ClusterServiceVersion';
const old = anInstallableCsv('tickets.v1.0.0');
const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }];
const next = anInstallableCsv('tickets.v2.0.0', {
  spec: {
    version: '2.0.0',
    install: {
      strategy: 'deployment',
      spec: { deployments: [], clusterPermissions: [{ serviceAccountName: 'tickets', rules }] },
    },
  },
});
const service: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'metrics' },
  spec: { ports: [{ port: 8080 }], selector: { app: 'tickets' } },
};

const group: KubeObject = {
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'group', namespace: 'team-a' },
};

interface Case {
  objects: readonly KubeObject[];
  /** By `<kind>/<name>`; absent for the others. */
  existing?: Readonly<Record<string, StepExisting>>;
  bundle?: Partial<PlanBundle>;
  seen?: Partial<SeenOfPlan>;
  status?: Partial<InstallPlanStatus>;
  more?: Partial<PlanReviewFacts>;
}

/** The plan that brings `tickets.v2.0.0` where `v1.0.0` runs. */
function factsOf({ objects, existing = {}, bundle = {}, seen, status, more = {} }: Case): PlanReviewFacts {
  const planned = aPlanBundle({ csv: 'tickets.v2.0.0', replaces: 'tickets.v1.0.0', ...bundle });
  const steps = bundleSteps(planned, objects, next, 'team-a');
  const contents = new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
  const plan = anInstallPlan([planned], {
    ...{ phase: 'RequiresApproval', catalogSources: [], plan: steps },
    ...status,
  });
  const there = Object.values(existing).flatMap((one) => (one.kind === 'present' ? [one.object] : []));
  const brought = new Map([[planned.digest, objects]]);
  const read = { objects: [old, ...there], contents: brought, groups: [group], accounts: [], ...seen };
  return {
    plan,
    foretold: foretoldWrites(plan, read, NOW),
    steps: steps.map(({ resource }) => {
      const key = `${resource.kind === 'BundleSecret' ? 'Secret' : resource.kind}/${resource.name}`;
      const object = contents.get(key);
      return {
        content:
          object === undefined
            ? { kind: 'ready', object: JSON.parse(resource.manifest ?? '') as KubeObject, inline: true }
            : { kind: 'ready', object, inline: false },
        existing: existing[key] ?? { kind: 'absent' },
      };
    }),
    subscriptions: [aSubscriptionObject({ installedCSV: 'tickets.v1.0.0' }, { name: 'tickets' })],
    csvs: [old],
    packages: new Map([[PACKAGE, aDetail(['1.0.0', '2.0.0'])]]),
    isCsv,
    manager: 'capstan-controller',
    ...more,
  };
}

/** Each version replaces the one before. */
function aDetail(versions: readonly string[]): PackageDetail {
  const bundleList = versions.map((version) => aBundle('tickets', version));
  const entries = bundleList.map(({ name }, index) => ({
    name,
    ...optional({ replaces: bundleList[index - 1]?.name }),
  }));
  return { ...aPackage('tickets', { stable: entries }, { bundleList }), hasIcon: false };
}

const present = (object: KubeObject): StepExisting => ({ kind: 'present', object });

/** As the API server gives it back: with defaults, its own fields, and who owns what. */
function stored(object: KubeObject, spec: object, fields: object): KubeObject {
  return {
    ...object,
    metadata: {
      ...object.metadata,
      namespace: 'team-a',
      uid: 'u',
      resourceVersion: '7',
      labels: { 'olm.managed': 'true', 'olm.owner': 'tickets.v1.0.0' },
      managedFields: [{ manager: 'capstan-controller', operation: 'Apply', fieldsV1: { 'f:spec': fields } }],
    },
    spec,
    status: { loadBalancer: {} },
  };
}

function changeOf(facts: PlanReviewFacts, name: string): object | undefined {
  return planReview(facts)
    .operators.flatMap(({ objects }) => objects)
    .find((object) => object.name === name);
}

describe('one object', () => {
  const ports = { 'f:selector': {}, 'f:ports': { 'k:{"port":8080,"protocol":"TCP"}': { 'f:port': {} } } };
  const defaults = { ports: [{ port: 8080, protocol: 'TCP', targetPort: 8080 }], clusterIP: '10.0.0.1' };

  it('is created where there is none', () => {
    expect(changeOf(factsOf({ objects: [next, service] }), 'metrics')).toMatchObject({ change: 'created' });
  });

  it('is unchanged when only defaults, labels of ours and what others set stand beside it', () => {
    const there = stored(service, { ...defaults, selector: { app: 'tickets' } }, ports);
    const facts = factsOf({ objects: [next, service], existing: { 'Service/metrics': present(there) } });
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'unchanged', paths: [] });
  });

  it('is changed where it says something else, and names the place', () => {
    const there = stored(service, { ...defaults, selector: { app: 'old' } }, ports);
    const facts = factsOf({ objects: [next, service], existing: { 'Service/metrics': present(there) } });
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'changed', paths: ['spec.selector.app'] });
  });

  it('shows as removed what we set before and want no more', () => {
    const fields = { ...ports, 'f:selector': { 'f:app': {}, 'f:tier': {} } };
    const there = stored(service, { ...defaults, selector: { app: 'tickets', tier: 'x' } }, fields);
    const facts = factsOf({ objects: [next, service], existing: { 'Service/metrics': present(there) } });
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'changed', paths: ['spec.selector.tier'] });
  });

  it.each([
    ['may not be read', { kind: 'forbidden' }, { change: 'unknown', why: 'forbidden' }],
    [
      'could not be read',
      { kind: 'failed', message: 'x' },
      { change: 'unknown', why: 'failed', message: 'x' },
    ],
  ] as const)('that %s is not guessed', (_name, existing, want) => {
    const facts = factsOf({ objects: [next, service], existing: { 'Service/metrics': existing } });
    expect(changeOf(facts, 'metrics')).toMatchObject(want);
  });

  it('whose content is gone says so', () => {
    const facts = factsOf({ objects: [next, service], existing: { 'Service/metrics': present(service) } });
    const steps = facts.steps.map((step) => ({ ...step, content: { kind: 'missing' } as const }));
    expect(changeOf({ ...facts, steps }, 'metrics')).toMatchObject({ change: 'unknown', why: 'missing' });
  });

  it('of an unsupported kind says so', () => {
    const odd: KubeObject = { apiVersion: 'odd.com/v1', kind: 'Odd', metadata: { name: 'odd' } };
    expect(changeOf(factsOf({ objects: [next, odd] }), 'odd')).toMatchObject({
      change: 'unknown',
      why: 'unsupported',
    });
  });

  it('that is a CSV of this name already is kept as it is', () => {
    const facts = factsOf({
      objects: [next],
      existing: { 'ClusterServiceVersion/tickets.v2.0.0': present(next) },
    });
    expect(changeOf(facts, 'tickets.v2.0.0')).toMatchObject({ change: 'kept' });
  });
});

describe('what the plan would write', () => {
  const scoped = { ...aCrd(), spec: { ...(aCrd()['spec'] as object), scope: 'Cluster' } };
  const refused = { 'CustomResourceDefinition/tickets.example.com': present(aCrd()) };

  it('is nothing where it would not come to its end; then it says why', () => {
    const review = planReview(factsOf({ objects: [next, service, scoped], existing: refused }));
    expect(review.problem).toContain('tickets.example.com');
    expect(review.operators[0]?.objects.map(({ name, change, why }) => [name, change, why])).toContainEqual([
      ...['metrics', 'unknown', 'unwritten'],
    ]);
    expect(review.totals).toMatchObject({ created: 0, changed: 0 });
  });

  it('is foretold of a plan that has failed as if it began anew', () => {
    const facts = factsOf({ objects: [next, service], status: { phase: 'Failed', message: 'no' } });
    expect(planReview(facts)).not.toHaveProperty('problem');
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'created' });
  });

  it('leaves a Subscription as it is that is there', () => {
    const there = aSubscriptionObject({}, { name: 'tickets' });
    const facts = factsOf({
      objects: [next],
      bundle: { generated: { channel: 'stable' } },
      existing: { 'Subscription/tickets': present(there) },
    });
    const objects = planReview(facts).operators.flatMap((operator) => operator.objects);
    expect(objects.find(({ kind }) => kind === 'Subscription')).toMatchObject({ change: 'kept' });
  });

  it.each([
    ['groups', { groups: undefined }, ['OperatorGroup']],
    [
      'the account of the group',
      { groups: [{ ...group, spec: { serviceAccountName: 'limited' } }], accounts: undefined },
      ['ServiceAccount'],
    ],
  ])('is told where %s may not be read, and that nobody has judged them', (_name, seen, unjudged) => {
    const facts = factsOf({ objects: [next, service], seen });
    expect(planReview(facts)).toMatchObject({ unjudged });
    expect(planReview(facts)).not.toHaveProperty('problem');
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'created' });
  });

  it('is nothing where no group is', () => {
    expect(planReview(factsOf({ objects: [next], seen: { groups: [] } })).problem).toContain(
      'no operator group found',
    );
  });

  it('is not known while no catalog answers', () => {
    const facts = factsOf({ objects: [next, service], seen: { contents: undefined } });
    expect(planReview(facts)).not.toHaveProperty('problem');
    expect(changeOf(facts, 'metrics')).toMatchObject({ change: 'unknown', why: 'service' });
  });
});

describe('what is shown of an object', () => {
  it('is nothing of a Secret but names and sizes', () => {
    const secret: KubeObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'keys' },
      stringData: { token: 'hunter2', same: 'abc' },
    };
    const there = { ...secret, stringData: undefined, data: { token: btoa('changed'), same: btoa('abc') } };
    const facts = factsOf({ objects: [next, secret], existing: { 'Secret/keys': present(there) } });
    const index = facts.plan.status?.plan?.findIndex(({ resource }) => resource.name === 'keys') ?? -1;
    const difference = stepDifference(facts, index);
    expect(difference?.after['data']).toEqual({ token: '<7 bytes> *', same: '<3 bytes>' });
    expect(JSON.stringify(difference)).not.toMatch(/hunter2|changed|aHVudGVy/);
    expect(changeOf(facts, 'keys')).toMatchObject({ change: 'changed' });
  });

  it('compares a new CSV with the one that it takes over from', () => {
    const facts = factsOf({ objects: [next] });
    expect(changeOf(facts, 'tickets.v2.0.0')).toMatchObject({
      change: 'created',
      comparedWith: 'tickets.v1.0.0',
    });
    expect(stepDifference(facts, 0)?.before?.metadata.name).toBe('tickets.v1.0.0');
  });
});

describe('an operator', () => {
  it('moves from what is installed, and gains rights', () => {
    const [operator] = planReview(factsOf({ objects: [next] })).operators;
    expect(operator).toMatchObject({
      csv: 'tickets.v2.0.0',
      from: { csv: 'tickets.v1.0.0', version: '1.0.0' },
      why: 'asked',
      subscription: 'tickets',
      addedRights: [{ scope: 'cluster', rules: [{ resources: ['secrets'], verbs: ['get', 'list'] }] }],
    });
  });

  it('gains what a role of its bundle grants, too', () => {
    const role: KubeObject = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'extra' },
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    };
    const [operator] = planReview(factsOf({ objects: [next, role] })).operators;
    expect(operator?.addedRights?.[0]?.rules).toContainEqual({
      apiGroups: ['*'],
      resources: ['*'],
      verbs: ['*'],
    });
  });

  it('names roles of others that it is bound to', () => {
    const binding: KubeObject = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'grab' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [],
    };
    const [operator] = planReview(factsOf({ objects: [next, binding] })).operators;
    expect(operator?.foreignRoles).toEqual([
      { binding: 'grab', role: 'ClusterRole/cluster-admin', clusterWide: true },
    ]);
  });

  it('has a way back, as long as nothing stands in it', () => {
    expect(planReview(factsOf({ objects: [next] })).operators[0]?.wayBack).toEqual({
      verdict: 'open',
      reasons: [],
      unjudged: [],
    });
    const lost = factsOf({ objects: [next], more: { packages: new Map([[PACKAGE, aDetail(['2.0.0'])]]) } });
    expect(planReview(lost).operators[0]?.wayBack).toMatchObject({ verdict: 'closed' });
  });

  it('has a way back that nobody judges by what may not be read', () => {
    const crd = aCrd();
    const facts = factsOf({
      objects: [next, crd],
      existing: { 'CustomResourceDefinition/tickets.example.com': { kind: 'forbidden' } },
      more: { subscriptions: undefined, packages: new Map() },
    });
    expect(planReview(facts).operators[0]?.wayBack).toEqual({
      verdict: 'unjudged',
      reasons: [],
      unjudged: [{ kind: 'installed' }, { kind: 'crd', name: 'tickets.example.com' }],
    });
  });

  it('is new when nothing of it was there; then all its rights are', () => {
    const facts = factsOf({
      objects: [next],
      more: { subscriptions: [aSubscriptionObject({}, { name: 'tickets' })], csvs: [] },
    });
    expect(planReview(facts).operators[0]).toMatchObject({
      fresh: true,
      addedRights: [{ scope: 'cluster' }],
    });
    expect(planReview(facts).operators[0]).not.toHaveProperty('wayBack');
  });

  it('does not pretend to know its rights where Subscriptions may not be read', () => {
    const [operator] = planReview(
      factsOf({ objects: [next], more: { subscriptions: undefined, csvs: undefined } }),
    ).operators;
    expect(operator).toMatchObject({ fresh: false, why: 'asked' });
    expect(operator).not.toHaveProperty('addedRights');
  });

  it('hears that its catalog offers something else by now', () => {
    const packages = new Map([[PACKAGE, aDetail(['1.0.0', '3.0.0'])]]);
    const facts = factsOf({ objects: [next], more: { packages } });
    expect(planReview(facts).operators[0]?.offered).toBe('tickets.v3.0.0');
  });
});

describe('a definition', () => {
  const schema = (properties: object, more: object = {}): object => ({
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties, ...more } } },
        },
      },
    ],
  });
  const crd = aCrd();
  const withSpec = (spec: object): KubeObject => ({ ...crd, spec: { ...(crd['spec'] as object), ...spec } });
  const before = withSpec(schema({ from: { type: 'string' }, seats: { type: 'integer' } }));
  const review = (after: KubeObject): ReturnType<typeof planReview> =>
    planReview(
      factsOf({
        objects: [next, after],
        existing: { 'CustomResourceDefinition/tickets.example.com': present(before) },
      }),
    );

  it('that only adds is no risk', () => {
    const after = withSpec(
      schema({ from: { type: 'string' }, seats: { type: 'integer' }, to: { type: 'string' } }),
    );
    expect(review(after).crdChanges).toEqual([]);
  });

  it.each([
    ['loses a field', schema({ from: { type: 'string' } }), { kind: 'removed', path: 'spec.seats' }],
    [
      'changes a type',
      schema({ from: { type: 'string' }, seats: { type: 'string' } }),
      { kind: 'type', path: 'spec.seats' },
    ],
    [
      'narrows values',
      schema({ from: { type: 'string', maxLength: 3 }, seats: { type: 'integer' } }),
      { kind: 'narrowed', path: 'spec.from' },
    ],
    [
      'wants a field that may be missing',
      schema({ from: { type: 'string' }, seats: { type: 'integer' } }, { required: ['from'] }),
      { kind: 'required', path: 'spec.from' },
    ],
  ])('that %s is a risk', (_name, spec, risk) => {
    expect(review(withSpec(spec)).crdChanges).toMatchObject([
      { name: 'tickets.example.com', risks: [{ version: 'v1', ...risk }] },
    ]);
  });

  it('that loses a stored version is one', () => {
    const after = withSpec({ versions: [{ name: 'v2', served: true, storage: true }] });
    expect(review(after).crdChanges).toMatchObject([
      { unservedVersions: ['v1'], lostStoredVersions: ['v1'], storage: { before: 'v1', after: 'v2' } },
    ]);
  });

  it('that may not be read is named', () => {
    const facts = factsOf({
      objects: [next, crd],
      existing: { 'CustomResourceDefinition/tickets.example.com': { kind: 'forbidden' } },
    });
    expect(planReview(facts)).toMatchObject({ hiddenCrds: ['tickets.example.com'], crdChanges: [] });
  });
});
