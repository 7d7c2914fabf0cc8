/** Certificates near their end are renewed while the API server goes on calling: not one call fails. */
import { beforeAll, expect, it } from 'vitest';
import { at as inside } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { bench, type Bench } from '#local/testing/installs.ts';
import { startProbeRunner } from '#local/testing/probes/probe-runner.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { loadConfig, type ClusterConfig } from '#server/kube/config.ts';
import { live, type Life } from './testing/life.ts';

const HOME = 'harbour';
const CSV = 'tides.v1.0.0';
const DAY_MS = 86_400_000;

const held = heldByFile();
let cluster: TestCluster;
let config: ClusterConfig;
let user: Bench;
const said: string[] = [];

beforeAll(async () => {
  cluster = held.use(await startTestCluster());
  config = loadConfig({ kubeconfig: cluster.kubeconfig });
  user = bench(cluster.kubeconfig);
  const runner = await startProbeRunner(cluster, (line) => said.push(line));
  held.defer(() => runner.stop());
});

/** @param aheadMs how far the controller's clock is ahead */
async function aController(aheadMs: number): Promise<Life> {
  const store = held.adopt(await createDirectoryStore([], { namespace: 'capstan-system' }), (one) => {
    one.stop();
  });
  const where = { config, store, directories: [], namespace: 'capstan-system' };
  return live({ ...where, now: () => Date.now() + aheadMs });
}

function aCsv(): KubeObject {
  const labels = { app: 'tides' };
  const container = { name: 'manager', image: 'example.invalid/x', ports: [{ containerPort: 9443 }] };
  const template = {
    metadata: { labels, annotations: { 'capstan.dev/run': 'probe' } },
    spec: { containers: [container] },
  };
  const deployment = { name: 'tides', spec: { replicas: 1, selector: { matchLabels: labels }, template } };
  const { status: _status, ...csv } = anInstallableCsv(CSV, {
    metadata: { namespace: HOME, finalizers: [], annotations: {} },
    spec: {
      install: { strategy: 'deployment', spec: { deployments: [deployment] } },
      customresourcedefinitions: {},
      apiservicedefinitions: {
        owned: [
          {
            ...{ name: 'tides', group: 'door.example.com', version: 'v1', kind: 'Tide' },
            ...{ deploymentName: 'tides', containerPort: 9443 },
          },
        ],
      },
      webhookdefinitions: [
        {
          ...{ type: 'ValidatingAdmissionWebhook', generateName: 'v.tides.example.com' },
          ...{ deploymentName: 'tides', containerPort: 443, targetPort: 9443, failurePolicy: 'Fail' },
          ...{ sideEffects: 'None', admissionReviewVersions: ['v1'], webhookPath: '/validate' },
          rules: [
            { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
          objectSelector: { matchLabels: { asks: 'tides' } },
        },
      ],
    },
  });
  return csv;
}

/** Asks webhook and API once each. */
async function call(): Promise<void> {
  const metadata = { name: 'it', namespace: HOME, labels: { asks: 'tides' } };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  await user.client.create(resources.configMaps, object, { dryRun: true });
  await user.client.request('GET', '/apis/door.example.com/v1');
}

const secretData = async (key: string): Promise<unknown> =>
  inside(
    await user.client.get(resources.secrets, { namespace: HOME, name: 'tides-service-cert' }),
    'data',
    key,
  );

it('renews certificates near their end without an outage', { timeout: 600_000 }, async () => {
  // Of two years ago, so that the API server, whose clock is right, takes what is made then and now.
  const before = await aController(-729.5 * DAY_MS);
  await user.prepare({ namespace: HOME, package: 'tides', catalog: 'none', targetNamespaces: [HOME] });
  await user.client.create(resources.clusterServiceVersions, aCsv());
  await user.untilPhase(HOME, CSV, 'Succeeded');
  await eventually(call);
  const old = await secretData('tls.crt');
  await before.end();

  const starts = said.filter((line) => line === 'listening').length;
  const failed: string[] = [];
  let [calls, isOver] = [0, false];
  const calling = (async () => {
    while (!isOver) {
      await call().catch((error: unknown) => failed.push(`call ${String(calls)}: ${String(error)}`));
      calls += 1;
    }
  })();
  const later = await aController(0);
  // Renewed, known to all who call, and served by another process, whose pod bears the new hash.
  await eventually(async () => {
    expect(await secretData('tls.crt')).not.toBe(old);
    expect(said.filter((line) => line === 'listening').length).toBeGreaterThan(starts);
    expect(said.filter((line) => line === 'ending')).not.toEqual([]);
  });
  await user.untilPhase(HOME, CSV, 'Succeeded');
  const enough = calls + 20;
  await eventually(() => {
    expect(calls).toBeGreaterThan(enough);
  });
  isOver = true;
  await calling;
  // By which reason it came to that is not the point here: a pod that happens not to be ready leads there too.
  await eventually(async () => {
    const csv = await user.client.get(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
    expect(Date.parse(String(inside(csv, 'status', 'certsLastUpdated')))).toBeGreaterThan(
      Date.now() - DAY_MS,
    );
    expect(Date.parse(String(inside(csv, 'status', 'certsRotateAt')))).toBeGreaterThan(Date.now());
  });
  await later.end();
  process.stdout.write(`renewed under ${String(calls)} pairs of calls\n`);
  expect(failed).toEqual([]);
});
