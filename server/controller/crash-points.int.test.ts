import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { recordOf, recordPatch } from '#lib/olm/removal/record.ts';
import { madeTwice } from '#local/testing/audit.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { effort, isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { mortalClient, type MortalClient } from '#local/testing/mortal-client.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import { allCaches } from '#server/install/caches.ts';
import { startReconcilers } from '#server/install/reconcilers.ts';
import { createMemory } from '#server/install/memory.ts';
import type { Log, World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig, type ClusterConfig } from '#server/kube/config.ts';
import { offerDirectories } from './catalog-sources.ts';
import { prepareCluster } from './prepare.ts';

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

/** Pauses from this on are about progress that drags on, and take so many times as long. */
const LONG_MS = 500;
const STRETCH = 100;

const held = heldByFile();
let cluster: TestCluster;
let config: ClusterConfig;
let catalog: CatalogFolder;
let store: CatalogStore;
let user: Bench;
/** By the word in their names; of every life. */
const writes = new Map<string, string[]>();

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
const HOOKED = {
  webhookdefinitions: [
    {
      type: 'ValidatingAdmissionWebhook',
      generateName: 'v.nothing.example.com',
      deploymentName: 'tickets',
      rules: [
        { operations: ['CREATE'], apiGroups: ['nothing.example.com'], apiVersions: ['*'], resources: ['*'] },
      ],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
};

beforeAll(async () => {
  catalog = held.use(await ticketsCatalog(Object.fromEntries(installs.map((word) => [base(word), [OLD]]))));
  for (const word of installs) {
    await catalog.add(app(word), OLD, { deployment: 'app', account: 'app', needsApiOf: [base(word)] });
  }
  for (const word of [...upgrades, ...uninstalls, ...removals]) {
    await catalog.add(app(word), OLD, { channels: 'stable,next', spec: HOOKED });
    await catalog.add(app(word), NEW, { channels: 'next', replaces: csvOf(word, OLD) });
  }
  const directory = { name: CATALOG, directory: catalog.path };
  store = held.adopt(await createDirectoryStore([directory], { namespace: NAMESPACE }), (one) => {
    one.stop();
  });
  cluster = held.use(await startTestCluster());
  config = loadConfig({ kubeconfig: cluster.kubeconfig });
  user = bench(cluster.kubeconfig);
});

/** No bundle here is an image. */
const noImages: BundleImages = {
  unpack: () => ({ kind: 'pulling', since: 0 }),
  settled: () => Promise.resolve({ kind: 'pulling', since: 0 }),
  subscribe: () => () => undefined,
  stop: () => undefined,
};

interface Life extends MortalClient {
  /** Resolves when it has nothing to do any more. */
  idle(): Promise<void>;
  end(): Promise<void>;
}

/** What a controller does from its start on, until its last write. */
async function live(lastWrite = Number.POSITIVE_INFINITY): Promise<Life> {
  const stop = new AbortController();
  const mortal = mortalClient(createClient(config), lastWrite);
  const log: Log = { info: () => undefined, warn: () => undefined };
  const { caches, serverVersion } = await prepareCluster(mortal.client, NAMESPACE, log, stop.signal);
  // Time stands still, or a busy machine would have it tell of waits and progress that a quiet one is spared.
  const now = Date.now();
  const setTimer: World['clock']['setTimer'] = (ms, fire) =>
    realClock.setTimer(ms < LONG_MS ? ms : ms * STRETCH, fire);
  const world: World = {
    client: mortal.client,
    clientFor: () => mortal.client,
    caches,
    store,
    bundleImages: noImages,
    clock: { ...realClock, setTimer, now: () => now },
    log,
    globalNamespace: NAMESPACE,
    wholeNamespace: false,
    serverVersion,
    memory: createMemory(),
  };
  await offerDirectories(world, [{ name: CATALOG, directory: catalog.path }], stop.signal);
  const reconcilers = startReconcilers(world, () => undefined);
  // One that a failed test leaves behind would do the work of the next one's.
  onTestFinished(() => {
    stop.abort();
    void reconcilers.stop();
    for (const cache of allCaches(caches)) cache.stop();
  });
  return Object.assign(mortal, {
    idle: async () => {
      for (const { queue } of reconcilers.queues) await queue.idle();
    },
    end: async () => {
      const ended = reconcilers.stop();
      for (const cache of allCaches(caches)) cache.stop();
      // One that has sent its last write dies of its answer, and what waits for another one then waits for ever.
      if (mortal.writes.length < lastWrite) await ended;
      else await eventually(() => expect(mortal.dead).toBe(true));
      for (const word of [...installs, ...upgrades, ...uninstalls, ...removals]) {
        const own = mortal.writes.filter((entry) => entry.includes(word));
        writes.set(word, [...(writes.get(word) ?? []), ...own]);
      }
    },
  });
}

/** What people ask for, and what comes of it. */
interface Course {
  readonly name: string;
  readonly words: readonly string[];
  /** How many deaths the quick size has at most. */
  readonly quick: number;
  /** What has to be there before, of all these words at once. */
  prepare(words: readonly string[]): Promise<void>;
  ask(word: string): Promise<void>;
  expectSettled(word: string): Promise<void>;
  outcome(word: string): Promise<string[]>;
  /** What a run that dies may have more often than this undisturbed one. */
  spared(calm: readonly string[]): string[];
}

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
  const life = await live();
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
  for (const word of words) writes.delete(word);
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
    const ref = { namespace: word, name: metadata.name ?? '' };
    await user.client.patch(ticketsOf(word), ref, { type: 'merge', body: free });
  }
  // Pauses are long here.
  const body = { metadata: { annotations: { 'example.com/touched': String(performance.now()) } } };
  await user.client
    .patch(resources.clusterServiceVersions, operator, { type: 'merge', body })
    .catch(() => undefined);
}

/** A write without what differs between two installs. */
function alike(word: string, entry: string): string {
  return entry
    .replaceAll(word, 'WORD')
    .replaceAll(/install-[a-z0-9]{5}/g, 'install-HASH')
    .replaceAll(/-[a-z0-9]{10}$/g, '-HASH')
    .replaceAll(/\.[a-z0-9]{12}$/g, '.HASH');
}

/** What is told of progress: on a busy machine also of states that a quiet one passes over. */
function isStatus(entry: string): boolean {
  return entry.includes('/status ');
}

function split(entries: readonly string[]): string[][] {
  return [entries.filter(isStatus), entries.filter((entry) => !isStatus(entry))];
}

/** What one list has more often than the other. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const count = (all: readonly string[], entry: string): number => all.filter((one) => one === entry).length;
  return [...new Set(list)].filter((entry) => count(list, entry) > count(other, entry));
}

/** After how many writes to die: all there are, or one of each kind, taken from all along the way. */
function deathsIn(calm: readonly string[], quick: number): number[] {
  // Calls go out in another order now and then: one more than there are shows that none was missed.
  if (isDeep) return Array.from({ length: calm.length + 1 }, (_, index) => index + 1);
  const kinds = Map.groupBy(calm.keys(), (index) => calm[index]?.split(' ').slice(0, 2).join(' '));
  const chosen = [...kinds.values()].map((indexes, kind) => (indexes[kind % indexes.length] ?? 0) + 1);
  const all = chosen.sort((a, b) => a - b);
  const step = Math.max(1, all.length / quick);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A life in which what was asked for comes to its end, and all writes that were due are done. */
async function liveOut(course: Course, word: string): Promise<void> {
  const life = await live();
  await eventually(() => course.expectSettled(word), { timeoutMs: 90_000 });
  await life.idle();
  await life.end();
}

/** What the undisturbed one wrote, and those that died and were tried again. */
interface Tried {
  readonly calmly: readonly string[];
  readonly deaths: number;
  readonly words: readonly string[];
}

async function dieAlongTheWay(course: Course): Promise<Tried> {
  const [calm = '', ...others] = course.words;
  await course.prepare([calm]);
  await course.ask(calm);
  await liveOut(course, calm);
  const want = await course.outcome(calm);
  const calmly = (writes.get(calm) ?? []).map((entry) => alike(calm, entry));

  const deaths = deathsIn(calmly, course.quick);
  expect(others.length).toBeGreaterThanOrEqual(deaths.length);
  await course.prepare(others.slice(0, deaths.length));
  const words: string[] = [];
  for (const [index, lastWrite] of deaths.entries()) {
    const word = others[index] ?? '';
    await course.ask(word);
    const first = await live(lastWrite);
    await eventually(() => (first.dead ? undefined : course.expectSettled(word)), { timeoutMs: 90_000 });
    await first.end();
    if (!first.dead) continue;
    await liveOut(course, word);
    expect([word, await course.outcome(word)]).toEqual([word, want]);
    words.push(word);
  }
  // What one life left undone at its end the next one would do: a look by a last one.
  const last = await live();
  await last.idle();
  await last.end();
  return { calmly, deaths: deaths.length, words };
}

describe('the controller, dying after calls of every kind', () => {
  it.each([install, upgrade, uninstall, removal])(
    'ends $name where an undisturbed one does, with at most one write more',
    { timeout: 1_200_000 },
    async (course) => {
      await (await live()).end();
      const { calmly, deaths, words } = await dieAlongTheWay(course);
      const usual = [...calmly, ...course.spared(calmly)];
      const more = words.map((word) => (writes.get(word)?.length ?? 0) - usual.length);
      process.stdout.write(
        `${course.name}: died ${String(words.length)} times; undisturbed ${String(usual.length)} writes, at most ${String(Math.max(...more))} more\n`,
      );
      // One whose calls go out in another order may have one more or less.
      expect(words.length).toBeGreaterThanOrEqual(Math.min(deaths, calmly.length) - 1);
      expect(words.length).toBeGreaterThan(1);
      for (const word of words) {
        expect(madeTwice(cluster.auditLog, word)).toEqual([]);
        const own = (writes.get(word) ?? []).map((entry) => alike(word, entry));
        const [told = [], done = []] = split(own);
        const [usuallyTold = [], usuallyDone = []] = split(usual);
        const excess = [
          ...(done.length > usuallyDone.length + 1 ? without(done, usuallyDone) : []),
          ...(told.length > usuallyTold.length * 2 ? without(told, usuallyTold) : []),
        ];
        expect([word, excess]).toEqual([word, []]);
      }
    },
  );
});
