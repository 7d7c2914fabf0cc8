import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators } from '#local/testing/operators.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';

const ARCHIVE = sharedData('bundles-visible.tar.gz');
const CATALOG = 'visible';

interface Case {
  name: string;
  csv: string;
  /** Watches only its own namespace; else all of them. */
  own: boolean;
}

const cases: readonly Case[] = [
  {
    name: 'argocd-operator',
    csv: 'argocd-operator.v0.18.0',
    own: false,
  },
  { name: 'cert-manager', csv: 'cert-manager.v1.16.5', own: false },
  { name: 'etcd', csv: 'etcdoperator.v0.9.4', own: true },
  {
    name: 'external-secrets-operator',
    csv: 'external-secrets-operator.v0.11.0',
    own: false,
  },
  { name: 'grafana-operator', csv: 'grafana-operator.v5.24.0', own: true },
  {
    name: 'node-maintenance-operator',
    csv: 'node-maintenance-operator.v0.21.0',
    own: false,
  },
  { name: 'opentelemetry-operator', csv: 'opentelemetry-operator.v0.158.0', own: false },
  { name: 'prometheus', csv: 'prometheusoperator.0.56.3', own: true },
  { name: 'snapscheduler', csv: 'snapscheduler.v3.5.0', own: false },
  { name: 'strimzi-kafka-operator', csv: 'strimzi-cluster-operator.v1.2.0', own: true },
];

/** Starting, and installing big definitions on a busy machine. */
const PATIENCE_MS = 300_000;

interface Round {
  oneByOne: readonly Case[];
  allAtOnce: readonly Case[];
}

/** The quick size installs each bundle once, in one way or the other; `npm run deep` installs each in both ways. */
const rounds: readonly Round[] = isDeep
  ? [
      { oneByOne: cases, allAtOnce: [] },
      { oneByOne: [], allAtOnce: cases },
    ]
  : [
      {
        oneByOne: cases.filter((_, index) => index % 2 === 0),
        allAtOnce: cases.filter((_, index) => index % 2 === 1),
      },
    ];

describe.skipIf(ARCHIVE === undefined).each(rounds)('real bundles', ({ oneByOne, allAtOnce }) => {
  const held = heldByFile();
  let user: Bench;

  beforeAll(async () => {
    const data = held.use(await extract(ARCHIVE ?? ''));
    const catalogs = { [CATALOG]: `${data.path}/bundles-visible` };
    ({ user } = held.use(await startOperators({ catalogs })));
  });

  const install = ({ name, own }: Case): Promise<void> =>
    user.install({
      namespace: name,
      package: name,
      catalog: CATALOG,
      ...(own ? { targetNamespaces: [name] } : {}),
    });

  /** Nothing is left out: each webhook that the CSV describes asks its Service, with an authority that the API server trusts. */
  const expectWebhooks = async (namespace: string, csv: string): Promise<void> => {
    const { metadata, spec } = (await user.client.get(resources.clusterServiceVersions, {
      ...{ namespace, name: csv },
    })) as ClusterServiceVersion;
    expect(metadata.annotations?.['capstan.dev/left-out'] ?? '').not.toMatch(/Webhook/);
    const described = spec.webhookdefinitions ?? [];
    const labels = `olm.owner=${csv},olm.owner.namespace=${namespace}`;
    const types = [resources.validatingWebhookConfigurations, resources.mutatingWebhookConfigurations];
    const lists = await Promise.all(types.map((type) => user.list(type, undefined, labels)));
    const asked = lists.flat().map((configuration) => at(configuration, 'webhooks.0.clientConfig'));
    const admission = described.filter(({ type }) => type !== 'ConversionWebhook');
    expect(asked).toHaveLength(new Set(admission.map(({ type, generateName }) => type + generateName)).size);
    for (const clientConfig of asked) expect(clientConfig).toHaveProperty('caBundle');
    for (const crd of described.flatMap(({ conversionCRDs = [] }) => conversionCRDs)) {
      const definition = await user.client.get(resources.customResourceDefinitions, { name: crd });
      expect(at(definition, 'spec.conversion.strategy'), crd).toBe('Webhook');
    }
  };

  const expectWhole = async ({ name, csv }: Case): Promise<void> => {
    await user.untilPhase(name, csv, 'Succeeded', PATIENCE_MS);
    await eventually(async () => {
      const subscriptions = await user.list(resources.subscriptions, name);
      expect(subscriptions.map((object) => at(object, 'status.state'))).toEqual(['AtLatestKnown']);
      const plans = await user.list(resources.installPlans, name);
      expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete']);
    });
    await expectWebhooks(name, csv);
  };

  it.each(oneByOne)('$name reaches Succeeded by itself', { timeout: PATIENCE_MS }, async (given) => {
    await install(given);
    await expectWhole(given);
  });

  it.runIf(allAtOnce.length > 0)(
    `${allAtOnce.map(({ name }) => name).join(', ')} reach Succeeded together`,
    { timeout: PATIENCE_MS },
    async () => {
      await Promise.all(allAtOnce.map(install));
      await Promise.all(allAtOnce.map(expectWhole));
    },
  );
});
