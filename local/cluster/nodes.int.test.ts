/** Nodes of a local cluster: they stay, and what fell silent comes back with its pods. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import { startRunner } from '../runner/runner.ts';
import { startTestCluster, type TestCluster } from '../testing/cluster.ts';
import { startController } from '../testing/controller.ts';
import { isDeep } from '../testing/effort.ts';
import { eventually } from '../testing/eventually.ts';
import { at, bench } from '../testing/installs.ts';
import { clusterState, stopCluster } from './cluster.ts';
import { stagesAt, USUAL_PACE } from './stages.ts';
import { flightTickets as tickets } from '../testing/flight-ticket.ts';

const NAMESPACE = 'default';
/** As the usual pace, but for the patience of a test. */
const QUICK_PACE = { graceMs: 8_000, periodMs: 500, heartbeatMs: [800, 1_000] } as const;

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const WithReady = z.object({
  metadata: z.object({ name: z.string() }),
  status: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) }),
});

const HALF_AN_HOUR_MS = 30 * 60_000;
const SAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'catalog');
const aTicket = {
  apiVersion: 'flights.com/v1',
  kind: 'FlightTicket',
  metadata: { name: 'holiday', namespace: 'travel' },
  spec: { from: 'Lisbon', to: 'Oslo', number: 2 },
};

let cluster: TestCluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

async function begin(
  options: Parameters<typeof startTestCluster>[0] = {},
): Promise<[TestCluster, KubeClient]> {
  cluster = await startTestCluster(options);
  const client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await cluster.kubectl('create', 'deployment', 'web', '--image=example.invalid/web', '--replicas=3');
  await eventually(async () => {
    expect(await available(client)).toBe(3);
  });
  return [cluster, client];
}

async function readyOf(client: KubeClient, resource: typeof nodes): Promise<string[]> {
  const { items } = await client.list(resource);
  return items
    .map((item) => WithReady.parse(item))
    .map(({ status }) => status.conditions.find(({ type }) => type === 'Ready')?.status ?? 'none');
}

async function available(client: KubeClient): Promise<number> {
  const { status } = z
    .object({ status: z.object({ availableReplicas: z.int().default(0) }) })
    .parse(await client.get(resources.deployments, { namespace: NAMESPACE, name: 'web' }));
  return status.availableReplicas;
}

async function lostNodes(client: KubeClient): Promise<number> {
  const { items } = await client.list(resources.events);
  return items.filter(({ reason }) => reason === 'NodeNotReady').length;
}

describe('nodes of a local cluster', () => {
  it('come back with their pods after a silence, as of a machine that was suspended', async () => {
    const [lab, client] = await begin({ nodePace: QUICK_PACE });
    lab.freeze('kwok-controller');
    await eventually(
      async () => {
        expect(new Set(await readyOf(client, nodes))).toEqual(new Set(['Unknown']));
        expect(new Set(await readyOf(client, resources.pods))).toEqual(new Set(['False']));
        expect(await available(client)).toBe(0);
      },
      { timeoutMs: 90_000 },
    );
    lab.thaw('kwok-controller');
    await eventually(
      async () => {
        expect(new Set(await readyOf(client, nodes))).toEqual(new Set(['True']));
        expect(await available(client)).toBe(3);
      },
      { timeoutMs: 60_000 },
    );
  });

  it('come back in a cluster that was stopped, and get what this Capstan has nodes do', async () => {
    const [lab, client] = await begin();
    const { folder } = known(lab.name);
    await stopCluster(lab.name);
    makeOld(folder);
    await lab.restart();
    await eventually(async () => {
      expect(new Set(await readyOf(client, nodes))).toEqual(new Set(['True']));
      expect(await available(client)).toBe(3);
    });
    const settings = readFileSync(join(folder, 'kwok.yaml'), 'utf8');
    for (const { metadata } of stagesAt(USUAL_PACE)) expect(settings).toContain(metadata.name);
    expect(settings).not.toContain('node-heartbeat-with-lease');
    expect(settings).toContain(`--egress-selector-config-file=${join(folder, 'egress.json')}`);
    expect(await lostNodes(client)).toBe(0);
  });

  it('give no pod of a resumed cluster the address of another that runs since before', async () => {
    const [lab, client] = await begin();
    await stopCluster(lab.name);
    await lab.restart();
    await lab.kubectl('scale', 'deployment', 'web', '--replicas=12');
    await eventually(async () => expect(await available(client)).toBe(12));
    const { items } = await client.list(resources.pods, { namespace: NAMESPACE });
    const addresses = items.map(({ status }) => at(status, 'podIP'));
    expect(addresses).not.toContain(undefined);
    expect(new Set(addresses).size).toBe(12);
  });

  // What the others show in seconds, as it is in life: longer than any grace.
  if (isDeep) {
    it(
      'stay for half an hour, and with them an operator and what it runs',
      async () => {
        cluster = await startTestCluster();
        const { kubeconfig, name: clusterName } = cluster;
        const user = bench(kubeconfig);
        await markLocalCluster(user.client, clusterName);
        const quiet = (): void => undefined;
        await using _controller = await startController({ kubeconfig, catalogs: { samples: SAMPLES } });
        const config = loadConfig({ kubeconfig });
        const runner = await startRunner({ config, clusterName, log: quiet, output: quiet });
        try {
          await user.install({ namespace: 'travel', package: 'flight-ticket', catalog: 'samples' });
          await user.untilPhase('travel', 'flight-ticket.v2.0.0', 'Succeeded');
          await user.client.create(tickets, aTicket);
          for (const end = performance.now() + HALF_AN_HOUR_MS; performance.now() < end; await delay(5_000)) {
            expect(await lostNodes(user.client)).toBe(0);
            expect(new Set(await readyOf(user.client, nodes))).toEqual(new Set(['True']));
            const csv = await user.list(resources.clusterServiceVersions, 'travel');
            expect(csv.map((one) => at(one, 'status.phase'))).toEqual(['Succeeded']);
          }
          expect(at(await user.client.get(tickets, aTicket.metadata), 'status.phase')).toBe('Booked');
        } finally {
          await runner.stop();
        }
      },
      2 * HALF_AN_HOUR_MS,
    );
  }
});

function known(name: string): { folder: string } {
  const found = clusterState(name);
  if (found.state === 'absent') throw new Error(`there is no cluster ${name}`);
  return found.cluster;
}

/** As an older Capstan made clusters: the heartbeat of nodes with Leases, every ten minutes. */
function makeOld(folder: string): void {
  const settings = join(folder, 'kwok.yaml');
  const text = readFileSync(settings, 'utf8')
    .replaceAll('node-heartbeat', 'node-heartbeat-with-lease')
    .replace(/ *- --egress-selector-config-file=.*\n/, '');
  rmSync(join(folder, 'egress.json'));
  writeFileSync(settings, text);
  const record = join(folder, 'capstan.json');
  const { stages: _, ...old } = z
    .looseObject({ stages: z.string() })
    .parse(JSON.parse(readFileSync(record, 'utf8')));
  writeFileSync(record, JSON.stringify(old));
}
