/** The controller from start to end. */
import { optional } from '#lib/base/loose.ts';
import { keyOf } from '#lib/k8s/object.ts';
import type { SourceStore } from '#server/catalog/store/source-store.ts';
import { allCaches, type Caches } from '#server/install/caches.ts';
import { leavesOutBut } from '#lib/olm/plan/left-out.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { createMemory } from '#server/install/memory.ts';
import { getOf, type Log, type World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { CredentialProvider } from '#server/kube/credentials.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import { startWatchdog, type Watchdog } from '#server/watchdog/watchdog.ts';
import { createReach } from './catalog-reach.ts';
import type { Catalogs, Reach } from './catalogs.ts';
import { reviewKey } from '#server/kudo/review-seal.ts';
import { runDeclarative } from './declarative.ts';
import type { Flags } from './flags.ts';
import { followSources } from './follow-sources.ts';
import { giveBackWhenIdle } from './give-back.ts';
import { judgeHealth, type HealthFacts } from './health-verdict.ts';
import { startHealth } from './health.ts';
import { leadUntilStopped, untilAborted, type LeadHandlers } from './lead.ts';
import { keepUp, type Kept } from './keep-up.ts';
import { createControllerMetrics, type Metrics } from './metrics.ts';
import { findOtherOlm, watchOtherOlm, type OlmWatch } from './other-olm.ts';
import { prepareCluster, type Prepared } from './prepare.ts';
import { watchStaleness, type Staleness } from './staleness.ts';

/** What the process was started with, and what ends it. */
export interface RunOptions {
  flags: Flags;
  config: ClusterConfig;
  log: Log;
  /** Pages are answered already, from what is kept on disk. Closed at the end. */
  catalogs: Catalogs;
  /** Told once, with the words that follow `capstan-controller ready`. */
  onReady: (words: string) => void;
  signal: AbortSignal;
}

interface State {
  reconcilers: Reconcilers | undefined;
  caches: Caches | undefined;
  /** Why nothing is reconciled: another OLM, another leader. */
  idle: string | undefined;
  /** When the API server last answered about the lease, on a clock that never goes back. */
  leaseAnsweredAt: number | undefined;
  kept: Kept | undefined;
}

/** Resolves after a clean end. */
export async function runController(options: RunOptions): Promise<void> {
  const { flags, config, log, signal, catalogs } = options;
  const { store } = catalogs;
  const state: State = {
    reconcilers: undefined,
    caches: undefined,
    idle: undefined,
    leaseAnsweredAt: undefined,
    kept: undefined,
  };
  const metrics = createControllerMetrics({
    queues: () => state.reconcilers?.queues ?? [],
    catalogs: () => store.list(),
    now: () => realClock.now(),
  });
  const client = createClient(config, {}, metrics.answered);
  const watchdog = startWatchdog(flags['stall-limit'] * 1000, (error) => {
    log.warn({ error: String(error) }, 'the watchdog has ended');
  });
  const staleness = watchStaleness(() => (state.caches === undefined ? undefined : allCaches(state.caches)));
  const health = await startHealth(flags, {
    verdict: () => judgeHealth(factsOf(state, watchdog, staleness)),
    metrics: metrics.registry,
  });
  const source: Reach['source'] = (ref) =>
    state.caches === undefined ? undefined : getOf(state.caches.catalogSources, isCatalogSource, ref);
  const reach = await createReach({ flags, config, client, catalogs, log, source });
  catalogs.join(reach);
  const stopGiving = giveBackWhenIdle();
  const words = `health=http://${inUrl(flags.host)}:${String(health.port)} catalog-service=${catalogs.url}`;
  let told = false;
  const tell = (text: string): void => {
    if (!told) options.onReady(text);
    told = true;
  };
  const run = { ...options, client, metrics, words, tell, store, images: reach.images };
  let others: OlmWatch | undefined;
  try {
    others = flags['ignore-other-olm'] ? undefined : await lookForOthers(client, log);
    const read = store.directoriesRead();
    while (!signal.aborted) {
      const until = others === undefined ? signal : AbortSignal.any([signal, others.turn()]);
      const taken = others?.found();
      if (taken === undefined) await reconcile({ ...run, signal: until }, state, read);
      else await standAside({ ...run, signal: until }, state, { why: taken, read });
    }
  } finally {
    stopGiving();
    await others?.stop();
    staleness.stop();
    await catalogs.close();
    await health.close();
    await watchdog.stop();
  }
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

async function lookForOthers(client: KubeClient, log: Log): Promise<OlmWatch> {
  return watchOtherOlm(client, await findOtherOlm(client), (error) => {
    log.warn({ error: String(error) }, 'cannot look for another OLM');
  });
}

interface Running extends RunOptions {
  client: KubeClient;
  metrics: Metrics;
  words: string;
  /** Tells that we are ready, once. */
  tell: (words: string) => void;
  store: SourceStore;
  images: BundleImages;
}

/** Serves health and the directories given, and touches nothing: the CatalogSources are the other one's. */
async function standAside(
  run: Running,
  state: State,
  { why, read }: { why: string; read: Promise<unknown> },
): Promise<void> {
  state.idle = why;
  run.store.keepOnly([]);
  await read;
  run.log.warn({ why }, 'not reconciling');
  run.tell(`${run.words} reconciling=no reason=${JSON.stringify(why)}`);
  await untilAborted(run.signal);
  state.idle = undefined;
}

/** Until its signal: that of the process, or that another OLM has come. */
async function reconcile(run: Running, state: State, read: Promise<unknown>): Promise<void> {
  const { client, flags, log, signal } = run;
  let caches: Caches | undefined;
  try {
    // Reading a big directory takes longer than anything else here: it goes on while the cluster is prepared.
    const [cluster] = await Promise.all([prepareCluster(client, flags.namespace, log, signal), read]);
    ({ caches } = cluster);
    state.caches = caches;
    await reconcileUntilStopped(run, state, cluster);
  } finally {
    state.caches = undefined;
    state.reconcilers = undefined;
    for (const cache of caches === undefined ? [] : allCaches(caches)) cache.stop();
  }
}

async function reconcileUntilStopped(
  run: Running,
  state: State,
  { caches, serverVersion }: Prepared,
): Promise<void> {
  const { client, flags, log, metrics, signal, store, images } = run;
  // Before the reconcilers, which ask the store about the sources that they hear of. Without the lease, too: a replica
  // that stands by answers as well as the one that leads.
  const unfollow = followSources(caches.catalogSources, store);
  const world: World = {
    ...clientsWhile(run),
    caches,
    store,
    bundleImages: images,
    clock: realClock,
    log,
    globalNamespace: flags.namespace,
    wholeNamespace: flags['whole-namespace-resolution'],
    accountsOnly: flags.scope === 'namespaces',
    ...optional({
      leavesOut: flags['leave-out-unserved'] ? leavesOutBut(flags['served-image']) : undefined,
    }),
    serverVersion,
    memory: createMemory(),
    meter: metrics,
  };
  state.kept = keepUp(world, flags, () => {
    const csvs = state.reconcilers?.queues.find(({ name }) => name === 'csvs');
    for (const csv of caches.clusterServiceVersions.list()) csvs?.queue.add(keyOf(csv));
  });
  // From now on silence counts.
  state.leaseAnsweredAt = performance.now();
  try {
    const handlers = leadHandlers(run, state);
    const alongside: LeadHandlers['alongside'] = (leading, onError) =>
      runDeclarative({
        ...{ ...leading, definitions: caches.customResourceDefinitions, onError },
        reviewKey: flags['kudo-trust-authors'] ? undefined : () => reviewKey(client, flags.namespace),
      });
    await leadUntilStopped(world, flags.catalog, flags.kudo ? { ...handlers, alongside } : handlers, signal);
  } finally {
    state.idle = undefined;
    state.leaseAnsweredAt = undefined;
    unfollow();
    await state.kept.end();
    state.kept = undefined;
  }
}

/** Without a condition: of what is done whether we lead or not. */
function clientsWhile(
  { config, metrics }: Running,
  isHeld?: () => boolean,
): Pick<World, 'client' | 'clientFor'> {
  return {
    client: createClient(config, {}, metrics.answered, isHeld),
    clientFor: (credentials: CredentialProvider) =>
      createClient(config, { credentials }, metrics.answered, isHeld),
  };
}

function leadHandlers(run: Running, state: State): LeadHandlers {
  const { words, metrics, tell } = run;
  return {
    clientsWhile: (isHeld) => clientsWhile(run, isHeld),
    onReconcilers: (reconcilers) => {
      state.reconcilers = reconcilers;
      state.idle = undefined;
      if (reconcilers !== undefined) tell(words);
    },
    onStandby: (holder) => {
      state.idle = `the lease is held by ${holder}`;
      tell(`${words} reconciling=standby`);
    },
    onLeaseAnswer: () => {
      state.leaseAnsweredAt = performance.now();
    },
    onReconcileError: metrics.countError,
  };
}

function factsOf(state: State, watchdog: Watchdog, staleness: Staleness): HealthFacts {
  const { leaseAnsweredAt } = state;
  return {
    lagMs: watchdog.lagMs(),
    idle: state.idle,
    reconciling: state.reconcilers !== undefined,
    leaseSilenceMs: leaseAnsweredAt === undefined ? undefined : performance.now() - leaseAnsweredAt,
    caches: staleness.read(),
    pending: state.kept?.pending(),
  };
}
