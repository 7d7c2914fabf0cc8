/** The process runner and pods that belong to no Deployment: each is a process of its own. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { eventually } from '../testing/eventually.ts';
import { sharedTestCluster } from '../testing/shared-cluster.ts';
import { markLocalCluster } from './local-cluster.ts';
import { startRunner } from './runner.ts';
import type { Runner } from './runner.ts';

const PROBES = new Map([
  ['pod', { entry: join(import.meta.dirname, '../testing/probes/pod-probe.ts'), env: ['POD_NAME'] }],
]);
const Report = z.object({ pid: z.int(), folder: z.string(), pids: z.array(z.int()) }).loose();

const cluster = sharedTestCluster();
const config = loadConfig({ kubeconfig: cluster.kubeconfig });
const client = createClient(config);
let namespace: string;
let volumes: string;
let runner: Runner;
let reports: z.infer<typeof Report>[];
let refused: unknown[];
let serial = 0;

beforeAll(() => markLocalCluster(client, cluster.name));

beforeEach(async () => {
  serial += 1;
  namespace = `pods-${String(process.pid)}-${String(serial)}`;
  [reports, refused] = [[], []];
  const metadata = { name: namespace };
  await client.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata });
  volumes = await mkdtemp(join(tmpdir(), 'capstan-test-volumes-'));
  runner = await aRunner();
});

function aRunner(): Promise<Runner> {
  return startRunner({
    ...{ config, volumes, modules: PROBES },
    clusterName: cluster.name,
    log: (message, { workload, reason } = {}) => {
      // Tests of other files have runners in this cluster, too.
      if (message === 'not run' && String(workload).startsWith(`${namespace}/`))
        refused.push([workload, reason]);
    },
    output: (workload, line) => {
      if (workload === `${namespace}/pod/one`) reports.push(Report.parse(JSON.parse(line)));
    },
  });
}

afterEach(async () => {
  const { items } = await client.list(resources.pods, { namespace });
  for (const { metadata } of items) await client.delete(resources.pods, { namespace, name: metadata.name });
  await runner.stop();
  await rm(volumes, { recursive: true });
});

function aPod(name: string, spec: Record<string, unknown> = {}): KubeObject {
  const env = [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
  const volumeMounts = [
    { name: 'log', mountPath: '/var/log/probe' },
    { name: 'other', mountPath: '/read-only', readOnly: true },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, annotations: { 'capstan.dev/run': 'pod' } },
    spec: {
      automountServiceAccountToken: false,
      containers: [{ name: 'c', image: 'example.invalid/probe', env, volumeMounts }],
      volumes: [
        { name: 'log', emptyDir: {} },
        { name: 'other', emptyDir: {} },
      ],
      ...spec,
    },
  };
}

async function make(pod: KubeObject): Promise<void> {
  // The namespace gets its ServiceAccount a moment later, without which no pod is taken.
  await eventually(() => client.create(resources.pods, pod));
}

async function reported(count: number): Promise<z.infer<typeof Report>> {
  return eventually(() => {
    expect(reports).toHaveLength(count);
    return Report.parse(reports.at(-1));
  });
}

function endOf(pid: number): Promise<void> {
  return eventually(() => {
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
}

it('has what its pod has: its name, an empty folder to write to, no credentials', async () => {
  await make(aPod('one'));
  const report = await reported(1);
  expect(report).toMatchObject({
    pod: 'one',
    environment: ['CAPSTAN_MOUNTS', 'HOME', 'NODE_ENV', 'POD_NAME'],
    pids: [report.pid],
    ...{ beside: 'ERR_ACCESS_DENIED', readOnly: 'ERR_ACCESS_DENIED', elsewhere: 'ERR_ACCESS_DENIED' },
    read: 'ERR_ACCESS_DENIED',
  });
  expect(runner.running()).toContain(`${namespace}/pod/one`);
});

it('comes again when it is killed, finds what it wrote, and its pod counts that', async () => {
  await make(aPod('one'));
  const first = await reported(1);
  process.kill(first.pid, 'SIGKILL');
  const second = await reported(2);
  expect(second.pids).toEqual([first.pid, second.pid]);
  await eventually(async () => {
    const pod = await client.get(resources.pods, { namespace, name: 'one' });
    const statuses = at(pod, 'status', 'containerStatuses');
    expect(statuses).toMatchObject([
      { name: 'c', restartCount: 1, lastState: { terminated: { exitCode: 137 } } },
    ]);
  });
});

it('is another run of the same pod when its image changes, finds what it wrote, and its pod says which image runs', async () => {
  await make(aPod('one'));
  const first = await reported(1);
  const image = 'example.invalid/probe:2';
  const body = { spec: { containers: [{ name: 'c', image }] } };
  await client.patch(resources.pods, { namespace, name: 'one' }, { type: 'strategic', body });
  const second = await reported(2);
  expect(second.pids).toEqual([first.pid, second.pid]);
  await eventually(async () => {
    const pod = await client.get(resources.pods, { namespace, name: 'one' });
    expect(at(pod, 'status', 'containerStatuses')).toMatchObject([{ image, restartCount: 1 }]);
  });
});

it('goes with its pod, and what it wrote with it; another of that name begins anew', async () => {
  await make(aPod('one'));
  const first = await reported(1);
  await client.delete(resources.pods, { namespace, name: 'one' });
  await endOf(first.pid);
  await eventually(() => {
    expect(runner.running()).not.toContain(`${namespace}/pod/one`);
  });
  expect(existsSync(first.folder)).toBe(false);
  expect(await readdir(volumes)).toEqual([]);
  await make(aPod('one'));
  const second = await reported(2);
  expect(second.pids).toEqual([second.pid]);
});

it('outlives the runner with what it wrote; what others wrote goes with them, though no runner saw it', async () => {
  await make(aPod('one'));
  await make(aPod('two'));
  const first = await reported(1);
  await eventually(async () => expect(await readdir(volumes)).toHaveLength(2));
  await runner.stop();
  await endOf(first.pid);
  await client.delete(resources.pods, { namespace, name: 'two' });
  await eventually(async () =>
    expect(
      (await client.list(resources.pods, { namespace })).items.map(({ metadata }) => metadata.name),
    ).toEqual(['one']),
  );
  runner = await aRunner();
  expect(await readdir(volumes)).toHaveLength(1);
  const second = await reported(2);
  expect(second.pids).toEqual([first.pid, second.pid]);
});

it('is none for a pod that runs once, which is told once', async () => {
  await make(aPod('once', { restartPolicy: 'Never' }));
  await make(aPod('one'));
  await reported(1);
  await eventually(() => {
    expect(refused).toEqual([[`${namespace}/pod/once`, expect.stringContaining('restartPolicy: Never')]]);
  });
  expect(runner.running()).toEqual([`${namespace}/pod/one`]);
});
