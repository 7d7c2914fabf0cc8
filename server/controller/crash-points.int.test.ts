import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { recordOf, recordPatch } from '#lib/olm/removal/record.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import { loadConfig } from '#server/kube/config.ts';
import { aLife, dieAlongTheWay, expectThrift, type Course, type Stage } from './testing/crash-course.ts';

/**
 * The controller dies after single writes of an install of two operators, one of which the other requires, of an upgrade
 * and of uninstalls, and starts again. All that it knows is in the cluster, so "dies" means that what it has in memory is thrown away in the middle of
 * its calls: reconcilers, caches and client are the real ones, and so is the API server. That way a death costs no start
 * of a process, and many can be tried; `kill.int.test.ts` kills real processes, at random moments.
 *
 * The quick size dies after one write of each kind there is in an install, and after some of an upgrade and an uninstall;
 * `npm run deep` after every single write.
 */
const NAMESPACE = 'capstan-system';
const CATALOG = 'tests';
/** More than an install has writes, or kinds of them. */
const MOST = effort(35, 100);
/** Of an upgrade and of an uninstall. */
const FEW = effort(6, 60);

const held = heldByFile();
let cluster: TestCluster;
let stage: Stage;
let catalog: CatalogFolder;
let store: CatalogStore;
let user: Bench;

/** The first of them is left undisturbed. */
const wordsOf = (name: string, most: number): string[] =>
  Array.from({ length: most + 1 }, (_, index) => `${name}${String(index)}x`);
const installs = wordsOf('call', MOST);
const upgrades = wordsOf('rise', FEW);
const uninstalls = wordsOf('fall', FEW);
const removals = wordsOf('leave', FEW);
const app = (word: string): string => `${word}-app`;
const base = (word: string): string => `${word}-base`;
const crd = (name: string): string => `tickets.${name}.example.com`;
const OLD = '1.0.0';
const NEW = '2.0.0';
const csvOf = (word: string, version: string): string => `${app(word)}.v${version}`;

/** The versions before have a webhook, about a type that nobody has. */
const hooked = (word: string): Record<string, unknown> => ({
  webhookdefinitions: [
    {
      type: 'ValidatingAdmissionWebhook',
      generateName: 'v.nothing.example.com',
      deploymentName: word,
      rules: [
        { operations: ['CREATE'], apiGroups: ['nothing.example.com'], apiVersions: ['*'], resources: ['*'] },
      ],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
});

beforeAll(async () => {
  catalog = held.use(await ticketsCatalog(Object.fromEntries(installs.map((word) => [base(word), [OLD]]))));
  for (const word of installs) {
    await catalog.add(app(word), OLD, { deployment: 'app', account: 'app', needsApiOf: [base(word)] });
  }
  for (const word of [...upgrades, ...uninstalls, ...removals]) {
    await catalog.add(app(word), OLD, { deployment: word, channels: 'stable,next', spec: hooked(word) });
    await catalog.add(app(word), NEW, { deployment: word, channels: 'next', replaces: csvOf(word, OLD) });
  }
  const directory = { name: CATALOG, directory: catalog.path };
  store = held.adopt(await createDirectoryStore([directory], { namespace: NAMESPACE }), (one) => {
    one.stop();
  });
  cluster = held.use(await startTestCluster());
  stage = {
    ...{ config: loadConfig({ kubeconfig: cluster.kubeconfig }), auditLog: cluster.auditLog },
    ...{ store, directories: [directory], namespace: NAMESPACE },
    ...{ words: [...installs, ...upgrades, ...uninstalls, ...removals], writes: new Map() },
  };
  user = bench(cluster.kubeconfig);
});

const nothing = (): string[] => [];

/** In a namespace where no plan is under way any more. */
async function expectCsvs(word: string, ...want: readonly string[]): Promise<void> {
  const csvs = await user.list(resources.clusterServiceVersions, word);
  const found = csvs.map(({ metadata, status }) => [metadata.name, at(status, 'phase')]);
  expect(found.sort()).toEqual(want.map((name) => [name, 'Succeeded']));
  for (const subscription of await user.list(resources.subscriptions, word)) {
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    expect(JSON.stringify(at(subscription, 'status.conditions'))).not.toContain('InstallPlan');
  }
  const plans = await user.list(resources.installPlans, word);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(at(plan, 'status.phase')).toBe('Complete');
}

const install: Course = {
  name: 'an install',
  words: installs,
  quick: MOST,
  prepare: () => Promise.resolve(),
  /** The other operator comes along because its API is required. */
  ask: (word) =>
    user.install({ namespace: word, package: app(word), catalog: CATALOG, targetNamespaces: [word] }),
  expectSettled: (word) => expectCsvs(word, csvOf(word, OLD), `${base(word)}.v${OLD}`),
  outcome: (word) => installOutcome(user, word, { crds: [crd(app(word)), crd(base(word))] }),
  /** Of the group's APIs the first half, which a run is spared when both operators come up together. */
  spared: (calm) => {
    const entry = 'patch OperatorGroup WORD/group';
    return calm.filter((one) => one === entry).length < 2 ? [entry] : [];
  },
};

async function haveInstalled(words: readonly string[]): Promise<void> {
  const life = await aLife(stage);
  for (const word of words) {
    const targetNamespaces = [word];
    const spec = { channel: 'stable' };
    await user.install({ namespace: word, package: app(word), catalog: CATALOG, targetNamespaces, spec });
  }
  for (const word of words) {
    await eventually(() => expectCsvs(word, csvOf(word, OLD)), { timeoutMs: 90_000 });
  }
  await life.idle();
  await life.end();
  for (const word of words) stage.writes.delete(word);
}

const upgrade: Course = {
  name: 'an upgrade',
  words: upgrades,
  quick: FEW,
  prepare: haveInstalled,
  ask: async (word) => {
    const ref = { namespace: word, name: app(word) };
    const body = { spec: { channel: 'next' } };
    await user.client.patch(resources.subscriptions, ref, { type: 'merge', body });
  },
  expectSettled: (word) => expectCsvs(word, csvOf(word, NEW)),
  outcome: (word) => installOutcome(user, word, { crds: [crd(app(word))], replaced: [csvOf(word, OLD)] }),
  spared: nothing,
};

const uninstall: Course = {
  name: 'an uninstall',
  words: uninstalls,
  quick: FEW,
  prepare: haveInstalled,
  ask: async (word) => {
    await user.client.delete(resources.subscriptions, { namespace: word, name: app(word) });
    const ref = { namespace: word, name: csvOf(word, OLD) };
    await user.client.delete(resources.clusterServiceVersions, ref);
  },
  expectSettled: async (word) => {
    const left = await uninstall.outcome(word);
    // What nobody uninstalls: the group and its roles, the API, and the account that every namespace has.
    expect(left.map((line) => /^\["([^"]+)/.exec(line)?.[1])).toEqual([
      ...['ClusterRole', 'ClusterRole', 'ClusterRole'],
      'CustomResourceDefinition',
      'OperatorGroup',
      'ServiceAccount',
    ]);
  },
  outcome: (word) => installOutcome(user, word, { crds: [crd(app(word))] }),
  spared: nothing,
};

const ticketsOf = (word: string): Resource => ({
  ...{
    group: `${app(word)}.example.com`,
    version: 'v1',
    plural: 'tickets',
    kind: 'Ticket',
    namespaced: true,
  },
});

/** An uninstall with an instance that hangs: the operator has to run until that is gone, whoever dies meanwhile. */
const removal: Course = {
  ...uninstall,
  name: 'a removal with an instance that hangs',
  words: removals,
  ask: async (word) => {
    const operator = { namespace: word, name: csvOf(word, OLD) };
    const ticket = await user.client.create(ticketsOf(word), {
      ...{ apiVersion: `${app(word)}.example.com/v1`, kind: 'Ticket' },
      metadata: { name: 'one', namespace: word, finalizers: ['example.com/tidy'] },
    });
    const csv = await user.client.get(resources.clusterServiceVersions, operator);
    const record = recordOf({
      ...{
        csv: csv.metadata.uid ?? '',
        provided: [crd(app(word))],
        definitions: {},
        groups: {},
        dependencies: {},
      },
      instances: { [crd(app(word))]: [(ticket.metadata.uid ?? '').slice(0, 8)] },
    });
    const body = recordPatch(csv.metadata.uid ?? '', record);
    await user.client.patch(resources.clusterServiceVersions, operator, { type: 'merge', body });
    await user.client.delete(ticketsOf(word), { namespace: word, name: 'one' });
    await uninstall.ask(word);
  },
  expectSettled: async (word) => {
    await letGoOnceTold(word);
    await uninstall.expectSettled(word);
  },
};

/** Whoever holds the instance lets it go once the operator is told to wait for it, and runs; then somebody touches the CSV. */
async function letGoOnceTold(word: string): Promise<void> {
  const operator = { namespace: word, name: csvOf(word, OLD) };
  const message = await user.field(resources.clusterServiceVersions, word, operator.name, 'status.message');
  const there = await user.list(ticketsOf(word), word);
  if (message === undefined) return expect(there).toEqual([]);
  expect(message).toContain('runs until instances are gone');
  expect((await user.list(resources.deployments, word)).length).toBe(1);
  const free = { metadata: { finalizers: null } };
  for (const { metadata } of there) {
    const ref = { namespace: word, name: metadata.name };
    await user.client.patch(ticketsOf(word), ref, { type: 'merge', body: free });
  }
  // Pauses are long here.
  const body = { metadata: { annotations: { 'example.com/touched': String(performance.now()) } } };
  await user.client
    .patch(resources.clusterServiceVersions, operator, { type: 'merge', body })
    .catch(() => undefined);
}

describe('the controller, dying after calls of every kind', () => {
  it.each([install, upgrade, uninstall, removal])(
    'ends $name where an undisturbed one does, with at most one write more',
    { timeout: 1_200_000 },
    async (course) => {
      await (await aLife(stage)).end();
      expectThrift(stage, course, await dieAlongTheWay(stage, course));
    },
  );
});
