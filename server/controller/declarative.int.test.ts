/** Whether the engine of declarative operators runs, on a cluster that may have KUDO itself. */
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { anInstance, aVersion } from '#lib/testing/kudo-objects.ts';
import { startController } from '#local/testing/controller.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { createMemory } from '#server/install/memory.ts';
import { createCache } from '#server/kube/cache.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { runDeclarative } from './declarative.ts';

const held = heldByFile();
let cluster: TestCluster;
let client: KubeClient;

beforeAll(async () => {
  cluster = held.use(await startTestCluster());
  client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
});

/** What runs, and why nothing does. */
async function run(): Promise<{ running: Reconcilers; said: string[] }> {
  const said: string[] = [];
  const definitions = createCache(client, resources.customResourceDefinitions);
  await definitions.synced;
  const running = runDeclarative({
    ...{ client, definitions, clock: realClock },
    log: { info: () => undefined, warn: ({ why }) => void said.push(String(why)) },
    memory: createMemory(),
    onError: () => undefined,
  });
  onTestFinished(async () => {
    definitions.stop();
    await running.stop();
  });
  return { running, said };
}

it('runs plans in the controller that is asked for it', async () => {
  await using controller = await startController({
    kubeconfig: cluster.kubeconfig,
    catalogs: {},
    flags: ['--kudo', '--kudo-trust-authors'],
  });
  const metadata = { namespace: 'default', name: 'web-1.0.0' };
  const { operatorVersions, instances } = kudoResources;
  await eventually(() =>
    client.apply(operatorVersions, { ...aVersion(), metadata }, { fieldManager: 'test' }),
  );
  const { spec, ...instance } = anInstance();
  const ref = { namespace: 'default', name: 'it' };
  await eventually(() => client.create(instances, { ...instance, spec, metadata: ref }));
  await eventually(async () => {
    const found = await client.get(instances, ref);
    expect(at(found, 'status', 'planStatus', 'deploy', 'status'), controller.log.join('\n')).toBe('COMPLETE');
  });
  expect(await controller.stop()).toBe(0);
});

it('installs its definitions and runs, also beside what only has the name of KUDO', async () => {
  const metadata = { name: 'kudo-controller-manager', namespace: 'default' };
  await client.create(resources.statefulSets, workload(metadata));
  const { running, said } = await run();
  await eventually(() => expect(running.queues.map(({ name }) => name)).toEqual(['instances']));
  expect(said).toEqual([]);
  const { items } = await client.list(resources.customResourceDefinitions);
  const names = items.map((crd) => crd.metadata.name);
  expect(names).toEqual(expect.arrayContaining(kudoCrds.map((crd) => crd.metadata.name)));
  await client.delete(resources.customResourceDefinitions, { name: 'operators.kudo.dev' });
  await eventually(() => client.get(resources.customResourceDefinitions, { name: 'operators.kudo.dev' }));
});

it('stays off where the manager of KUDO may write all Instances, and says so', async () => {
  await cluster.kubectl(
    ...[
      'create',
      'clusterrolebinding',
      'kudo',
      '--clusterrole=cluster-admin',
      '--serviceaccount=default:default',
    ],
  );
  // Who may do what is looked at once as it starts, and the API server learns of bindings by a watch of its own.
  const may = ['auth', 'can-i', 'patch', 'instances.kudo.dev', '-A'];
  const mayManager = (): Promise<string> =>
    cluster.kubectl(...may, '--as=system:serviceaccount:default:default');
  await eventually(async () => expect(await mayManager()).toContain('yes'));
  const { running, said } = await run();
  await eventually(() => expect(said).toHaveLength(1));
  expect(said[0]).toMatch(/^KUDO is installed here \(StatefulSet default\/kudo-controller-manager\)/);
  expect(running.queues).toEqual([]);
  await cluster.kubectl('delete', 'clusterrolebinding', 'kudo');
  await eventually(() => expect(mayManager()).rejects.toThrow());
});

it('stays off where the webhook of KUDO admits Instances, and says so', async () => {
  await client.create(resources.mutatingWebhookConfigurations, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'kudo-manager-instance-admission-webhook-config' },
  });
  const { running, said } = await run();
  await eventually(() => expect(said).toHaveLength(1));
  expect(said[0]).toContain('MutatingWebhookConfiguration kudo-manager-instance-admission-webhook-config');
  expect(running.queues).toEqual([]);
});

function workload(metadata: KubeObject['metadata']): KubeObject {
  const labels = { app: 'kudo' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } };
  const spec = { replicas: 0, serviceName: 'kudo', selector: { matchLabels: labels }, template };
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec };
}
