/**
 * Bundles that fail, made up and real, installed by the controller itself on a real control plane: the walk names the broken link, the
 * reason and what helps for each, and answers "unknown" for none.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#lib/k8s/object.ts';
import type { Link } from '#lib/olm/why/finding.ts';
import type { WhyFix, WhyReason } from '#lib/olm/why/reasons.ts';
import { why } from '#lib/olm/why/walk.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench, InstallRequest } from '#local/testing/installs.ts';
import { startOperators } from '#local/testing/operators.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { ticketsCatalog, type CatalogFolder, type TicketsOptions } from '#local/testing/tickets.ts';
import { gatherWhy } from './why.ts';

const MADE = 'made';
const VISIBLE = 'visible';
const PATIENCE_MS = 240_000;
/** Less, so that what was found instead is told. */
const ANSWER_MS = 200_000;
const ARCHIVE = sharedData('bundles-visible.tar.gz');
const quotas: Resource = {
  ...{ group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', namespaced: true },
};

const held = heldByFile();
let user: Bench;

type Answer = readonly [link: Link, reason: WhyReason, fix: WhyFix];

interface Failing {
  /** What is wrong with it; its package is named after it. */
  name: string;
  bundle?: TicketsOptions;
  /** How it is asked for. */
  request?: Partial<InstallRequest>;
  /** Before it is asked for, in its namespace. */
  before?: (namespace: string) => Promise<unknown>;
  answer: Answer;
}

const mode = (...supported: readonly string[]): Record<string, unknown> => ({
  installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({
    type,
    supported: supported.includes(type),
  })),
});

/** Its pods, with this besides. */
function pods(name: string, spec: object, container: object = {}, template: object = {}): TicketsOptions {
  const labels = { app: 'tickets' };
  const containers = [{ name: 'manager', image: 'example.invalid/tickets:1', ...container }];
  const deployment = {
    ...{ replicas: 1, selector: { matchLabels: labels } },
    template: { metadata: { labels }, spec: { containers, ...spec }, ...template },
  };
  return {
    spec: {
      install: {
        strategy: 'deployment',
        spec: { deployments: [{ name: `${name}-tickets`, spec: deployment }] },
      },
    },
  };
}

const file = (object: object): Record<string, string> => ({ 'manifests/more.yaml': JSON.stringify(object) });
const noPods = (namespace: string): Promise<unknown> =>
  user.client.create(quotas, {
    ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none', namespace } },
    spec: { hard: { pods: '0' } },
  });
const hook = { type: 'ValidatingAdmissionWebhook', generateName: 'v.example.com', sideEffects: 'None' };

const MADE_UP: readonly Failing[] = [
  {
    name: 'needs-package',
    bundle: { needs: { nowhere: '>=1.0.0' } },
    answer: ['resolution', 'unresolvable', 'changeRequest'],
  },
  {
    name: 'needs-api',
    bundle: { needsApiOf: ['nowhere'] },
    answer: ['resolution', 'unresolvable', 'changeRequest'],
  },
  {
    name: 'no-channel',
    request: { spec: { channel: 'nowhere' } },
    answer: ['resolution', 'unresolvable', 'changeRequest'],
  },
  {
    name: 'no-version',
    request: { spec: { startingCSV: 'no-version.v9.9.9' } },
    answer: ['resolution', 'unresolvable', 'changeRequest'],
  },
  {
    name: 'no-catalog',
    request: { catalog: 'nowhere' },
    answer: ['catalog', 'catalogMissing', 'addCatalog'],
  },
  {
    name: 'unapproved',
    request: { spec: { installPlanApproval: 'Manual' } },
    answer: ['plan', 'approvalNeeded', 'approval'],
  },
  {
    name: 'all-only',
    bundle: { spec: mode('AllNamespaces') },
    answer: ['csv', 'groupUnsupported', 'fitGroup'],
  },
  {
    name: 'own-only',
    bundle: { spec: mode('OwnNamespace') },
    request: { targetNamespaces: [] },
    answer: ['csv', 'groupUnsupported', 'fitGroup'],
  },
  {
    name: 'new-kubernetes',
    bundle: { spec: { minKubeVersion: '9.0.0' } },
    answer: ['requirement', 'kubeVersion', 'upgradeCluster'],
  },
  {
    name: 'bad-strategy',
    bundle: { spec: { install: { strategy: 'none-such', spec: { deployments: [] } } } },
    answer: ['csv', 'strategyInvalid', 'changeRequest'],
  },
  {
    name: 'bad-webhook',
    bundle: {
      spec: { webhookdefinitions: [{ ...hook, deploymentName: 'nowhere', admissionReviewVersions: ['v1'] }] },
    },
    answer: ['csv', 'strategyInvalid', 'changeRequest'],
  },
  {
    name: 'bad-deployment',
    bundle: pods('bad-deployment', {}, {}, { metadata: { labels: { app: 'other' } } }),
    answer: ['csv', 'objectInvalid', 'mend'],
  },
  {
    name: 'bad-service',
    bundle: {
      files: file({
        ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'no-ports' } },
        spec: { ports: [{ port: 99_999 }] },
      }),
    },
    answer: ['plan', 'objectInvalid', 'mend'],
  },
  {
    name: 'no-class',
    bundle: pods('no-class', { priorityClassName: 'nowhere' }),
    answer: ['replicaSet', 'priorityClassMissing', 'createPriorityClass'],
  },
  {
    name: 'no-node',
    bundle: pods('no-node', { nodeSelector: { disk: 'nowhere' } }),
    answer: ['pod', 'unschedulableAffinity', 'fitNode'],
  },
  {
    name: 'too-large',
    bundle: pods('too-large', {}, { resources: { requests: { cpu: '99999' } } }),
    answer: ['pod', 'unschedulableCapacity', 'moreCapacity'],
  },
  {
    name: 'no-claim',
    bundle: pods('no-claim', {
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'nowhere' } }],
    }),
    answer: ['pod', 'unschedulableVolume', 'fixVolume'],
  },
  {
    name: 'no-quota',
    before: noPods,
    answer: ['replicaSet', 'quotaExceeded', 'changeQuota'],
  },
];

interface Visible {
  package: string;
  csv: string;
  /** Its group serves all namespaces; else its own. */
  all?: true;
  before?: (namespace: string) => Promise<unknown>;
  answer: Answer;
}

const MISFIT: Answer = ['csv', 'groupUnsupported', 'fitGroup'];
const REFUSED: Answer = ['replicaSet', 'quotaExceeded', 'changeQuota'];

const REAL: readonly Visible[] = [
  { package: 'argocd-operator', csv: 'argocd-operator.v0.18.0', answer: MISFIT },
  { package: 'cert-manager', csv: 'cert-manager.v1.16.5', answer: MISFIT },
  { package: 'etcd', csv: 'etcdoperator.v0.9.4', all: true, answer: MISFIT },
  {
    ...{ package: 'external-secrets-operator', csv: 'external-secrets-operator.v0.11.0', all: true },
    ...{ before: noPods, answer: REFUSED },
  },
  { package: 'grafana-operator', csv: 'grafana-operator.v5.24.0', before: noPods, answer: REFUSED },
  { package: 'node-maintenance-operator', csv: 'node-maintenance-operator.v0.21.0', answer: MISFIT },
  { package: 'opentelemetry-operator', csv: 'opentelemetry-operator.v0.158.0', answer: MISFIT },
  { package: 'prometheus', csv: 'prometheusoperator.0.56.3', all: true, answer: MISFIT },
  { package: 'snapscheduler', csv: 'snapscheduler.v3.5.0', answer: MISFIT },
  {
    package: 'strimzi-kafka-operator',
    csv: 'strimzi-cluster-operator.v1.2.0',
    before: noPods,
    answer: REFUSED,
  },
];

beforeAll(async () => {
  const catalog: CatalogFolder = held.use(await ticketsCatalog({}));
  for (const { name, bundle } of MADE_UP) await catalog.add(name, '1.0.0', bundle ?? {});
  const visible = ARCHIVE === undefined ? {} : { [VISIBLE]: await visibleBundles(ARCHIVE) };
  // Some of them cannot be created, on purpose.
  ({ user } = held.use(await startOperators({ catalogs: { [MADE]: catalog.path, ...visible } })));
});

async function visibleBundles(archive: string): Promise<string> {
  return `${held.use(await extract(archive)).path}/bundles-visible`;
}

async function expectAnswer(namespace: string, name: string, [link, reason, fix]: Answer): Promise<void> {
  await eventually(
    async () => {
      const { health, findings } = why(await gatherWhy(user.client, { namespace, name }));
      const [first] = findings;
      expect({ health, link: first?.link, reason: first?.reason, fix: first?.fix }).toEqual({
        ...{ health: 'broken', link, reason, fix },
      });
    },
    { timeoutMs: ANSWER_MS },
  );
}

describe('made up', () => {
  it.concurrent.each(MADE_UP)(
    '$name',
    { timeout: PATIENCE_MS },
    async ({ name, request, before, answer }) => {
      const asked: InstallRequest = {
        ...{ namespace: name, package: name, catalog: MADE, targetNamespaces: [name] },
        ...request,
      };
      await user.prepare(asked);
      await before?.(name);
      await user.subscribe(asked);
      await expectAnswer(name, name, answer);
    },
  );
});

describe.skipIf(ARCHIVE === undefined)('real', () => {
  it.each(REAL)('$package', { timeout: PATIENCE_MS }, async ({ package: name, all, before, answer }) => {
    const asked: InstallRequest = {
      ...{ namespace: name, package: name, catalog: VISIBLE },
      ...(all === undefined ? { targetNamespaces: [name] } : {}),
    };
    await user.prepare(asked);
    await before?.(name);
    await user.subscribe(asked);
    await expectAnswer(name, name, answer);
  });
});
