/** The process runner against a real cluster: what runs, as whom, and that it ends. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startChild } from '../start/child.ts';
import type { Child } from '../start/child.ts';
import { eventually } from '../testing/eventually.ts';
import { sharedTestCluster } from '../testing/shared-cluster.ts';
import type { TestCluster } from '../testing/cluster.ts';
import { markLocalCluster } from './local-cluster.ts';
import { NotLocalError, startRunner } from './runner.ts';
import type { Runner } from './runner.ts';
import { flightTickets } from '../testing/flight-ticket.ts';

const ROOT = join(import.meta.dirname, '../..');
const MANIFESTS = join(ROOT, 'examples/catalog/flight-ticket/1.0.0/manifests');
const MANAGER = { fieldManager: 'test' };
const PROBE = new Map([
  ['probe', { entry: join(ROOT, 'local/testing/probes/runner-probe.ts'), env: ['MODE', 'POD_NAMESPACE'] }],
]);
const Report = z.object({ folder: z.string(), mode: z.string() }).loose();

let cluster: TestCluster;
let config: ClusterConfig;
let client: KubeClient;
let namespace: string;
let runners: Runner[];
let messages: string[];
let reports: z.infer<typeof Report>[];
let serial = 0;

beforeAll(async () => {
  cluster = sharedTestCluster();
  config = loadConfig({ kubeconfig: cluster.kubeconfig });
  client = createClient(config);
  await markLocalCluster(client, cluster.name);
  await client.apply(
    resources.customResourceDefinitions,
    manifest('flights.com_flighttickets.yaml'),
    MANAGER,
  );
});

beforeEach(async () => {
  serial += 1;
  namespace = `runner-${String(process.pid)}-${String(serial)}`;
  runners = [];
  messages = [];
  reports = [];
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  await account('worker', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]);
});

afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  // Or the runner of the next test would run them, too.
  const { items } = await client.list(resources.deployments, { namespace });
  for (const { metadata } of items) {
    await client.delete(resources.deployments, { namespace, name: metadata.name });
  }
});

function manifest(file: string): KubeObject {
  return Manifest.parse(parse(readFileSync(join(MANIFESTS, file), 'utf8')));
}

async function account(name: string, rules: unknown[]): Promise<void> {
  const metadata = { name, namespace };
  const api = 'rbac.authorization.k8s.io';
  await client.apply(
    resources.serviceAccounts,
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    MANAGER,
  );
  await client.apply(resources.roles, { apiVersion: `${api}/v1`, kind: 'Role', metadata, rules }, MANAGER);
  const roleRef = { apiGroup: api, kind: 'Role', name };
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  await client.apply(
    resources.roleBindings,
    { apiVersion: `${api}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects },
    MANAGER,
  );
}

async function deployProbe(mode: string, module = 'probe'): Promise<void> {
  const labels = { app: 'probe' };
  const env = [
    { name: 'MODE', value: mode },
    { name: 'NODE_OPTIONS', value: '--require /nowhere.js' },
    { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
  ];
  await client.apply(
    resources.deployments,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'probe', namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { 'capstan.dev/run': module } },
          spec: {
            serviceAccountName: 'worker',
            containers: [{ name: 'c', image: 'example.invalid/probe', env }],
          },
        },
      },
    },
    MANAGER,
  );
}

async function run(modules?: typeof PROBE): Promise<Runner> {
  const runner = await startRunner({
    config,
    clusterName: cluster.name,
    log: (message, fields = {}) => {
      if (String(fields['workload']).startsWith(`${namespace}/`)) messages.push(message);
    },
    output: (workload, line) => {
      if (workload === `${namespace}/probe`) reports.push(Report.parse(JSON.parse(line)));
    },
    ...optional({ modules }),
  });
  runners.push(runner);
  return runner;
}

describe('process runner', () => {
  it('runs a sample with the rights of its ServiceAccount and nothing of this machine', async () => {
    await deployProbe('wait');
    await run(PROBE);
    await eventually(() => {
      expect(reports).toHaveLength(1);
    });
    expect(reports[0]).toMatchObject({
      environment: ['HOME', 'KUBECONFIG', 'MODE', 'NODE_ENV', 'POD_NAMESPACE'],
      kubeconfigMode: '600',
      tokenMode: '600',
      folderMode: '700',
      listConfigMaps: 'allowed',
      listSecrets: 'forbidden',
      listConfigMapsElsewhere: 'forbidden',
      readElsewhere: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      execute: 'ERR_ACCESS_DENIED',
    });
  });

  it('stops it when scaled to zero and starts it again', async () => {
    await deployProbe('wait');
    const runner = await run(PROBE);
    const key = `${namespace}/probe`;
    await eventually(() => {
      expect(reports).toHaveLength(1);
    });
    await scale(0);
    await eventually(() => {
      expect(runner.running()).not.toContain(key);
    });
    expect(existsSync(reports[0]?.folder ?? '')).toBe(false);
    await scale(1);
    await eventually(() => {
      expect(reports).toHaveLength(2);
    });
    await client.delete(resources.deployments, { namespace, name: 'probe' });
    await eventually(() => {
      expect(runner.running()).not.toContain(key);
    });
  });

  it('starts it anew when the template changes', async () => {
    await deployProbe('wait');
    await run(PROBE);
    await eventually(() => {
      expect(reports.map(({ mode }) => mode)).toEqual(['wait']);
    });
    await deployProbe('again');
    await eventually(() => {
      expect(reports.map(({ mode }) => mode)).toEqual(['wait', 'again']);
    });
  });

  it('starts it again after a crash', async () => {
    await deployProbe('crash');
    await run(PROBE);
    await eventually(() => {
      expect(messages.filter((message) => message === 'process started').length).toBeGreaterThan(1);
    });
  });

  it('runs nothing for a name that is not in its table, and says so once', async () => {
    await deployProbe('wait', '../testing/probes/runner-probe');
    const runner = await run(PROBE);
    await eventually(() => {
      expect(messages).toContain('not run');
    });
    await deployProbe('wait', 'probe');
    await eventually(() => {
      expect(runner.running()).toContain(`${namespace}/probe`);
    });
    expect(messages.filter((message) => message === 'not run')).toHaveLength(1);
  });

  it('books tickets through the FlightTicket operator', async () => {
    const { spec } = CsvWithDeployment.parse(manifest('flight-ticket.clusterserviceversion.yaml'));
    const [permission] = spec.install.spec.permissions;
    const [deployment] = spec.install.spec.deployments;
    await account('flight-ticket-operator', permission?.rules ?? []);
    const body = z
      .looseObject({
        template: z.looseObject({
          metadata: z.looseObject({ annotations: z.record(z.string(), z.string()) }),
        }),
      })
      .parse(deployment?.spec);
    body.template.metadata.annotations['olm.targetNamespaces'] = namespace;
    const name = deployment?.name ?? '';
    await client.apply(
      resources.deployments,
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace }, spec: body },
      MANAGER,
    );
    const ticket = {
      apiVersion: 'flights.com/v1',
      kind: 'FlightTicket',
      metadata: { name: 'holiday', namespace },
      spec: { from: 'Lisbon', to: 'Oslo', number: 2 },
    };
    await client.create(flightTickets, ticket);
    await run();
    await eventually(async () => {
      expect(await client.get(flightTickets, { namespace, name: 'holiday' })).toMatchObject({
        status: { phase: 'Booked', conditions: [{ type: 'Booked' }, { type: 'Ready', status: 'True' }] },
      });
    });
    await eventually(async () => {
      const about = { namespace, fieldSelector: 'involvedObject.name=holiday' };
      const { items } = await client.list(resources.events, about);
      expect(items).toMatchObject([{ reason: 'TicketIssued', type: 'Normal' }]);
    });
  });

  it('refuses a cluster that is not the expected local one', async () => {
    await expect(startRunner({ config, clusterName: 'other', log: ignore, output: ignore })).rejects.toThrow(
      `says it is "${cluster.name}", not "other"`,
    );
    const remote = { ...config, server: 'https://192.0.2.1:6443' };
    await expect(
      startRunner({ config: remote, clusterName: cluster.name, log: ignore, output: ignore }),
    ).rejects.toThrow(NotLocalError);
  });

  it('takes its processes with it even when killed, and the next one clears up', async () => {
    await deployProbe('wait', 'flight-ticket');
    const output: string[] = [];
    const runner = await runnerProcess((line) => output.push(line));
    const pid = await eventually(() => {
      const started = output.find((line) => line.includes('process started') && line.includes(namespace));
      expect(started, output.join('\n')).toBeDefined();
      return z.object({ pid: z.int() }).parse(JSON.parse(started ?? '')).pid;
    });
    const folders = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`capstan-runner-${String(runner.pid)}-`));
    expect(folders()).not.toEqual([]);
    await runner.stop('SIGKILL');
    await eventually(() => {
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
    await run(PROBE);
    expect(folders()).toEqual([]);
  });
});

/** As a process of its own, which ends with the test whatever comes of it. */
async function runnerProcess(onLine: (line: string) => void): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-log-'));
  const runner = startChild({
    name: 'runner',
    module: 'local/runner/main.ts',
    args: ['--kubeconfig', cluster.kubeconfig, '--cluster-name', cluster.name],
    log: join(folder, 'runner.log'),
    onLine,
  });
  onTestFinished(async () => {
    await runner.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return runner;
}

const ignore = (): void => undefined;

async function scale(replicas: number): Promise<void> {
  await client.patch(
    resources.deployments,
    { namespace, name: 'probe' },
    { type: 'merge', body: { spec: { replicas } } },
  );
}

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
});

const CsvWithDeployment = z.object({
  spec: z.object({
    install: z.object({
      spec: z.object({
        permissions: z.array(z.object({ rules: z.array(z.unknown()) })),
        deployments: z.array(z.object({ name: z.string(), spec: z.unknown() })),
      }),
    }),
  }),
});
