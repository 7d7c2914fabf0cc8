import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { rfc3339 } from '#lib/base/time.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { INSTALLED_ALONGSIDE_PREFIX } from '#lib/olm/api/labels.ts';
import { firstStatus } from '#lib/olm/plan/begin.ts';
import { PLAN_RETRY_MS } from '#lib/olm/plan/decide.ts';
import { anInstallableCsv, anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { memoryOf } from './plan-memory.ts';
import { observedPlan } from './plan-observe.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { eventsWritten } from './events.ts';
import { installPlanKind } from './plan-reconciler.ts';
import { reconcile as reconcileKind } from './reconcile.ts';

const held = heldByFile();
let at: InstallWorld;
const reconcile = (name: string): Promise<ReconcileOutcome> =>
  reconcileKind(installPlanKind, { ...at, key: `${at.namespace}/${name}` });

beforeAll(async () => {
  at = await installWorld(held);
  await at.makeGroup();
});

/** A plan for one CSV, as it is once it was begun. */
async function aPlan(
  name: string,
  more: { approved?: boolean; startTime?: string; content?: boolean; brings?: KubeObject[] } = {},
): Promise<InstallPlan> {
  const bundle = aPlanBundle({ csv: `${name}.v1`, digest: `sha256:${name}`, catalogNamespace: at.namespace });
  const csv = anInstallableCsv(bundle.csv, { metadata: { namespace: at.namespace } });
  const { permissions = [], deployments = [] } = csv.spec.install.spec ?? {};
  // Nothing of the whole cluster, which other tests use too.
  const install = { strategy: 'deployment', spec: { permissions, deployments } };
  const spec = { ...csv.spec, install, customresourcedefinitions: {} };
  const objects: KubeObject[] = [{ ...csv, spec }, ...(more.brings ?? [])];
  const plan = anInstallPlan([bundle], undefined, { approved: more.approved ?? true, name });
  const placed = at.here(plan);
  const contents = new Map([[bundle.digest, objects]]);
  const status = firstStatus(observedPlan(at.world, placed, { bundles: [bundle], contents }), Date.now());
  if (more.content !== false) at.contents.set(bundle.digest, objects);
  const startTime = more.startTime === undefined ? {} : { startTime: more.startTime };
  return at.make(resources.installPlans, { ...placed, status: { ...status, ...startTime } });
}

async function statusOf(name: string): Promise<InstallPlan['status']> {
  const plan = await at.user.get(resources.installPlans, { namespace: at.namespace, name });
  return (plan as InstallPlan).status;
}

/** Long enough ago for a plan to give up. */
const longAgo = (): string => rfc3339(Date.now() - PLAN_RETRY_MS - 60_000);

/** What the API server says to whoever makes a CSV. */
const refuseCsvs = (status: number, reason: string): (() => void) =>
  at.refuse(
    { status, reason },
    ({ method, url }) => method === 'POST' && url.includes('/clusterserviceversions'),
  );

describe('an InstallPlan', () => {
  it('that is let loose makes its CSV and what that needs, and is complete', async () => {
    await aPlan('good');
    at.writes();
    expect(await reconcile('good')).toEqual({ kind: 'done' });
    expect(await statusOf('good')).toMatchObject({ phase: 'Complete' });
    const csv = await at.user.get(resources.clusterServiceVersions, {
      namespace: at.namespace,
      name: 'good.v1',
    });
    const account = await at.user.get(resources.serviceAccounts, {
      namespace: at.namespace,
      name: 'tickets',
    });
    expect(account.metadata.ownerReferences).toMatchObject([{ name: 'good.v1', uid: csv.metadata.uid }]);
    const status = at.writes().filter((request) => request.endsWith('/installplans/good/status'));
    expect(status).toHaveLength(1);
    await reconcile('good');
    expect(at.writes()).toEqual([]);
  });

  it('makes nothing twice when others write to it before it says what was made', async () => {
    await aPlan('raced');
    const lift = at.refuse(
      { status: 409, reason: 'Conflict' },
      ({ method, url }) => method === 'PUT' && url.includes('/installplans/raced/status'),
    );
    await expect(reconcile('raced')).rejects.toThrow();
    expect(at.writes().some((request) => request.includes('/serviceaccounts/tickets'))).toBe(true);
    await expect(reconcile('raced')).rejects.toThrow();
    lift();
    expect(await reconcile('raced')).toEqual({ kind: 'done' });
    const made = at.writes().filter((request) => !request.endsWith('/installplans/raced/status'));
    expect(made).toEqual([]);
    const status = await statusOf('raced');
    expect(status?.phase).toBe('Complete');
    // An account of this name may be another plan's, from before.
    for (const step of status?.plan ?? []) expect(['Created', 'Present']).toContain(step.status);
  });

  it('leaves its mark on a definition that another brings at the same time', async () => {
    const group = `${at.namespace}.example.com`;
    const name = `marks.${group}`;
    const schema = { openAPIV3Schema: { type: 'object' } };
    const crd: KubeObject = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        ...{ group, scope: 'Namespaced', names: { kind: 'Mark', plural: 'marks' } },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    };
    const plans = ['left', 'middle', 'right'];
    await aPlan('before', { brings: [crd] });
    await reconcile('before');
    for (const plan of plans) await aPlan(plan, { brings: [crd] });
    await Promise.all(plans.map(reconcile));
    const { metadata } = await at.user.get(resources.customResourceDefinitions, { name });
    const marks = Object.entries(metadata.annotations ?? {}).flatMap(([key, value]) =>
      key.startsWith(INSTALLED_ALONGSIDE_PREFIX) ? [value] : [],
    );
    const all = ['before', ...plans].map((plan) => `${at.namespace}/${plan}.v1`);
    expect(marks.sort()).toEqual(all.sort());
  });

  it('that is deleted while it is carried out takes the CSV along that nobody asks for any more', async () => {
    const { uid } = (await aPlan('cancelled')).metadata;
    const ref = { namespace: at.namespace, name: 'cancelled' };
    // Its controller learns of the deletion after it has begun.
    let hasMade = false;
    const release = at.refuse({ status: 404, reason: 'NotFound' }, ({ method, url }) => {
      hasMade ||= method === 'POST' && url.includes('/clusterserviceversions');
      return hasMade && method === 'PUT' && url.includes('/installplans/cancelled/status');
    });
    await reconcile('cancelled').catch(() => undefined);
    release();
    const csv = { namespace: at.namespace, name: 'cancelled.v1' };
    await at.user.get(resources.clusterServiceVersions, csv);
    expect(memoryOf(at.world, { ...(await at.user.get(resources.installPlans, ref)) })).toMatchObject({
      uid,
      made: [{ name: 'cancelled.v1' }],
    });
    await at.user.delete(resources.installPlans, ref);
    await eventually(() => expect(at.world.caches.installPlans.get(ref)).toBeUndefined());
    await reconcile('cancelled');
    // What it brought goes with its finalizer.
    const { metadata } = await at.user.get(resources.clusterServiceVersions, csv);
    expect(metadata.deletionTimestamp).toBeDefined();
  });

  it('that came to its end goes without what it has made', async () => {
    await aPlan('ended');
    await reconcile('ended');
    expect((await statusOf('ended'))?.phase).toBe('Complete');
    const ref = { namespace: at.namespace, name: 'ended' };
    await at.user.delete(resources.installPlans, ref);
    await eventually(() => expect(at.world.caches.installPlans.get(ref)).toBeUndefined());
    at.writes();
    await reconcile('ended');
    expect(at.writes()).toEqual([]);
  });

  it('that waits for approval writes nothing', async () => {
    await aPlan('waits', { approved: false });
    at.writes();
    expect(await reconcile('waits')).toEqual({ kind: 'done' });
    expect(at.writes()).toEqual([]);
  });

  it('that is gone is forgotten', async () => {
    const plan = await aPlan('leaves', { approved: false });
    memoryOf(at.world, plan).begun = true;
    await at.user.delete(resources.installPlans, { namespace: at.namespace, name: 'leaves' });
    await expect
      .poll(() => at.world.caches.installPlans.get({ namespace: at.namespace, name: 'leaves' }))
      .toBeUndefined();
    expect(await reconcile('leaves')).toEqual({ kind: 'done' });
    expect(memoryOf(at.world, plan).begun).toBeUndefined();
  });

  it('whose content no catalog holds any more says so, and tries again', async () => {
    await aPlan('hollow', { content: false });
    const outcome = await reconcile('hollow');
    expect(outcome).toMatchObject({ kind: 'retry' });
    expect(await statusOf('hollow')).toMatchObject({
      phase: 'Installing',
      message: expect.stringContaining('sha256:hollow'),
    });
  });
});

describe('a step that is refused', () => {
  const rows: { status: number; reason: string; age: 'young' | 'old'; phase: 'Installing' | 'Failed' }[] = [
    { status: 422, reason: 'Invalid', age: 'young', phase: 'Installing' },
    { status: 422, reason: 'Invalid', age: 'old', phase: 'Failed' },
    // OLM 52: rights may still be given.
    { status: 403, reason: 'Forbidden', age: 'old', phase: 'Installing' },
    { status: 503, reason: 'ServiceUnavailable', age: 'old', phase: 'Installing' },
  ];
  it.each(rows)('with $status leaves a plan that is $age $phase, and is tried again', async (row) => {
    const { status, reason, age, phase } = row;
    const name = `refused-${String(status)}-${age}`;
    await aPlan(name, { startTime: age === 'old' ? longAgo() : rfc3339(Date.now()) });
    refuseCsvs(status, reason);
    expect(await reconcile(name)).toMatchObject({ kind: 'retry' });
    const seen = await statusOf(name);
    expect(seen).toMatchObject({ phase, message: expect.stringContaining(`${name}.v1`) });
    // What waited for the CSV was not made in its absence.
    expect(new Set(seen?.plan?.map((step) => step.status))).toEqual(new Set(['Unknown']));
  });

  it('is done once nothing is in its way any more', async () => {
    await aPlan('healed', { startTime: rfc3339(Date.now()) });
    const lift = refuseCsvs(503, 'ServiceUnavailable');
    expect(await reconcile('healed')).toMatchObject({ kind: 'retry' });
    lift();
    expect(await reconcile('healed')).toEqual({ kind: 'done' });
    const status = await statusOf('healed');
    expect([status?.phase, status?.message]).toEqual(['Complete', undefined]);
  });
});

it('a plan whose steps another controller wrote is left alone, and says why once', async () => {
  const name = 'of-another';
  const { metadata, ...rest } = at.here(anInstallPlan([], undefined, { name }));
  const step = {
    resolving: 'x.v1',
    status: 'Unknown' as const,
    resource: {
      ...{ group: 'operators.coreos.com', version: 'v1alpha1', kind: 'ClusterServiceVersion', name: 'x.v1' },
      ...{ sourceName: 'cat', sourceNamespace: 'olm', manifest: '{"kind":"ConfigMap","name":"aa"}' },
    },
  };
  const status = { phase: 'Installing' as const, catalogSources: [], plan: [step] };
  await at.make(resources.installPlans, { ...rest, metadata, status });
  at.writes();
  await reconcile(name);
  await reconcile(name);
  await eventsWritten(at.world);
  expect(at.writes()).toEqual([expect.stringMatching(/^POST .*\/events$/)]);
  expect(await statusOf(name)).toMatchObject(status);
});
