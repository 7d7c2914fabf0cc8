import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
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

  const expectWhole = async ({ name, csv, leftOut }: Case): Promise<void> => {
    await user.untilPhase(name, csv, 'Succeeded', PATIENCE_MS);
    await eventually(async () => {
      const subscriptions = await user.list(resources.subscriptions, name);
      expect(subscriptions.map((object) => at(object, 'status.state'))).toEqual(['AtLatestKnown']);
      const plans = await user.list(resources.installPlans, name);
      expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete']);
    });
    if (leftOut === undefined) return;
    expect(
      await user.field(resources.clusterServiceVersions, name, csv, 'metadata.annotations'),
    ).toMatchObject({
      'capstan.dev/left-out': expect.stringMatching(/Webhook/),
    });
    const [plan] = await user.list(resources.installPlans, name);
    expect(at(plan, 'status.message')).toMatch(leftOut);
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
