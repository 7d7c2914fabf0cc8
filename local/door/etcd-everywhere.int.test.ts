/** The etcd operator for all namespaces: installed from its channel, it runs real members where its example is created. */
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';
import type { Operators } from '../testing/operators.ts';
import { anEtcdCluster, etcdClusters, etcdUser, SCOPE } from '../testing/samples/etcd-clusters.ts';
import { startSampleWorld } from '../testing/samples/sample-world.ts';

const HOME = 'operators';
const AWAY = 'orders';
const RIVAL = 'billing';
const CSV = 'etcd.v1.2.0-clusterwide';

const held = heldByFile();
let world: Operators;

beforeAll(async () => {
  world = held.use(await startSampleWorld()).operators;
  const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: AWAY } };
  await world.user.client.create(resources.namespaces, namespace);
  await world.user.install({
    ...{ namespace: HOME, package: 'etcd', catalog: 'samples' },
    spec: { channel: 'clusterwide' },
  });
  await world.user.untilPhase(HOME, CSV, 'Succeeded');
});

/** What the form of the console begins with. */
async function itsExample(): Promise<KubeObject> {
  const csv = await world.user.client.get(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
  const examples = z
    .tuple([z.custom<KubeObject>()], z.unknown())
    .parse(JSON.parse(csv.metadata.annotations?.['alm-examples'] ?? ''));
  return { ...examples[0], metadata: { ...examples[0].metadata, namespace: AWAY } };
}

it('looks after its example in another namespace, whose members are real', async () => {
  await eventually(async () => world.user.client.create(etcdClusters, await itsExample()));
  await eventually(
    async () => {
      const cluster = await world.user.client.get(etcdClusters, { namespace: AWAY, name: 'example' });
      expect(cluster).toMatchObject({
        metadata: { annotations: { [SCOPE]: 'clusterwide' } },
        status: { phase: 'Running', size: 3 },
      });
    },
    { timeoutMs: 110_000 },
  );
  const keys = etcdUser(world.user.client, AWAY, 'example-client');
  await eventually(() => keys.put('hello', 'world'));
  expect(await keys.all()).toEqual({ hello: 'world' });
});

it('leaves a cluster that does not ask for it alone, and says so', async () => {
  await world.user.client.create(etcdClusters, anEtcdCluster({ namespace: AWAY, name: 'narrow' }));
  await eventually(async () => {
    const about = { namespace: AWAY, fieldSelector: 'involvedObject.name=narrow' };
    const { items } = await world.user.client.list(resources.events, about);
    expect(items).toMatchObject([{ type: 'Warning', reason: 'NotClusterwide' }]);
  });
  expect(await world.user.list(resources.pods, AWAY, 'etcd_cluster=narrow')).toEqual([]);
});

it('cannot be joined by one of the other channel, whose APIs are its own', async () => {
  await world.user.install({
    ...{ namespace: RIVAL, package: 'etcd', catalog: 'samples', targetNamespaces: [RIVAL] },
    spec: { channel: 'stable' },
  });
  await eventually(async () => {
    const ref = { namespace: RIVAL, name: 'etcd.v1.2.0' };
    expect(await world.user.client.get(resources.clusterServiceVersions, ref)).toMatchObject({
      status: { phase: 'Failed', reason: 'InterOperatorGroupOwnerConflict' },
    });
  });
});
