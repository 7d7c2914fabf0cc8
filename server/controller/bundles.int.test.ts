import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { startController, type ControllerProcess } from '#local/testing/controller.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { extract, sharedData, type Extracted } from '#local/testing/shared-data.ts';

const ARCHIVE = sharedData('bundles-visible.tar.gz');
const CATALOG = 'visible';

interface Case {
  name: string;
  csv: string;
  /** Watches only its own namespace; else all of them. */
  own: boolean;
  leftOut?: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'argocd-operator',
    csv: 'argocd-operator.v0.18.0',
    own: false,
    leftOut: /ConversionWebhook/,
  },
  { name: 'cert-manager', csv: 'cert-manager.v1.16.5', own: false, leftOut: /ValidatingAdmissionWebhook/ },
  { name: 'etcd', csv: 'etcdoperator.v0.9.4', own: true },
  {
    name: 'external-secrets-operator',
    csv: 'external-secrets-operator.v0.11.0',
    own: false,
    leftOut: /ConversionWebhook externalsecrets/,
  },
  { name: 'grafana-operator', csv: 'grafana-operator.v5.24.0', own: true },
  {
    name: 'node-maintenance-operator',
    csv: 'node-maintenance-operator.v0.21.0',
    own: false,
    leftOut: /ValidatingAdmissionWebhook/,
  },
  { name: 'opentelemetry-operator', csv: 'opentelemetry-operator.v0.158.0', own: false },
  { name: 'prometheus', csv: 'prometheusoperator.0.56.3', own: true },
  { name: 'snapscheduler', csv: 'snapscheduler.v3.5.0', own: false },
  { name: 'strimzi-kafka-operator', csv: 'strimzi-cluster-operator.v1.2.0', own: true },
];

/** Starting, and installing big definitions on a busy machine. */
const PATIENCE_MS = 300_000;

describe.skipIf(ARCHIVE === undefined).each(['one by one', 'all at once'])('real bundles, %s', (mode) => {
  let data: Extracted;
  let cluster: TestCluster;
  let controller: ControllerProcess;
  let user: Bench;

  beforeAll(async () => {
    data = await extract(ARCHIVE ?? '');
    cluster = await startTestCluster();
    controller = await startController({
      kubeconfig: cluster.kubeconfig,
      catalogs: { [CATALOG]: `${data.path}/bundles-visible` },
    });
    user = bench(cluster.kubeconfig);
    if (mode === 'all at once') await Promise.all(cases.map(install));
  });

  afterAll(async () => {
    await controller[Symbol.asyncDispose]();
    await cluster.stop();
    await data[Symbol.asyncDispose]();
  });

  const install = ({ name, own }: Case): Promise<void> =>
    user.install({
      namespace: name,
      package: name,
      catalog: CATALOG,
      ...(own ? { targetNamespaces: [name] } : {}),
    });

  it.each(cases)('$name reaches Succeeded', { timeout: PATIENCE_MS }, async (given) => {
    const { name, csv, leftOut } = given;
    if (mode === 'one by one') await install(given);
    await user.untilPhase(name, csv, 'Succeeded', PATIENCE_MS);
    await eventually(async () => {
      const subscriptions = await user.list(resources.subscriptions, name);
      expect(subscriptions.map((object) => at(object, 'status.state'))).toEqual(['AtLatestKnown']);
      const plans = await user.list(resources.installPlans, name);
      expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete']);
    });
    if (leftOut !== undefined) {
      expect(
        await user.field(resources.clusterServiceVersions, name, csv, 'metadata.annotations'),
      ).toMatchObject({
        'capstan.dev/left-out': expect.stringMatching(/Webhook/),
      });
      const [plan] = await user.list(resources.installPlans, name);
      expect(at(plan, 'status.message')).toMatch(leftOut);
    }
  });
});
