import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { aCrdObject } from '#lib/testing/bundle-files.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { startProbeRunner } from '#local/testing/probes/probe-runner.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { loadConfig } from '#server/kube/config.ts';
import {
  aLife,
  dieAlongTheWay,
  expectNothingTwice,
  type Course,
  type Stage,
} from './testing/crash-course.ts';

/**
 * As `crash-points.int.test.ts`, with an operator that the API server calls for everything that it may be called for: webhooks
 * of all three kinds and an aggregated API, served by real processes with our certificates. Whatever of these is left behind,
 * or leads to nobody, would keep the whole cluster from something: so after every death it is asked for just that.
 */
const NAMESPACE = 'capstan-system';
const CATALOG = 'tests';
/** Of each course. */
const MOST = effort(3, 100);
const OLD = '1.0.0';
const NEW = '2.0.0';

const held = heldByFile();
let cluster: TestCluster;
let stage: Stage;
let user: Bench;

/** The first of them is left undisturbed. */
const wordsOf = (name: string): string[] =>
  Array.from({ length: MOST + 1 }, (_, index) => `${name}${String(index)}x`);
const installs = wordsOf('call');
const upgrades = wordsOf('rise');
const uninstalls = wordsOf('fall');
const WORDS = [...installs, ...upgrades, ...uninstalls];
const csvOf = (word: string, version: string): string => `${word}.v${version}`;
const crdOf = (word: string): string => `tickets.${word}.example.com`;

beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({}));
  for (const word of WORDS) {
    const all = hooks(word, ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook']);
    await catalog.add(word, OLD, { channels: 'stable,next', spec: serving(word, all), files: files(word) });
    // What fails closed goes, and so does the conversion.
    const rest = hooks(word, ['MutatingAdmissionWebhook']);
    const later = { ...serving(word, rest), replaces: csvOf(word, OLD) };
    await catalog.add(word, NEW, { channels: 'next', spec: later, files: files(word) });
  }
  const directory = { name: CATALOG, directory: catalog.path };
  const store = held.adopt(await createDirectoryStore([directory], { namespace: NAMESPACE }), (one) => {
    one.stop();
  });
  cluster = held.use(await startTestCluster());
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  user = bench(cluster.kubeconfig);
  stage = {
    ...{ config, store, directories: [directory], namespace: NAMESPACE },
    ...{ auditLog: cluster.auditLog, words: WORDS, writes: new Map() },
  };
  const runner = await startProbeRunner(cluster, () => undefined);
  held.defer(() => runner.stop());
});

/** Of two versions, or a conversion would have nothing to do. */
function files(word: string): Record<string, string> {
  const crd = aCrdObject(`${word}.example.com`, 'tickets', 'Ticket') as { spec: { versions: object[] } };
  const [version] = crd.spec.versions;
  const versions = [version, { ...version, name: 'v2', storage: false }];
  return { 'manifests/crd.yaml': JSON.stringify({ ...crd, spec: { ...crd.spec, versions } }) };
}

/** About the ConfigMaps of the word's own namespace, and failing closed. */
function hooks(word: string, types: readonly string[]): object[] {
  return types.map((type) => ({
    ...{ type, generateName: `${type.toLowerCase()}.${word}.example.com`, deploymentName: word },
    ...{ containerPort: 443, targetPort: 9443, failurePolicy: 'Fail', webhookPath: '/validate' },
    ...{ sideEffects: 'None', admissionReviewVersions: ['v1'] },
    ...(type === 'ConversionWebhook'
      ? { conversionCRDs: [crdOf(word)] }
      : {
          rules: [
            { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
          objectSelector: { matchLabels: { word } },
        }),
  }));
}

function serving(word: string, webhookdefinitions: readonly object[]): Record<string, unknown> {
  const labels = { app: word };
  const container = { name: 'manager', image: 'example.invalid/x', ports: [{ containerPort: 9443 }] };
  const template = {
    metadata: { labels, annotations: { 'capstan.dev/run': 'probe' } },
    spec: { containers: [container] },
  };
  const deployment = { name: word, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
  const api = {
    ...{ name: 'tides', group: `${word}api.example.com`, version: 'v1', kind: 'Tide' },
    ...{ deploymentName: word, containerPort: 9443 },
  };
  return {
    installModes: [{ type: 'AllNamespaces', supported: true }],
    install: { strategy: 'deployment', spec: { deployments: [deployment] } },
    apiservicedefinitions: { owned: [api] },
    webhookdefinitions,
  };
}

/** Configurations, APIServices, Secrets, and what is in another namespace, of whichever version. */
async function blockers(word: string): Promise<string[]> {
  const owned = `olm.owner.namespace=${word}`;
  const lists = await Promise.all([
    user.list(resources.validatingWebhookConfigurations, undefined, owned),
    user.list(resources.mutatingWebhookConfigurations, undefined, owned),
    user.list(resources.apiServices, undefined, owned),
    user.list(resources.roleBindings, 'kube-system', owned),
    user.list(resources.clusterRoleBindings, undefined, owned),
    user.list(resources.secrets, word),
    user.list(resources.services, word),
  ]);
  return lists.flat().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

const strategyOf = (word: string): Promise<unknown> =>
  user.field(resources.customResourceDefinitions, '', crdOf(word), 'spec.conversion.strategy');

/** What the webhooks are about. */
function aConfigMap(word: string, labels: Record<string, string> = {}): Promise<unknown> {
  const metadata = { name: 'it', namespace: word, labels: { word, ...labels } };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  return user.client.create(resources.configMaps, object, { dryRun: true });
}

async function expectServing(word: string, version: string): Promise<void> {
  const csvs = await user.list(resources.clusterServiceVersions, word);
  const found = csvs.map(({ metadata, status }) => [metadata.name, at(status, 'phase')]);
  expect(found).toEqual([[csvOf(word, version), 'Succeeded']]);
  for (const subscription of await user.list(resources.subscriptions, word))
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
  for (const plan of await user.list(resources.installPlans, word))
    expect(at(plan, 'status.phase')).toBe('Complete');
  expect(await strategyOf(word)).toBe(version === OLD ? 'Webhook' : 'None');
  await aConfigMap(word);
  await expect(aConfigMap(word, { refused: 'yes' })).rejects.toThrow('the process does not like it');
  const api = await user.client.request('GET', `/apis/${word}api.example.com/v1`);
  expect(api).toMatchObject({ kind: 'APIResourceList' });
}

const outcomeOf =
  (replaced: boolean) =>
  (word: string): Promise<string[]> =>
    installOutcome(user, word, { crds: [crdOf(word)], replaced: replaced ? [csvOf(word, OLD)] : [] });

const install: Course = {
  ...{ name: 'an install', words: installs, quick: MOST },
  prepare: () => Promise.resolve(),
  ask: (word) =>
    user.install({ namespace: word, package: word, catalog: CATALOG, spec: { channel: 'stable' } }),
  expectSettled: (word) => expectServing(word, OLD),
  outcome: outcomeOf(false),
  spared: () => [],
};

async function haveInstalled(words: readonly string[]): Promise<void> {
  const life = await aLife(stage);
  for (const word of words) await install.ask(word);
  for (const word of words) await eventually(() => expectServing(word, OLD), { timeoutMs: 180_000 });
  await life.idle();
  await life.end();
  for (const word of words) stage.writes.delete(word);
}

const upgrade: Course = {
  ...{ name: 'an upgrade that drops webhooks', words: upgrades, quick: MOST },
  prepare: haveInstalled,
  ask: async (word) => {
    const ref = { namespace: word, name: word };
    await user.client.patch(resources.subscriptions, ref, {
      type: 'merge',
      body: { spec: { channel: 'next' } },
    });
  },
  expectSettled: async (word) => {
    await expectServing(word, NEW);
    const webhooks = (await blockers(word)).filter((one) => one.includes('WebhookConfiguration'));
    expect(webhooks).toEqual([expect.stringMatching(/^MutatingWebhookConfiguration mutating/)]);
  },
  outcome: outcomeOf(true),
  spared: () => [],
};

const uninstall: Course = {
  ...{ name: 'an uninstall', words: uninstalls, quick: MOST },
  prepare: haveInstalled,
  ask: async (word) => {
    await user.client.delete(resources.subscriptions, { namespace: word, name: word });
    await user.client.delete(resources.clusterServiceVersions, { namespace: word, name: csvOf(word, OLD) });
  },
  expectSettled: async (word) => {
    expect(await blockers(word)).toEqual([]);
    expect(await user.list(resources.clusterServiceVersions, word)).toEqual([]);
    expect(await strategyOf(word)).toBe('None');
    await aConfigMap(word, { refused: 'yes' });
  },
  outcome: async (word) => {
    await user.client.delete(resources.namespaces, { name: word });
    return blockers(word);
  },
  spared: () => [],
};

/** What is left of an API that nobody serves would keep every namespace. */
async function expectNamespacesGo(words: readonly string[]): Promise<void> {
  await eventually(async () => {
    const names = (await user.list(resources.namespaces)).map(({ metadata }) => metadata.name);
    expect(words.filter((word) => names.includes(word))).toEqual([]);
  });
}

describe('the controller, dying after calls for an operator that the API server calls', () => {
  it.each([install, upgrade, uninstall])(
    'ends $name where an undisturbed one does, and leaves nothing that blocks the cluster',
    { timeout: 3_600_000 },
    async (course) => {
      await (await aLife(stage)).end();
      const tried = await dieAlongTheWay(stage, course);
      expectNothingTwice(stage, course, tried);
      if (course === uninstall) await expectNamespacesGo(tried.words);
    },
  );
});
