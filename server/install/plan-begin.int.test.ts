import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import type { NewPlan } from '#lib/olm/plan/decision.ts';
import { anInstallableCsv, anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { beginPlans } from './plan-begin.ts';
import { isBegun } from './plan-resume.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
  await at.makeGroup();
});

function aNewPlan(name: string, more: { content?: boolean; approved?: boolean } = {}): NewPlan {
  const { content = true, approved = true } = more;
  const bundle = aPlanBundle({ csv: `${name}.v1`, digest: `sha256:${name}`, catalogNamespace: at.namespace });
  if (content) at.contents.set(bundle.digest, [anInstallableCsv(bundle.csv)]);
  const plan = anInstallPlan([bundle], undefined, { name, approved });
  return { plan: at.here(plan), bundles: [bundle] };
}

async function read(name: string): Promise<InstallPlan> {
  return (await at.user.get(resources.installPlans, { namespace: at.namespace, name })) as InstallPlan;
}

const begin = (...plans: readonly NewPlan[]): Promise<string[]> => beginPlans(at, plans);
const created = (object: KubeObject): Promise<KubeObject> => at.user.create(resources.installPlans, object);

describe('a new plan', () => {
  it.each([
    { approved: true, phase: 'Installing' },
    { approved: false, phase: 'RequiresApproval' },
  ])(
    'that is approved: $approved is $phase, and says at once what it installs',
    async ({ approved, phase }) => {
      const wanted = aNewPlan(`new-${String(approved)}`, { approved });
      expect(await begin(wanted)).toEqual([]);
      const plan = await read(wanted.plan.metadata.name);
      expect(plan.status?.phase).toBe(phase);
      expect(plan.status?.plan?.map(({ resource }) => resource.kind)).toContain('ClusterServiceVersion');
      // What this life has not begun, it looks at before it writes.
      expect(isBegun(at.world, plan)).toBe(approved);
    },
  );

  it('is known to be begun by this life before anybody sees what it installs', async () => {
    const wanted = aNewPlan('seen-at-once');
    const seen: boolean[] = [];
    const unsubscribe = at.world.caches.installPlans.subscribe(({ object }) => {
      const plan = object as InstallPlan;
      if (plan.metadata.name === 'seen-at-once' && plan.status?.phase === 'Installing')
        seen.push(isBegun(at.world, plan));
    });
    await begin(wanted);
    unsubscribe();
    expect(seen[0]).toBe(true);
  });

  it('is not made without its content, and hinders no other', async () => {
    const hollow = aNewPlan('hollow', { content: false });
    const good = aNewPlan('good');
    const problems = await begin(hollow, good);
    expect(problems).toEqual(['sha256:hollow']);
    await expect(read('hollow')).rejects.toMatchObject({ kind: 'notFound' });
    expect((await read('good')).status?.phase).toBe('Installing');
  });

  it('that somebody approves before it has a status keeps that', async () => {
    const wanted = aNewPlan('approved-meanwhile', { approved: false });
    const ref = { namespace: at.namespace, name: 'approved-meanwhile' };
    const approved = { type: 'merge' as const, body: { spec: { approved: true } } };
    let meanwhile: Promise<unknown> | undefined;
    at.refuse({ status: 409, reason: 'Conflict' }, ({ method, url }) => {
      if (meanwhile !== undefined || method !== 'PUT' || !url.includes('/approved-meanwhile/status'))
        return false;
      meanwhile = at.user.patch(resources.installPlans, ref, approved);
      return true;
    });
    expect(await begin(wanted)).toEqual([]);
    await meanwhile;
    const plan = await read('approved-meanwhile');
    expect(plan.spec.approved).toBe(true);
    expect(plan.status?.plan).toBeDefined();
  });
});

describe('a plan of the name', () => {
  it('that an earlier life has made is gone on with', async () => {
    const wanted = aNewPlan('earlier');
    const { metadata } = await created(wanted.plan);
    expect(await begin(wanted)).toEqual([]);
    const plan = await read('earlier');
    expect([plan.metadata.uid, plan.status?.phase]).toEqual([metadata.uid, 'Installing']);
  });

  it('that has come further is left alone', async () => {
    const wanted = aNewPlan('further');
    const made = await created(wanted.plan);
    const status = { phase: 'Failed', catalogSources: [] };
    await at.user.replace(resources.installPlans, { ...made, status }, { subresource: 'status' });
    expect(await begin(wanted)).toEqual([]);
    const plan = await read('further');
    expect([plan.status?.phase, plan.status?.plan]).toEqual(['Failed', undefined]);
    expect(isBegun(at.world, plan)).toBe(false);
  });

  it('that somebody else has made in its place goes: nobody said what it would install', async () => {
    const wanted = aNewPlan('stranger', { approved: false });
    const { metadata } = await created({
      ...wanted.plan,
      spec: { ...wanted.plan.spec, approved: true },
    });
    expect(await begin(wanted)).toEqual([]);
    const plan = await read('stranger');
    expect(plan.metadata.uid).not.toBe(metadata.uid);
    expect([plan.spec.approved, plan.status?.phase]).toEqual([false, 'RequiresApproval']);
  });
});
