import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startController, type ControllerProcess } from '#local/testing/controller.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';

const RUNS = 10;
const CATALOG = 'tests';
const seed = Number(process.env['CAPSTAN_SEED'] ?? Date.now() % 1_000_000);

let cluster: TestCluster;
let catalog: CatalogFolder;
let controller: ControllerProcess;
let user: Bench;

const start = (): Promise<ControllerProcess> =>
  startController({ kubeconfig: cluster.kubeconfig, catalogs: { [CATALOG]: catalog.path } });

beforeAll(async () => {
  process.stdout.write(`killing at random moments: CAPSTAN_SEED=${String(seed)} repeats them\n`);
  const names = ['calm', ...Array.from({ length: RUNS }, (_, run) => `run${String(run)}`)];
  catalog = await ticketsCatalog(Object.fromEntries(names.map((name) => [name, ['1.0.0', '2.0.0']])));
  cluster = await startTestCluster();
  controller = await start();
  user = bench(cluster.kubeconfig);
});

afterAll(async () => {
  await controller[Symbol.asyncDispose]();
  await cluster.stop();
  await catalog[Symbol.asyncDispose]();
});

/** Mulberry32: the same moments for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Installs version 1 and lets it upgrade to version 2: every transition there is. */
async function install(name: string): Promise<void> {
  await user.install({
    namespace: name,
    package: name,
    catalog: CATALOG,
    spec: { startingCSV: `${name}.v1.0.0` },
  });
}

async function untilSettled(name: string): Promise<void> {
  await user.untilPhase(name, `${name}.v2.0.0`, 'Succeeded');
  await eventually(async () => {
    const csvs = await user.list(resources.clusterServiceVersions, name);
    expect(csvs.map(({ metadata }) => metadata.name)).toEqual([`${name}.v2.0.0`]);
    const [subscription] = await user.list(resources.subscriptions, name);
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    expect(JSON.stringify(at(subscription, 'status.conditions'))).not.toContain('InstallPlan');
    const plans = await user.list(resources.installPlans, name);
    expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete', 'Complete']);
  });
}

const NAMESPACED = [
  resources.subscriptions,
  resources.installPlans,
  resources.clusterServiceVersions,
  resources.operatorGroups,
  resources.deployments,
  resources.serviceAccounts,
  resources.services,
  resources.roles,
  resources.roleBindings,
];

/** Everything an install leaves, without what differs between two of them: names of the run, hashes, times. */
async function outcome(name: string): Promise<string[]> {
  const owned = `olm.owner.namespace=${name}`;
  const lists = await Promise.all([
    ...NAMESPACED.map((resource) => user.list(resource, name)),
    user.list(resources.clusterRoles, undefined, owned),
    user.list(resources.clusterRoleBindings, undefined, owned),
  ]);
  const crd = await user.client.get(resources.customResourceDefinitions, {
    name: `tickets.${name}.example.com`,
  });
  return [...lists.flat(), crd].map((object) => describeObject(object, name)).sort();
}

function describeObject(object: KubeObject, name: string): string {
  const { metadata } = object;
  const facts = [
    object.kind,
    metadata.name,
    Object.keys(metadata.labels ?? {}).sort(),
    // Garbage collection takes references to what is gone away some time later.
    (metadata.ownerReferences ?? [])
      .map((owner) => `${owner.kind}/${owner.name}`)
      .filter((owner) => owner !== `ClusterServiceVersion/${name}.v1.0.0`),
    metadata.finalizers,
    at(object, 'status.phase') ?? at(object, 'status.state'),
    stepsOf(at(object, 'status.plan')),
  ];
  return JSON.stringify(facts)
    .replaceAll(name, 'NAME')
    .replaceAll(/install-[a-z0-9]{5}/g, 'install-HASH')
    .replaceAll(/-[a-z0-9]{10}(?=")/g, '-HASH');
}

/** A CSV that the first life created is "Present" to the second. */
function stepsOf(plan: unknown): unknown[] {
  const steps: unknown[] = Array.isArray(plan) ? plan : [];
  return steps.map((step) => [
    at(step, 'resource.kind'),
    at(step, 'resource.name'),
    at(step, 'status') === 'Present' ? 'Created' : at(step, 'status'),
  ]);
}

describe(`the controller, killed (seed ${String(seed)})`, () => {
  it('ends where an undisturbed one does', { timeout: 600_000 }, async () => {
    const begun = performance.now();
    await install('calm');
    await untilSettled('calm');
    const usual = performance.now() - begun;
    const want = await outcome('calm');

    const random = randomFrom(seed);
    for (let run = 0; run < RUNS; run += 1) {
      const name = `run${String(run)}`;
      const moment = random() * usual;
      const installing = install(name);
      await delay(moment);
      await controller.kill();
      await installing;
      controller = await start();
      await untilSettled(name);
      expect([run, Math.round(moment), await outcome(name)]).toEqual([run, Math.round(moment), want]);
    }
  });
});
