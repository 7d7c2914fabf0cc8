/** Logger as local mode runs it: installed by a Subscription, its operator and each of its loggers a process of their own. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { at, optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startChild } from '../start/child.ts';
import { auditEvents } from '../testing/audit.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';
import { aLogger, loggers } from '../testing/samples/loggers.ts';
import type { Operators } from '../testing/operators.ts';
import { startSampleWorld } from '../testing/samples/sample-world.ts';
import type { SampleWorld } from '../testing/samples/sample-world.ts';

const HOME = 'logs';
const V1 = 'logger.v1.0.0';
const V2 = 'logger.v2.0.0';
const HELLO = { namespace: HOME, name: 'hello' };
const { pods } = resources;

const held = heldByFile();
let samples: SampleWorld;
let world: Operators;

beforeAll(async () => {
  samples = held.use(await startSampleWorld());
  world = samples.operators;
  const spec = { channel: 'stable', startingCSV: V1, installPlanApproval: 'Manual' };
  await world.user.install({ namespace: HOME, package: 'logger', catalog: 'samples', spec });
  await samples.approve(HOME, V1);
  // A definition that was just made may be taken up anew.
  await eventually(() => world.user.client.create(loggers, aLogger(HOME, 'hello', { replicas: 3 })));
});

async function change(spec: Record<string, unknown>): Promise<void> {
  await world.user.client.patch(loggers, HELLO, { type: 'merge', body: { spec } });
}

async function own(): Promise<KubeObject[]> {
  return world.user.list(pods, HOME, 'app.kubernetes.io/instance=hello');
}

/** Once all of that generation run: their pods, by name. */
async function running(count: number): Promise<Map<string, KubeObject>> {
  return eventually(async () => {
    const logger = await world.user.client.get(loggers, HELLO);
    const { generation: observedGeneration } = logger.metadata;
    const status = { observedGeneration, state: 'Available', replicas: count, readyReplicas: count };
    expect(logger).toMatchObject({ status });
    const found = await own();
    expect(found).toHaveLength(count);
    for (const { metadata } of found) expect(metadata.deletionTimestamp).toBeUndefined();
    return new Map(found.map((pod) => [pod.metadata.name, pod]));
  });
}

function pidOf(pod: string): number {
  return samples.pidOf(`${HOME}/pod/${pod}`);
}

/** Of the process that runs for a pod, and is not that one. */
async function lives(pod: string, not?: number): Promise<number> {
  return eventually(() => {
    const pid = pidOf(pod);
    expect(pid).not.toBe(not);
    process.kill(pid, 0);
    return pid;
  });
}

function ends(pid: number): Promise<void> {
  return eventually(() => {
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
}

interface Said {
  readonly at: number;
  readonly text: string;
}

/** Until there is an event about it. */
async function told(type: string, reason: string): Promise<void> {
  await eventually(async () => {
    const about = { namespace: HOME, fieldSelector: 'involvedObject.kind=Logger,involvedObject.name=hello' };
    const { items } = await world.user.client.list(resources.events, about);
    expect(items.map((event) => [at(event, 'type'), at(event, 'reason')])).toContainEqual([type, reason]);
  });
}

const LINE = /^(\S+) (.+: activity \d+)$/;

/** The lines of its log about activity, once there are so many. */
async function said(pod: string, atLeast: number): Promise<Said[]> {
  return eventually(async () => {
    const lines = (await world.cluster.kubectl('logs', '--namespace', HOME, pod)).split('\n');
    const found = lines.flatMap((line) => {
      const [, time = '', text = ''] = LINE.exec(line) ?? [];
      return text === '' ? [] : [{ at: Date.parse(time), text }];
    });
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    return found;
  });
}

/** Milliseconds from each to the next. */
function gaps(lines: readonly Said[]): number[] {
  return lines.slice(1).map((line, index) => line.at - (lines[index]?.at ?? 0));
}

it('keeps as many as asked for, each a process that writes a line every interval to log and file', async () => {
  const found = await running(3);
  await told('Normal', 'LoggersRun');
  expect([...found.keys()].sort()).toEqual(['hello-0', 'hello-1', 'hello-2']);
  const pids = await Promise.all([...found.keys()].map((pod) => lives(pod)));
  expect(new Set(pids).size).toBe(3);
  const lines = await said('hello-1', 4);
  expect(lines.map(({ text }) => text)).toEqual(
    lines.map((_, index) => `hello: activity ${String(index + 1)}`),
  );
  // A timer is never early by more than its own rounding; how late depends on this machine.
  for (const gap of gaps(lines)) expect(gap).toBeGreaterThanOrEqual(990);
  const [first = ''] = (await world.cluster.kubectl('logs', '--namespace', HOME, 'hello-1')).split('\n');
  const file = /^writes to (\S+) every 1 s$/.exec(first)?.[1] ?? '';
  const kept = readFileSync(file, 'utf8');
  for (const { at: time, text } of lines) expect(kept).toContain(`${new Date(time).toISOString()} ${text}\n`);
});

it('brings back a process that was killed, and a pod that was deleted', async () => {
  const before = await running(3);
  const killed = await lives('hello-0');
  process.kill(killed, 'SIGKILL');
  await lives('hello-0', killed);
  await eventually(async () => {
    const pod = await world.user.client.get(pods, { namespace: HOME, name: 'hello-0' });
    expect(pod.metadata.uid).toBe(before.get('hello-0')?.metadata.uid);
    expect(at(pod, 'status', 'containerStatuses')).toMatchObject([{ restartCount: 1 }]);
  });
  const gone = await lives('hello-1');
  await world.cluster.kubectl('delete', 'pod', '--namespace', HOME, 'hello-1');
  await ends(gone);
  await lives('hello-1', gone);
  const after = await running(3);
  expect(after.get('hello-1')?.metadata.uid).not.toBe(before.get('hello-1')?.metadata.uid);
  expect(after.get('hello-2')?.metadata.uid).toBe(before.get('hello-2')?.metadata.uid);
});

const EDITS: readonly { what: string; args: readonly string[] }[] = [
  { what: 'a label', args: ['label', 'pod', 'hello-0', 'app.kubernetes.io/managed-by-'] },
  { what: 'its program', args: ['annotate', 'pod', 'hello-0', 'capstan.dev/run-'] },
  { what: 'its image', args: ['set', 'image', 'pod/hello-0', 'logger=example.invalid/other'] },
  {
    what: 'its owner',
    args: ['patch', 'pod', 'hello-0', '--type=merge', '--patch={"metadata":{"ownerReferences":null}}'],
  },
];

it.each(EDITS)('replaces a pod of which somebody changed $what', async ({ args }) => {
  const before = (await running(3)).get('hello-0')?.metadata.uid;
  const pid = await lives('hello-0');
  await world.cluster.kubectl(...args, '--namespace', HOME);
  await eventually(async () => {
    const pod = await world.user.client.get(pods, { namespace: HOME, name: 'hello-0' });
    expect(pod.metadata.uid).not.toBe(before);
  });
  const { metadata, spec } = z
    .object({ metadata: z.looseObject({}), spec: z.looseObject({}) })
    .parse((await running(3)).get('hello-0'));
  expect(metadata).toMatchObject({
    labels: { 'app.kubernetes.io/managed-by': 'logger-operator' },
    annotations: { 'capstan.dev/run': 'logger' },
    ownerReferences: [{ kind: 'Logger', name: 'hello', controller: true }],
  });
  expect(spec).toMatchObject({ containers: [{ image: 'example.invalid/capstan-samples/logger:1.0.0' }] });
  // Its pod is ready before the process of the one before has ended.
  await lives('hello-0', pid);
});

it('goes from 3 to 1 and to 2, and processes with it', async () => {
  await running(3);
  const pids = await Promise.all(['hello-0', 'hello-1', 'hello-2'].map((pod) => lives(pod)));
  await change({ replicas: 1 });
  expect([...(await running(1)).keys()]).toEqual(['hello-0']);
  await Promise.all(pids.slice(1).map((pid) => ends(pid)));
  await change({ replicas: 2 });
  await running(2);
  await lives('hello-1', pids[1]);
  expect(await lives('hello-0')).toBe(pids[0]);
});

it('replaces its pods for another interval and another name', async () => {
  const before = await running(2);
  await change({ name: 'good evening', timeInterval: 2 });
  const uids = [...before.values()].map(({ metadata }) => metadata.uid);
  await eventually(async () => {
    for (const { metadata } of (await running(2)).values()) expect(uids).not.toContain(metadata.uid);
  });
  // The log may be that of the pod before for a moment.
  const lines = await eventually(async () => {
    const found = await said('hello-0', 3);
    expect(found[0]?.text).toBe('good evening: activity 1');
    return found;
  });
  for (const gap of gaps(lines)) expect(gap).toBeGreaterThanOrEqual(1_990);
});

it('says what keeps it from making pods, and goes on once it can', async () => {
  const metadata = { name: 'few', namespace: HOME };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '3' } } };
  await running(2);
  await world.user.client.create(
    { group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', namespaced: true },
    quota,
  );
  // The operator's own pod is one of the three; the quota is in force once it has been counted.
  await eventually(async () => {
    const used = await world.cluster.kubectl(
      ...['get', 'resourcequota', 'few', '--namespace', HOME, '--output=jsonpath={.status.used.pods}'],
    );
    expect(used).toBe('3');
  });
  await change({ replicas: 4 });
  await eventually(async () => {
    expect(await world.user.client.get(loggers, HELLO)).toMatchObject({
      status: {
        ...{ state: 'Unavailable', readyReplicas: 2 },
        conditions: [{ reason: 'PodsNotCreated', message: expect.stringContaining('exceeded quota: few') }],
      },
    });
  });
  await told('Warning', 'PodsNotCreated');
  await world.cluster.kubectl('delete', 'resourcequota', 'few', '--namespace', HOME);
  await running(4);
  await change({ replicas: 2 });
  await running(2);
});

it('shares its work with another operator without a fight', async () => {
  await running(2);
  const other = startChild({
    name: 'second operator',
    module: 'examples/logger/main.ts',
    args: [],
    env: {
      KUBECONFIG: world.cluster.kubeconfig,
      OPERATOR_VERSION: '1.0.0',
      WATCH_NAMESPACE: HOME,
      RELATED_IMAGE_LOGGER: 'example.invalid/capstan-samples/logger:1.0.0',
    },
    log: samples.logFile('second-operator'),
  });
  onTestFinished(() => other.stop());
  await other.line(/"message":"watching"/);
  const from = readFileSync(world.cluster.auditLog).length;
  await change({ replicas: 5 });
  await running(5);
  await world.cluster.kubectl('delete', 'pod', '--namespace', HOME, 'hello-3');
  await running(5);
  await change({ replicas: 1 });
  await running(1);
  await eventually(() => {
    const done = auditEvents(world.cluster.auditLog, `/namespaces/${HOME}/pods`, from).filter(
      ({ responseStatus, objectRef, stage }) =>
        stage === 'ResponseComplete' &&
        objectRef?.subresource === undefined &&
        (responseStatus?.code ?? 500) < 300,
    );
    const made = done.filter(({ verb }) => verb === 'create');
    const names = made.map(({ objectRef }) => objectRef?.name ?? '').sort();
    expect(names).toEqual(['hello-2', 'hello-3', 'hello-3', 'hello-4']);
  });
});

it('is upgraded: its pods are replaced, and what they write begins with the prefix', async () => {
  await change({ replicas: 2 });
  const before = await running(2);
  await samples.approve(HOME, V2);
  await eventually(async () => {
    const after = await running(2);
    for (const [name, { metadata }] of after) expect(metadata.uid).not.toBe(before.get(name)?.metadata.uid);
  });
  await eventually(async () => {
    expect((await said('hello-0', 1))[0]?.text).toBe('INFO good evening: activity 1');
  });
  await change({ prefix: 'DEBUG', name: 'hello' });
  await eventually(async () => {
    expect((await said('hello-0', 1))[0]?.text).toBe('DEBUG hello: activity 1');
  });
});

it('leaves no pod behind when its definition goes with it', async () => {
  const name = 'loggers.example.com';
  const definition = await world.user.client.get(resources.customResourceDefinitions, { name });
  await running(2);
  const pids = await Promise.all(['hello-0', 'hello-1'].map((pod) => lives(pod)));
  await world.user.client.delete(resources.customResourceDefinitions, { name });
  await eventually(async () => {
    expect(await own()).toEqual([]);
  });
  await Promise.all(pids.map((pid) => ends(pid)));
  const { annotations, labels } = definition.metadata;
  const metadata = { name, ...optional({ annotations, labels }) };
  await eventually(() =>
    world.user.client.create(resources.customResourceDefinitions, { ...definition, metadata, status: {} }),
  );
  await eventually(() => world.user.client.create(loggers, aLogger(HOME, 'hello')));
  await running(2);
});

it('stays when its operator is uninstalled, and goes by owner references, processes and all', async () => {
  await running(2);
  const pids = await Promise.all(['hello-0', 'hello-1'].map((pod) => lives(pod)));
  await world.user.client.delete(resources.subscriptions, { namespace: HOME, name: 'logger' });
  await world.user.client.delete(resources.clusterServiceVersions, { namespace: HOME, name: V2 });
  await eventually(async () => {
    expect(await world.user.list(resources.deployments, HOME)).toEqual([]);
  });
  expect([...(await running(2)).keys()].map(pidOf)).toEqual(pids);
  await world.user.client.delete(loggers, HELLO);
  // The garbage collector learns of new kinds only every half minute.
  await eventually(
    async () => {
      expect(await own()).toEqual([]);
    },
    { timeoutMs: 90_000 },
  );
  await Promise.all(pids.map((pid) => ends(pid)));
});
