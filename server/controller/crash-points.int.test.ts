import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { effort, isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, bench, type Bench } from '#local/testing/installs.ts';
import { mortalClient, type MortalClient } from '#local/testing/mortal-client.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import { createDirectoryStore } from '#server/catalog/store/directory-store.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import { allCaches } from '#server/install/caches.ts';
import { startReconcilers } from '#server/install/reconcilers.ts';
import type { Log, World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig, type ClusterConfig } from '#server/kube/config.ts';
import { offerDirectories } from './catalog-sources.ts';
import { prepareCluster } from './prepare.ts';

/**
 * The controller dies after single writes of an install of two operators, one of which the other requires, and starts
 * again. All that it knows is in the cluster, so "dies" means that what it has in memory is thrown away in the middle of
 * its calls: reconcilers, caches and client are the real ones, and so is the API server. That way a death costs no start
 * of a process, and many can be tried; `kill.int.test.ts` kills real processes, at random moments.
 *
 * The quick size dies after one write of each kind there is, `npm run deep` after every single write.
 */
const NAMESPACE = 'capstan-system';
const CATALOG = 'tests';
/** More than an install has writes, or kinds of them. */
const MOST = effort(35, 100);

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

const words = ['calm', ...Array.from({ length: MOST }, (_, index) => `call${String(index + 1)}x`)];
const app = (word: string): string => `${word}-app`;
const base = (word: string): string => `${word}-base`;
const crd = (name: string): string => `tickets.${name}.example.com`;

beforeAll(async () => {
  catalog = held.use(await ticketsCatalog(Object.fromEntries(words.map((word) => [base(word), ['1.0.0']]))));
  for (const word of words) {
    await catalog.add(app(word), '1.0.0', {
      deployment: 'app',
      account: 'app',
      needsApiOf: [base(word)],
    });
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
  };
  await offerDirectories(world, [{ name: CATALOG, directory: catalog.path }], stop.signal);
  const reconcilers = startReconcilers(world, () => undefined);
  held.defer(() => {
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
      for (const word of words) {
        const own = mortal.writes.filter((entry) => entry.includes(word));
        writes.set(word, [...(writes.get(word) ?? []), ...own]);
      }
    },
  });
}

/** The other operator comes along because its API is required. */
async function ask(word: string): Promise<void> {
  await user.install({ namespace: word, package: app(word), catalog: CATALOG, targetNamespaces: [word] });
}

const outcome = (word: string): Promise<string[]> =>
  installOutcome(user, word, { crds: [crd(app(word)), crd(base(word))] });

async function expectSettled(word: string): Promise<void> {
  const csvs = await user.list(resources.clusterServiceVersions, word);
  expect(csvs.map((csv) => at(csv, 'status.phase'))).toEqual(['Succeeded', 'Succeeded']);
  for (const subscription of await user.list(resources.subscriptions, word)) {
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    expect(JSON.stringify(at(subscription, 'status.conditions'))).not.toContain('InstallPlan');
  }
  const plans = await user.list(resources.installPlans, word);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(at(plan, 'status.phase')).toBe('Complete');
}

/** Objects that the API server made more than once. */
function madeTwice(word: string): string[] {
  const made = auditEvents(cluster.auditLog, word)
    .filter(({ responseStatus }) => responseStatus?.code === 201)
    .filter(({ userAgent }) => userAgent === 'capstan')
    .filter(({ objectRef }) => objectRef?.namespace === word || objectRef?.name?.includes(word) === true)
    .map(({ objectRef }) => `${objectRef?.resource ?? ''} ${objectRef?.name ?? ''}`);
  return made.filter((object, index) => made.indexOf(object) !== index);
}

/** A write without what differs between two installs. */
function alike(word: string, entry: string): string {
  return entry
    .replaceAll(word, 'WORD')
    .replaceAll(/install-[a-z0-9]{5}/g, 'install-HASH')
    .replaceAll(/-[a-z0-9]{10}$/g, '-HASH')
    .replaceAll(/\.[a-z0-9]{12}$/g, '.HASH');
}

/** Of the group's APIs the first half, which a run is spared when both operators come up together. */
function spared(calm: readonly string[]): string[] {
  const entry = 'patch OperatorGroup WORD/group';
  return calm.filter((one) => one === entry).length < 2 ? [entry] : [];
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

/** After how many writes of an install to die: all there are, or one of each kind, taken from all along the way. */
function deathsIn(calm: readonly string[]): number[] {
  // Calls go out in another order now and then: one more than there are shows that none was missed.
  if (isDeep) return Array.from({ length: calm.length + 1 }, (_, index) => index + 1);
  const kinds = Map.groupBy(calm.keys(), (index) => calm[index]?.split(' ').slice(0, 2).join(' '));
  const chosen = [...kinds.values()].map((indexes, kind) => (indexes[kind % indexes.length] ?? 0) + 1);
  return chosen.sort((a, b) => a - b);
}

/** A life in which the install comes to its end, and all writes that were due are done. */
async function liveOut(word: string): Promise<void> {
  const life = await live();
  await eventually(() => expectSettled(word), { timeoutMs: 90_000 });
  await life.idle();
  await life.end();
}

describe('the controller, dying after calls of every kind', () => {
  it('ends where an undisturbed one does, with at most one write more', { timeout: 1_200_000 }, async () => {
    await (await live()).end();
    await ask('calm');
    await liveOut('calm');
    const want = await outcome('calm');
    const calmly = (writes.get('calm') ?? []).map((entry) => alike('calm', entry));

    const deaths = deathsIn(calmly);
    const tried: string[] = [];
    for (const [index, lastWrite] of deaths.entries()) {
      const word = words[index + 1] ?? '';
      await ask(word);
      const first = await live(lastWrite);
      await eventually(() => (first.dead ? undefined : expectSettled(word)), { timeoutMs: 90_000 });
      await first.end();
      if (!first.dead) continue;
      await liveOut(word);
      expect([word, await outcome(word)]).toEqual([word, want]);
      tried.push(word);
    }
    // What one life left undone at its end the next one would do: a look by a last one.
    const last = await live();
    await last.idle();
    await last.end();
    const usual = [...calmly, ...spared(calmly)];
    const more = tried.map((word) => (writes.get(word)?.length ?? 0) - usual.length);
    process.stdout.write(
      `died ${String(tried.length)} times; undisturbed ${String(usual.length)} writes, at most ${String(Math.max(...more))} more\n`,
    );
    // One whose calls go out in another order may have one more or less.
    expect(tried.length).toBeGreaterThanOrEqual(Math.min(deaths.length, calmly.length) - 1);
    for (const word of tried) {
      expect(madeTwice(word)).toEqual([]);
      const own = (writes.get(word) ?? []).map((entry) => alike(word, entry));
      const [told = [], done = []] = split(own);
      const [usuallyTold = [], usuallyDone = []] = split(usual);
      const excess = [
        ...(done.length > usuallyDone.length + 1 ? without(done, usuallyDone) : []),
        ...(told.length > usuallyTold.length * 2 ? without(told, usuallyTold) : []),
      ];
      expect([word, excess]).toEqual([word, []]);
    }
  });
});
