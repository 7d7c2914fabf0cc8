import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { account, aCrd, anInstallableCsv, anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { observePlan } from './plan-observe.ts';
import { getOf } from './world.ts';

const REF = { namespace: 'team-a', name: 'install-aaaaa' };
const bundle = aPlanBundle();
const csv = anInstallableCsv();

function seen(plan: InstallPlan, objects: readonly KubeObject[] = [csv]): PlainWorld {
  const plain = plainWorld();
  plain.contents.set(bundle.digest, objects);
  plain.put('installPlans', plan);
  return plain;
}

const observed = ({ world }: PlainWorld): ReturnType<typeof observePlan> =>
  observePlan(world, getOf(world.caches.installPlans, isInstallPlan, REF));

const status = (phase: 'Installing' | 'Complete' | 'Failed' | 'RequiresApproval'): InstallPlan['status'] => ({
  phase,
  catalogSources: [],
});

describe('a plan', () => {
  it.each([
    { what: 'is not there', plan: anInstallPlan([bundle], status('Installing'), { name: 'another' }) },
    { what: 'does not say what it installs', plan: anInstallPlan([bundle]) },
    {
      what: 'goes',
      plan: ((): InstallPlan => {
        const plan = anInstallPlan([bundle], status('Installing'));
        return { ...plan, metadata: { ...plan.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
      })(),
    },
  ])('that $what is nobody’s affair', async ({ plan }) => {
    expect(await observed(seen(plan))).toBeUndefined();
  });

  it.each([
    { phase: 'RequiresApproval' as const, fetched: true },
    { phase: 'Installing' as const, fetched: true },
    { phase: 'Complete' as const, fetched: false },
    { phase: 'Failed' as const, fetched: false },
  ])('that is $phase needs its content: $fetched', async ({ phase, fetched }) => {
    const facts = await observed(seen(anInstallPlan([bundle], status(phase))));
    expect(facts?.contents.has(bundle.digest)).toBe(fetched);
    expect(facts?.bundles).toMatchObject([{ csv: 'tickets.v1.0.0', digest: bundle.digest }]);
  });

  it('that is complete needs it still while a part of it waits for its API', async () => {
    const plan = anInstallPlan([bundle], status('Complete'));
    const [step] = plan.status?.plan ?? [];
    if (step === undefined || plan.status === undefined) throw new Error('a plan has steps');
    const waits = {
      ...plan,
      status: { ...plan.status, plan: [step, { ...step, status: 'WaitingForApi' as const }] },
    };
    expect((await observed(seen(waits)))?.contents.size).toBe(1);
  });
});

describe('what a plan is seen with', () => {
  it('is what its namespace has, and the definitions that it brings or needs', async () => {
    const monitor: KubeObject = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'tickets' },
    };
    const at = seen(anInstallPlan([bundle], status('Installing')), [csv, aCrd(), monitor]);
    at.put(
      'customResourceDefinitions',
      aCrd(),
      aCrd('servicemonitors.monitoring.coreos.com'),
      aCrd('other.example.com'),
    );
    at.put('clusterServiceVersions', anInstallableCsv('old.v1'));
    const { metadata, ...rest } = account('tickets');
    at.put('serviceAccounts', { ...rest, metadata: { ...metadata, namespace: 'team-a' } });
    at.put('serviceAccounts', { ...rest, metadata: { ...metadata, name: 'x', namespace: 'team-b' } });
    const facts = await observed(at);
    expect([...(facts?.crds.keys() ?? [])].sort()).toEqual([
      'servicemonitors.monitoring.coreos.com',
      'tickets.example.com',
    ]);
    expect([...(facts?.csvs.keys() ?? [])]).toEqual(['old.v1']);
    expect([...(facts?.serviceAccounts.keys() ?? [])]).toEqual(['tickets']);
  });

  it('has no content of catalogs that the namespace may not use, and pulls none', async () => {
    const foreign = aPlanBundle({ catalogNamespace: 'team-b', image: 'registry.example.com/x' });
    const at = seen(anInstallPlan([foreign], status('Installing')));
    const pulled: string[] = [];
    at.world.bundleImages = {
      ...at.world.bundleImages,
      unpack: (_ref, image) => {
        pulled.push(image);
        return { kind: 'pulling', since: 0 };
      },
    };
    expect((await observed(at))?.contents.size).toBe(0);
    expect(pulled).toEqual([]);
  });

  it('has what can be pulled again pulled, once it is gone', async () => {
    const image = 'registry.example.com/tickets';
    const at = seen(anInstallPlan([aPlanBundle({ image })], status('Installing')));
    at.contents.clear();
    const pulled: unknown[] = [];
    at.world.bundleImages = {
      ...at.world.bundleImages,
      unpack: (...asked) => {
        pulled.push(asked);
        return { kind: 'pulling', since: 0 };
      },
    };
    await observed(at);
    expect(pulled).toEqual([
      [{ namespace: 'capstan-system', name: 'samples' }, image, { gone: bundle.digest }],
    ]);
  });
});
