/** Pods that a killed runner left waiting, while others write and take away pods: the next runner starts all the same. */
import { beforeAll, expect, it } from 'vitest';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { HELD } from '../cluster/stages.ts';
import { eventually } from '../testing/eventually.ts';
import { sharedTestCluster } from '../testing/shared-cluster.ts';
import { afterStart, reviveLeftPods, tellPods } from './pod-state.ts';

const client = createClient(loadConfig({ kubeconfig: sharedTestCluster().kubeconfig }));
const namespace = `left-pods-${String(process.pid)}`;

/** Taken by no scheduler, so that nobody but this test writes its status. */
function aPod(name: string): KubeObject {
  const spec = { schedulerName: 'nobody', containers: [{ name: 'c', image: 'example.invalid/probe' }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec };
}

async function leave(name: string): Promise<void> {
  // The namespace gets its ServiceAccount a moment later, without which no pod is taken.
  await eventually(() => client.create(resources.pods, aPod(name)));
  const state = { waiting: { reason: HELD.backOff, message: 'back-off 2s' } };
  const container = { name: 'c', image: 'example.invalid/probe', imageID: '', restartCount: 1 };
  const conditions = [{ type: 'Ready', status: 'False' }];
  const body = { status: { conditions, containerStatuses: [{ ...container, ready: false, state }] } };
  await client.patch(resources.pods, { namespace, name }, { type: 'merge', body }, { subresource: 'status' });
}

function annotate(name: string): Promise<unknown> {
  const body = { metadata: { annotations: { example: 'somebody else' } } };
  return client.patch(resources.pods, { namespace, name }, { type: 'merge', body });
}

beforeAll(() =>
  client.create(resources.namespaces, {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: { name: namespace },
  }),
);

/** Others come between the list of this namespace and what follows from it. */
function raced(meanwhile: () => Promise<unknown>): KubeClient {
  return {
    ...client,
    list: async (resource) => {
      const pods = await client.list(resource, { namespace });
      await meanwhile();
      return pods;
    },
  };
}

function removed(name: string): Promise<void> {
  return client.delete(resources.pods, { namespace, name });
}

async function statusOf(name: string): Promise<unknown> {
  const pod = await client.get(resources.pods, { namespace, name });
  return items(at(pod, 'status', 'containerStatuses'))[0];
}

it('are told that they run, but for one that went meanwhile', async () => {
  for (const name of ['gone', 'left', 'written']) await leave(name);
  const others = raced(() => Promise.all([annotate('written'), removed('gone')]));
  await reviveLeftPods(others, '2026-01-01T00:00:00Z');
  for (const name of ['left', 'written'])
    expect(await statusOf(name)).toMatchObject({ ready: true, restartCount: 1 });
});

it('are not told what was true of another pod of their name', async () => {
  await leave('same');
  const others = raced(async () => {
    await removed('same');
    await eventually(() => client.create(resources.pods, aPod('same')));
  });
  const job = { namespace, workload: 'pod/same', container: 'c' };
  let asked = 0;
  await tellPods(others, job, (pod, container) => {
    asked += 1;
    return afterStart(pod, container, '2026-01-01T00:00:00Z');
  });
  expect([asked, await statusOf('same')]).toEqual([1, undefined]);
});
