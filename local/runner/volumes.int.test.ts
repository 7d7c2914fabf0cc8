/** Claims on a cluster as local mode makes it: bound at once, and nothing is left when they are deleted. */
import { beforeAll, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startTestCluster } from '../testing/cluster.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';
import { provideVolumes } from './volumes.ts';

const held = heldByFile();
let client: KubeClient;

// A cluster of its own: a StorageClass is for all namespaces.
beforeAll(async () => {
  const cluster = held.use(await startTestCluster());
  client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
});

it('a claim that names no class is bound to a volume, which goes with it; what is there already stays', async () => {
  const log: unknown[] = [];
  const start = () => provideVolumes({ client, log: (...said) => void log.push(said) });
  await (await start()).stop();
  const volumes = await start();
  const { items } = await client.list(resources.storageClasses);
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['standard']);
  const ref = { namespace: 'default', name: 'data' };
  await client.create(resources.persistentVolumeClaims, {
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: ref },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
  });
  await eventually(async () => {
    const claim = await client.get(resources.persistentVolumeClaims, ref);
    expect([at(claim, 'status', 'phase'), at(claim, 'status', 'capacity', 'storage')]).toEqual([
      'Bound',
      '2Gi',
    ]);
  });
  await client.delete(resources.persistentVolumeClaims, ref);
  await eventually(async () => {
    expect((await client.list(resources.persistentVolumes)).items).toEqual([]);
  });
  await volumes.stop();
  expect(log).toEqual([]);
});
