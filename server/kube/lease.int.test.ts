import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { startFaultProxy } from '#local/testing/fault-proxy.ts';
import type { FaultProxy } from '#local/testing/fault-proxy.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from './client.ts';
import { loadConfig } from './config.ts';
import type { ClusterConfig } from './config.ts';
import { runWithLease } from './lease.ts';
import { closeConnections } from './transport.ts';
import type { KubeClient } from './types.ts';

const namespace = `lease-${randomUUID().slice(0, 8)}`;
const times = { durationMs: 10_000, renewDeadlineMs: 7_000, retryMs: 100 };
let config: ClusterConfig;
let client: KubeClient;
let proxy: FaultProxy;
let log: string[] = [];
let candidates: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
  client = createClient(config);
  proxy = await startFaultProxy(config);
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
});
afterEach(async () => {
  proxy.heal();
  for (const { stop, ended } of candidates) {
    stop.abort();
    await ended;
  }
  log = [];
  candidates = [];
});
afterAll(async () => {
  await closeConnections(proxy.config);
  await proxy.close();
  await closeConnections(config);
});

/** A candidate whose work is to wait until it is told to end. */
function campaign(identity: string, name: string, through: KubeClient = client): AbortController {
  const stop = new AbortController();
  const ended = runWithLease(
    through,
    { namespace, name, identity, ...times },
    {
      signal: stop.signal,
      onHeldByOther: (holder) => log.push(`${identity} sees ${holder}`),
      onAcquired: async (signal) => {
        log.push(`${identity} leads`);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true });
        });
        log.push(`${identity} ends`);
      },
    },
  );
  candidates.push({ stop, ended });
  return stop;
}

const says = (entry: string): Promise<void> =>
  eventually(() => {
    expect(log).toContain(entry);
  });

const holderOf = async (name: string): Promise<unknown> => {
  const lease = await client.get(resources.leases, { namespace, name });
  return (lease['spec'] as { holderIdentity?: string }).holderIdentity;
};

it('lets one lead, and hands over at once when it ends', async () => {
  const a = campaign('a', 'handover');
  await says('a leads');
  campaign('b', 'handover');
  await says('b sees a');
  expect(await holderOf('handover')).toBe('a');
  a.abort();
  await says('b leads');
  expect(log).toEqual(['a leads', 'b sees a', 'a ends', 'b leads']);
  const { spec } = await client.get(resources.leases, { namespace, name: 'handover' });
  expect(spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
});

it('gives the lease back at the very end', async () => {
  const a = campaign('a', 'given-back');
  await says('a leads');
  a.abort();
  await candidates[0]?.ended;
  expect(await holderOf('given-back')).toBeUndefined();
});

it('stops the work of a leader that cannot reach the API server before another begins', async () => {
  campaign('a', 'partition', createClient(proxy.config));
  await says('a leads');
  campaign('b', 'partition');
  await says('b sees a');
  proxy.silence();
  await says('b leads');
  expect(log).toEqual(['a leads', 'b sees a', 'a ends', 'b leads']);
  proxy.heal();
  proxy.cut();
  await says('a sees b');
});

it('stops when somebody else has taken the lease', async () => {
  campaign('a', 'taken');
  await says('a leads');
  const thief = { spec: { holderIdentity: 'thief', leaseDurationSeconds: 1 } };
  await client.patch(resources.leases, { namespace, name: 'taken' }, { type: 'merge', body: thief });
  await says('a sees thief');
  await eventually(() => {
    expect(log).toEqual(['a leads', 'a sees thief', 'a ends', 'a leads']);
  });
});

it('ends with the error of the work and gives the lease back', async () => {
  const failing = runWithLease(
    client,
    { namespace, name: 'failing', identity: 'a', ...times },
    {
      signal: new AbortController().signal,
      onAcquired: () => Promise.reject(new Error('broken work')),
    },
  );
  await expect(failing).rejects.toThrow('broken work');
  expect(await holderOf('failing')).toBeUndefined();
});
