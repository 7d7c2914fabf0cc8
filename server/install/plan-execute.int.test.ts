import { beforeAll, describe, expect, it } from 'vitest';
import { rfc3339 } from '#lib/base/time.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import type { StepAction, StepResult } from '#lib/olm/plan/decision.ts';
import { anInstallableCsv, anInstallPlan } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { executeSteps } from './plan-execute.ts';
import { noteBegun } from './plan-resume.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
});

/** Begun at that moment; unix ms. */
function aPlan(name: string, startTime = Date.now() - 60_000): InstallPlan {
  const plan = at.here(anInstallPlan([], undefined, { name }));
  const status = { phase: 'Installing' as const, catalogSources: [], startTime: rfc3339(startTime) };
  return { ...plan, metadata: { ...plan.metadata, uid: `uid-${name}` }, status };
}

function csvStep(name: string): StepAction {
  const { metadata, ...csv } = anInstallableCsv(name);
  const object = { ...csv, metadata: { name: metadata.name, namespace: at.namespace } };
  return { step: 0, verb: 'create', resource: resources.clusterServiceVersions, object };
}

function mapStep(step: number, name: string, data: object, ownedBy?: string): StepAction {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: at.namespace }, data };
  const action: StepAction = { step, verb: 'apply', resource: resources.configMaps, object };
  return ownedBy === undefined ? action : { ...action, ownedBy };
}

const execute = (plan: InstallPlan, ...actions: readonly StepAction[]): Promise<StepResult[]> =>
  executeSteps(at, plan, actions);
const read = (resource: Resource, name: string): Promise<KubeObject> =>
  at.user.get(resource, { namespace: at.namespace, name });

describe('the steps of a plan', () => {
  it('are written at once, and what the CSV owns has the UID that it got', async () => {
    const results = await execute(aPlan('both'), csvStep('both.v1'), mapStep(1, 'owned', {}, 'both.v1'));
    expect(results).toEqual([
      { step: 0, ok: true, status: 'Created' },
      { step: 1, ok: true, status: 'Created' },
    ]);
    const { uid } = (await read(resources.clusterServiceVersions, 'both.v1')).metadata;
    const { ownerReferences } = (await read(resources.configMaps, 'owned')).metadata;
    expect(ownerReferences).toMatchObject([{ kind: 'ClusterServiceVersion', name: 'both.v1', uid }]);
  });

  it('leave a CSV as it is that is there, and tell what is older than the plan', async () => {
    await execute(aPlan('first'), csvStep('there.v1'), mapStep(1, 'older', { a: '1' }));
    const changed = csvStep('there.v1');
    const spec = { ...(changed.object['spec'] as object), displayName: 'Another' };
    const results = await execute(
      aPlan('second', Date.now() + 60_000),
      { ...changed, object: { ...changed.object, spec } },
      mapStep(1, 'older', { a: '2' }),
    );
    expect(results.map((result) => result.ok && result.status)).toEqual(['Present', 'Present']);
    expect(await read(resources.clusterServiceVersions, 'there.v1')).toMatchObject({
      spec: { displayName: 'Tickets' },
    });
    expect(await read(resources.configMaps, 'older')).toMatchObject({ data: { a: '2' } });
  });

  it('are looked at before they are written where an earlier life of the process began', async () => {
    const steps = [csvStep('resumed.v1'), mapStep(1, 'resumed', { a: '1' })];
    await execute(aPlan('earlier'), ...steps);
    at.writes();
    const results = await execute(aPlan('resumed'), ...steps);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(at.writes()).toEqual([]);
    const plan = aPlan('known');
    noteBegun(at.world, plan);
    await execute(plan, mapStep(1, 'resumed', { a: '1' }));
    expect(at.writes()).toEqual([expect.stringMatching(/^PATCH .*\/configmaps\/resumed$/)]);
  });
});

describe('a step that fails', () => {
  it.each([
    { status: 403, reason: 'Forbidden', keepTrying: true },
    { status: 503, reason: 'ServiceUnavailable', keepTrying: true },
    { status: 422, reason: 'Invalid', keepTrying: false },
  ])('with $status names its object, is tried for ever: $keepTrying', async (row) => {
    const { keepTrying, ...refusal } = row;
    const name = `refused-${String(row.status)}`;
    at.refuse(refusal, ({ method, url }) => method === 'PATCH' && url.includes(`/configmaps/${name}`));
    const plan = aPlan(name);
    noteBegun(at.world, plan);
    expect(await execute(plan, mapStep(0, name, {}), mapStep(1, `beside-${name.slice(-3)}`, {}))).toEqual([
      ...[
        {
          step: 0,
          ok: false,
          keepTrying,
          message: expect.stringContaining(`ConfigMap ${at.namespace}/${name}: `),
        },
      ],
      ...[{ step: 1, ok: true, status: 'Created' }],
    ]);
  });

  it('takes along what waits for its CSV', async () => {
    at.refuse(
      { status: 422, reason: 'Invalid' },
      ({ method, url }) => method === 'POST' && url.includes('/clusterserviceversions'),
    );
    const results = await execute(
      aPlan('csvless'),
      csvStep('csvless.v1'),
      mapStep(1, 'left', {}, 'csvless.v1'),
    );
    expect(results.map(({ ok }) => ok)).toEqual([false, false]);
    await expect(read(resources.configMaps, 'left')).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('by a kind that nobody serves says so', async () => {
    const resource = {
      group: 'gone.example.com',
      version: 'v1',
      plural: 'ghosts',
      kind: 'Ghost',
      namespaced: true,
    };
    const object = {
      apiVersion: 'gone.example.com/v1',
      kind: 'Ghost',
      metadata: { name: 'x', namespace: at.namespace },
    };
    const [result] = await execute(aPlan('ghost'), { step: 0, verb: 'apply', resource, object });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('gone.example.com') });
  });

  it('for want of a token of the account that it is limited to writes nothing', async () => {
    const plan = aPlan('limited');
    const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: at.namespace, name: 'nobody' };
    const limited = {
      ...plan,
      status: {
        ...plan.status,
        phase: 'Installing' as const,
        catalogSources: [],
        attenuatedServiceAccountRef: ref,
      },
    };
    at.writes();
    expect(await execute(limited, mapStep(3, 'never', {}))).toMatchObject([
      { step: 3, ok: false, keepTrying: true, message: expect.stringContaining('nobody') },
    ]);
    await expect(read(resources.configMaps, 'never')).rejects.toMatchObject({ kind: 'notFound' });
  });
});
