/** The etcd operator without its bundle, on a real API server: it brings its definitions; members that are only counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startChild } from '../start/child.ts';
import { startTestCluster } from '../testing/cluster.ts';
import type { TestCluster } from '../testing/cluster.ts';
import {
  anEtcdCluster,
  conditionOf,
  etcdClusters,
  MEMBERS,
  SCOPE,
} from '../testing/samples/etcd-clusters.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';

const HOME = 'counted';
const WIDE = { namespace: HOME, name: 'wide' };
const NARROW = { namespace: HOME, name: 'narrow' };
const SIMULATED = { [MEMBERS]: 'simulated' };
const MANIFESTS = join(import.meta.dirname, '../../examples/catalog/etcd/1.2.0/manifests');

const held = heldByFile();
let cluster: TestCluster;
let client: KubeClient;

beforeAll(async () => {
  cluster = held.use(await startTestCluster());
  client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: HOME },
  });
  const operator = startOperator('clusterwide', '');
  held.defer(() => operator.stop());
  await operator.line(/"message":"watching"/);
});

function startOperator(name: string, namespace: string): ReturnType<typeof startChild> {
  return startChild({
    name,
    module: 'examples/etcd/main.ts',
    args: [],
    env: { KUBECONFIG: cluster.kubeconfig, WATCH_NAMESPACE: namespace, ETCD_CREATE_CRDS: 'true' },
    log: join(cluster.kubeconfig, '..', 'logs', `${name}.log`),
  });
}

async function members(name: string): Promise<KubeObject[]> {
  const { items } = await client.list(resources.pods, {
    namespace: HOME,
    labelSelector: `etcd_cluster=${name}`,
  });
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

async function running(name: string, size: number, version = '3.2.13'): Promise<KubeObject[]> {
  return eventually(async () => {
    const found = await client.get(etcdClusters, { namespace: HOME, name });
    expect(found).toMatchObject({
      status: {
        phase: 'Running',
        size,
        currentVersion: version,
        observedGeneration: found.metadata.generation,
      },
    });
    expect(conditionOf(found, 'Progressing').status).toBe('False');
    const pods = await members(name);
    expect(pods).toHaveLength(size);
    return pods;
  });
}

it.each(['etcdclusters', 'etcdbackups', 'etcdrestores'])(
  'brings the definition of %s that its bundle has',
  async (plural) => {
    const name = `${plural}.etcd.database.coreos.com`;
    const there = await client.get(resources.customResourceDefinitions, { name });
    const bundled: unknown = parse(
      readFileSync(join(MANIFESTS, `etcd.database.coreos.com_${plural}.yaml`), 'utf8'),
    );
    expect(at(there, 'spec', 'versions')).toEqual(at(bundled, 'spec', 'versions'));
    expect(there['spec']).toMatchObject({ group: 'etcd.database.coreos.com', scope: 'Namespaced' });
  },
);

it('looks after clusters of the whole cluster alone, and says so where somebody may wait in vain', async () => {
  await client.create(etcdClusters, anEtcdCluster(NARROW, {}, SIMULATED));
  await client.create(etcdClusters, anEtcdCluster(WIDE, {}, { ...SIMULATED, [SCOPE]: 'clusterwide' }));
  await running('wide', 3);
  await eventually(async () => {
    const about = { namespace: HOME, fieldSelector: 'involvedObject.name=narrow' };
    const { items } = await client.list(resources.events, about);
    expect(items).toMatchObject([{ type: 'Warning', reason: 'NotClusterwide' }]);
  });
  expect(await members('narrow')).toEqual([]);
  expect((await client.get(etcdClusters, NARROW))['status']).toBeUndefined();
  const narrow = startOperator('of a namespace', HOME);
  onTestFinished(() => narrow.stop());
  await running('narrow', 3);
  const owners = (await members('wide')).map(({ metadata }) => metadata.ownerReferences?.[0]?.name);
  expect(owners).toEqual(['wide', 'wide', 'wide']);
});

it('goes from 3 to 5 and back, and replaces a deleted pod', async () => {
  await client.patch(etcdClusters, WIDE, { type: 'merge', body: { spec: { size: 5 } } });
  await running('wide', 5);
  await client.patch(etcdClusters, WIDE, { type: 'merge', body: { spec: { size: 3 } } });
  const before = await running('wide', 3);
  await client.delete(resources.pods, { namespace: HOME, name: 'wide-1' });
  await eventually(async () => {
    const uids = (await running('wide', 3)).map(({ metadata }) => metadata.uid);
    expect(uids).not.toEqual(before.map(({ metadata }) => metadata.uid));
  });
});

it('upgrades by replacing one pod at a time', async () => {
  const watch = await client.watch(resources.pods, {
    ...{ namespace: HOME, labelSelector: 'etcd_cluster=wide', timeoutSeconds: 300 },
    resourceVersion: (await client.list(resources.pods, { namespace: HOME })).resourceVersion,
  });
  const alive = new Set((await members('wide')).map(({ metadata }) => metadata.uid));
  let fewest = alive.size;
  const following = (async () => {
    for await (const events of watch)
      for (const event of events) {
        if (event.type === 'BOOKMARK' || event.type === 'COLUMNS') continue;
        const { uid, deletionTimestamp } = event.object.metadata;
        if (event.type === 'DELETED' || deletionTimestamp !== undefined) alive.delete(uid);
        else alive.add(uid);
        fewest = Math.min(fewest, alive.size);
        if (event.object.metadata.name === 'wide-2' && event.type === 'ADDED') return;
      }
  })();
  await client.patch(etcdClusters, WIDE, { type: 'merge', body: { spec: { version: '3.3.0' } } });
  const after = await running('wide', 3, '3.3.0');
  for (const pod of after) expect(JSON.stringify(pod['spec'])).toContain('quay.io/coreos/etcd:v3.3.0');
  await following;
  expect(fewest).toBe(2);
});
