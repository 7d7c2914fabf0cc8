/** Plans of real packages on a real control plane, whose pods KWOK makes ready. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { readPlanRuns } from '#lib/kudo/api/parse.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { smallPackage } from './testing/small-package.ts';
import { startKudoBench, type HeldEngine, type KudoBench } from './testing/kudo-bench.ts';

const held = heldByFile();
const packages = new Map((await realPackages()).map(({ name, files }) => [name.split(' ')[0] ?? '', files]));
const configMaps = resources.configMaps;
const jobs = { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true };
let user: KudoBench;
let engine: HeldEngine;

beforeAll(async () => {
  user = await startKudoBench(held);
  engine = held.use(await user.engine());
});

function conditionOf(instance: unknown): unknown[] {
  const [ready] = (at(instance, 'status', 'conditions') ?? []) as Record<string, unknown>[];
  return [ready?.['status'], ready?.['reason']];
}

/** The package of that name in a namespace of its own, installed as `it`. */
async function install(name: string, parameters: Record<string, string> = {}): Promise<void> {
  await user.namespace(name);
  const version = await user.provide(name, packages.get(name) ?? new Map());
  await user.instantiate(name, 'it', { operatorVersion: { name: version }, parameters });
}

describe.skipIf(packages.size === 0)('real packages', () => {
  it('KUDO 37, 47, 55, 59: first-operator comes up, and a parameter runs deploy again', async () => {
    await install('first-operator');
    await user.untilPlan('first-operator', 'it', 'deploy', 'COMPLETE');
    const found = await eventually(async () => {
      const instance = await user.instance('first-operator', 'it');
      expect(conditionOf(instance)).toEqual(['True', 'ResourcesReady']);
      return instance;
    });
    expect(found['spec']).toMatchObject({ planExecution: {} });
    await eventually(async () => {
      const { items } = await user.client.list(resources.events, { namespace: 'first-operator' });
      const own = items.filter(({ involvedObject }) => at(involvedObject, 'kind') === 'Instance');
      expect(own.map((event) => event['reason']).sort()).toEqual(['PlanFinished', 'PlanStarted']);
    });

    await user.change('first-operator', 'it', { spec: { parameters: { replicas: '3' } } });
    await eventually(async () => {
      const nginx = await user.find(resources.deployments, 'first-operator', 'nginx-deployment');
      expect(at(nginx, 'spec', 'replicas')).toBe(3);
    });
    await user.untilPlan('first-operator', 'it', 'deploy', 'COMPLETE');
    const kept = await user.find(configMaps, 'first-operator', 'it.plan-runs');
    const runs = readPlanRuns(at(kept, 'data', 'runs'));
    expect(runs.map(({ plan, status }) => [plan, status])).toEqual([
      ['deploy', 'COMPLETE'],
      ['deploy', 'COMPLETE'],
    ]);
    expect(runs.map(({ changed }) => changed)).toEqual([[{ name: 'replicas', was: '2', is: '3' }], []]);
  });

  it('KUDO 65: mysql deploys, its Job goes when it has ended, and a backup runs when it is asked for', async () => {
    await user.cluster.shell(volumes(2));
    await install('mysql');
    await user.untilPlan('mysql', 'it', 'deploy', 'COMPLETE');
    expect(await user.find(jobs, 'mysql', 'deploy-job')).toBeUndefined();
    await user.change('mysql', 'it', { spec: { planExecution: { planName: 'backup' } } });
    await user.untilPlan('mysql', 'it', 'backup', 'COMPLETE');
    expect(await user.find(resources.persistentVolumeClaims, 'mysql', 'it-backup-pv')).toBeDefined();
    await user.change('mysql', 'it', { spec: { planExecution: { planName: 'restore' } } });
    await user.untilPlan('mysql', 'it', 'restore', 'COMPLETE');
    expect(await user.find(jobs, 'mysql', 'restore-job')).toBeUndefined();
    const kept = await user.find(configMaps, 'mysql', 'it.plan-runs');
    expect(readPlanRuns(at(kept, 'data', 'runs')).map(({ plan }) => plan)).toEqual(
      expect.arrayContaining(['deploy', 'backup', 'restore']),
    );
  });

  it('KUDO 47, 75: elastic brings up its four StatefulSets one after the other', async () => {
    await user.cluster.shell(volumes(12));
    await install('elastic');
    await user.untilPlan('elastic', 'it', 'deploy', 'COMPLETE');
    const { items } = await user.client.list(resources.statefulSets, { namespace: 'elastic' });
    expect(items).toHaveLength(4);
  });

  it('KUDO 32, 42: sample-immutable needs its owner, and keeps its class', async () => {
    await user.cluster.shell(volumes(1, 'standard'));
    await install('sample-immutable', { OWNER: 'me' });
    const done = await user.untilPlan('sample-immutable', 'it', 'deploy', 'COMPLETE');
    expect(at(done, 'spec', 'parameters')).toEqual({ OWNER: 'me', CLASS: 'standard' });
    await user.change('sample-immutable', 'it', { spec: { parameters: { CLASS: 'quick' } } });
    await eventually(async () => {
      const { items } = await user.client.list(resources.events, { namespace: 'sample-immutable' });
      expect(items.map((event) => String(event['message'])).join('\n')).toContain(
        "parameter 'CLASS' is immutable but was changed from 'standard' to 'quick'",
      );
    });
  });

  it('KUDO 16, 30: sample-form and sample-lists make of their parameters what these say', async () => {
    await install('sample-form', { PROFILE: 'large', REPLICAS: '3', NOTE: 'a "note"' });
    await user.untilPlan('sample-form', 'it', 'deploy', 'COMPLETE');
    const server = await user.find(resources.deployments, 'sample-form', 'it');
    expect([at(server, 'spec', 'replicas'), server?.metadata.annotations?.['example.invalid/note']]).toEqual([
      ...[3, 'a "note"'],
    ]);
    // An effect is missing in its default, which Kubernetes refuses.
    await install('sample-lists', {
      TOLERATIONS: '[{key: dedicated, operator: Exists, effect: NoSchedule}]',
    });
    await user.untilPlan('sample-lists', 'it', 'deploy', 'COMPLETE');
    const config = await user.find(configMaps, 'sample-lists', 'it-config');
    expect(at(config, 'data', 'joined')).toBe('one.example.invalid,two: with a colon,3');
  });

  it('KUDO 64: zookeeper with another NODE_COUNT: a version that is gone is rewritten, and the step says so', async () => {
    await user.cluster.shell(volumes(1));
    await install('zookeeper', { NODE_COUNT: '1' });
    const done = await user.untilPlan('zookeeper', 'it', 'deploy', 'COMPLETE');
    expect(JSON.stringify(done['status'])).toContain(
      'policy/v1beta1 is not served any more, applied as policy/v1',
    );
  });

  it('KUDO 66: sample-toggle puts its second ConfigMap there, and takes it away', async () => {
    await install('sample-toggle');
    await user.untilPlan('sample-toggle', 'it', 'deploy', 'COMPLETE');
    const before = await user.client.list(configMaps, {
      namespace: 'sample-toggle',
      labelSelector: 'kudo.dev/operator=sample-toggle',
    });
    const isOn = before.items.length === 2;
    await user.change('sample-toggle', 'it', { spec: { parameters: { EXTRA: String(!isOn) } } });
    await user.untilPlan('sample-toggle', 'it', 'switch', 'COMPLETE');
    const after = await user.client.list(configMaps, {
      namespace: 'sample-toggle',
      labelSelector: 'kudo.dev/operator=sample-toggle',
    });
    expect([before.items.length, after.items.length].sort()).toEqual([1, 2]);
  });

  it('KUDO 70, 71: sample-family installs its child, and goes on when that is done', async () => {
    await install('sample-family');
    await user.untilPlan('sample-family', 'it', 'deploy', 'COMPLETE');
    const child = await user.instance('sample-family', 'family-worker');
    expect(at(child, 'status', 'planStatus', 'deploy', 'status')).toBe('COMPLETE');
  });

  it('KUDO 79: what an instance has made goes with it', async () => {
    await user.client.delete(kudoResources.instances, { namespace: 'first-operator', name: 'it' });
    // The garbage collector learns of a new kind after half a minute.
    await eventually(
      async () => {
        const deployment = await user.find(resources.deployments, 'first-operator', 'nginx-deployment');
        expect(deployment?.metadata.name).toBeUndefined();
      },
      { timeoutMs: 180_000 },
    );
  });

  it('the engine has met no error on the way', async () => {
    await engine.queue.idle();
    expect(engine.errors).toEqual([]);
  });
});

let volume = 0;

/** KWOK has no provisioner: volumes for claims are made by hand. */
function volumes(count: number, storageClass = ''): string {
  const documents = Array.from({ length: count }, () => {
    volume += 1;
    return `apiVersion: v1
kind: PersistentVolume
metadata: {name: v${String(volume)}}
spec: {storageClassName: '${storageClass}', capacity: {storage: 100Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /tmp}}`;
  });
  return `kubectl apply -f - <<'DOCUMENTS'\n${documents.join('\n---\n')}\nDOCUMENTS\n`;
}

describe('the history of runs', () => {
  const packageOf = (version: string) =>
    smallPackage({
      ...{ name: 'vault', version },
      tasks: { calm: 'kind: Dummy, spec: {done: true}' },
      plans: { deploy: ['calm'] },
      parameters: ['{name: SIZE, default: "1"}', '{name: ROOT_PASSWORD, required: true}'],
    });

  it('says what changed in each run: values, the version, and of passwords only that they did', async () => {
    await using sealing = await user.engine(user.client, { reviewKey: Buffer.alloc(32, 7) });
    await engine.stop();
    await user.namespace('vault');
    const first = await user.provide('vault', packageOf('0.1.0'));
    const second = await user.provide('vault', packageOf('0.2.0'));
    const runsOf = async () => {
      const kept = await user.find(configMaps, 'vault', 'it.plan-runs');
      return { runs: readPlanRuns(at(kept, 'data', 'runs')), text: JSON.stringify(kept) };
    };
    const changed = async (body: Record<string, unknown>, count: number): Promise<void> => {
      await user.change('vault', 'it', { spec: body });
      await eventually(async () => {
        const { runs } = await runsOf();
        expect([runs.length, runs[0]?.status]).toEqual([count, 'COMPLETE']);
      });
      await user.untilPlan('vault', 'it', 'deploy', 'COMPLETE');
    };
    await user.instantiate('vault', 'it', {
      operatorVersion: { name: first },
      parameters: { ROOT_PASSWORD: 'hunter2' },
    });
    await user.untilPlan('vault', 'it', 'deploy', 'COMPLETE');
    await changed({ parameters: { ROOT_PASSWORD: 'correct horse' } }, 2);
    await changed({ parameters: { SIZE: '2' } }, 3);
    await changed({ operatorVersion: { name: second } }, 4);

    const { runs, text } = await runsOf();
    const secret = { name: 'ROOT_PASSWORD', hidden: true };
    expect(runs.map((run) => [run.version, run.versionBefore, run.changed])).toEqual([
      [second, first, []],
      [first, undefined, [{ name: 'SIZE', was: '1', is: '2' }]],
      [first, undefined, [secret]],
      [first, undefined, [secret]],
    ]);
    expect(text).not.toMatch(/hunter2|correct horse/);
    expect(sealing.errors).toEqual([]);
  });
});
