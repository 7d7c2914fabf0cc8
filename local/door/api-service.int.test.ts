/** An operator that serves an aggregated API from a real process, with the certificate that the controller gives it. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { at as field } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { loadConfig } from '#server/kube/config.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import { startRunner, type Runner } from '../runner/runner.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';
import { startOperators, type Operators } from '../testing/operators.ts';

const HOME = 'harbour';
const CSV = 'tides.v1.0.0';
const API = { name: 'v1.door.example.com' };
const PROBE = new Map([
  ['probe', { entry: join(import.meta.dirname, '../testing/probes/door-probe.ts'), env: [] }],
]);

const held = heldByFile();
let at: Operators;
let runner: Runner;

beforeAll(async () => {
  // Without the flag of local mode: nothing is left out.
  at = held.use(await startOperators({ catalogs: {} }));
  const { client } = at.user;
  await markLocalCluster(client, at.cluster.name);
  runner = await run();
  held.defer(() => runner.stop());
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: HOME },
  });
  await client.create(resources.operatorGroups, {
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup' },
    metadata: { name: 'group', namespace: HOME },
    spec: { targetNamespaces: [HOME] },
  });
});

function run(): Promise<Runner> {
  return startRunner({
    config: loadConfig({ kubeconfig: at.cluster.kubeconfig }),
    clusterName: at.cluster.name,
    log: () => undefined,
    output: () => undefined,
    modules: PROBE,
    door: at.cluster.door,
  });
}

function aCsv(): KubeObject {
  const labels = { app: 'tides' };
  const container = {
    ...{ name: 'manager', image: 'example.invalid/tides', ports: [{ containerPort: 9443 }] },
  };
  const template = {
    metadata: { labels, annotations: { 'capstan.dev/run': 'probe' } },
    spec: { containers: [container] },
  };
  const deployment = { name: 'tides', spec: { replicas: 1, selector: { matchLabels: labels }, template } };
  const owned = [
    {
      ...{ name: 'tides', group: 'door.example.com', version: 'v1', kind: 'Tide' },
      ...{ deploymentName: 'tides', containerPort: 9443 },
    },
  ];
  const { status: _status, ...csv } = anInstallableCsv(CSV, {
    metadata: { namespace: HOME, finalizers: [], annotations: {} },
    spec: {
      install: { strategy: 'deployment', spec: { deployments: [deployment] } },
      customresourcedefinitions: {},
      apiservicedefinitions: { owned },
    },
  });
  return csv;
}

const asked = (): Promise<unknown> => at.user.client.request('GET', '/apis/door.example.com/v1');
const theApi = (): Promise<KubeObject> => at.user.client.get(resources.apiServices, API);

describe('an API that an operator serves', () => {
  it('answers, with an authority of its own, once the operator has succeeded', async () => {
    await at.user.client.create(resources.clusterServiceVersions, aCsv());
    await at.user.untilPhase(HOME, CSV, 'Succeeded');
    await eventually(async () => {
      expect(await asked()).toMatchObject({ groupVersion: 'door.example.com/v1' });
    });
    const secret = await at.user.client.get(resources.secrets, {
      namespace: HOME,
      name: 'tides-service-cert',
    });
    expect(field(await theApi(), 'spec', 'caBundle')).toBe(field(secret, 'data', 'olmCAKey'));
  });

  it('comes back when somebody deletes it', async () => {
    const { uid } = (await theApi()).metadata;
    await at.user.client.delete(resources.apiServices, API);
    await eventually(async () => {
      expect((await theApi()).metadata.uid).not.toBe(uid);
    });
    await at.user.untilPhase(HOME, CSV, 'Succeeded');
    await eventually(async () => {
      expect(await asked()).toMatchObject({ groupVersion: 'door.example.com/v1' });
    });
  });

  it('is told to be down while no process answers, and is well again with it', async () => {
    await runner.stop();
    // Failed, and from then on installed anew.
    await eventually(async () => {
      const csv = await at.user.client.get(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
      expect(field(csv, 'status', 'message')).toContain('apiServices not installed');
    });
    runner = await run();
    await at.user.untilPhase(HOME, CSV, 'Succeeded');
  });

  it('goes with the operator, so that namespaces can go', async () => {
    await at.user.client.delete(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
    await eventually(async () => {
      await expect(theApi()).rejects.toMatchObject({ kind: 'notFound' });
    });
    await at.user.client.delete(resources.namespaces, { name: HOME });
    await eventually(async () => {
      await expect(at.user.client.get(resources.namespaces, { name: HOME })).rejects.toMatchObject({
        kind: 'notFound',
      });
    });
  });
});
