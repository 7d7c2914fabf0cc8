/** The controller from start to end. */
import type { SourceStore } from '#server/catalog/source-store.ts';
import { allCaches, type Caches } from '#server/install/caches.ts';
import { isCatalogSource } from '#server/install/parse.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { getOf, type Log } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { BundleImages } from '#server/catalog/bundle-images.ts';
import { startWatchdog, type Watchdog } from '#server/watchdog/watchdog.ts';
import { startCatalogs } from './catalogs.ts';
import type { Flags } from './flags.ts';
import { followSources } from './follow-sources.ts';
import { judgeHealth, type HealthFacts } from './health-verdict.ts';
import { startHealth, type HealthServer } from './health.ts';
import { leadUntilStopped, untilAborted, type LeadHandlers } from './lead.ts';
import { findOtherOlm } from './other-olm.ts';
import { servePackageManifests } from './package-manifests/package-manifests.ts';
import { prepareCluster, type Prepared } from './prepare.ts';
import { watchStaleness, type Staleness } from './staleness.ts';

export interface RunOptions {
  flags: Flags;
  config: ClusterConfig;
  log: Log;
  /** When set, the catalog service answers only who knows it. */
  catalogSecret: string | undefined;
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
}

/** Resolves after a clean end. */
export async function runController(options: RunOptions): Promise<void> {
  const { flags, config, log, signal } = options;
  const client = createClient(config);
  const state: State = {
    reconcilers: undefined,
    caches: undefined,
    idle: undefined,
    leaseAnsweredAt: undefined,
  };
  const watchdog = startWatchdog(flags['stall-limit'] * 1000, (error) => {
    log.warn({ error: String(error) }, 'the watchdog has ended');
  });
  const staleness = watchStaleness(() => (state.caches === undefined ? undefined : allCaches(state.caches)));
  const health = await startHealth(flags.port, {
    verdict: () => judgeHealth(factsOf(state, watchdog, staleness)),
    queueSizes: () =>
      (state.reconcilers?.queues ?? []).map(({ name, queue }) => ({ name, size: queue.size() })),
  });
  // Pages are answered from what is kept on disk before the cluster has said a word.
  const catalogs = await startCatalogs({
    ...options,
    client,
    source: (ref) =>
      state.caches === undefined ? undefined : getOf(state.caches.catalogSources, isCatalogSource, ref),
  });
  const words = `health=http://127.0.0.1:${String(health.port)} catalog-service=${catalogs.url}`;
  try {
    // Reading a big directory takes longer than anything else here: it goes on while the cluster is prepared.
    const [cluster] = await Promise.all([
      prepareUnlessTaken(client, flags.namespace, log, signal),
      catalogs.store.directoriesRead(),
    ]);
    const run = { ...options, client, health, words, store: catalogs.store, images: catalogs.images };
    if ('taken' in cluster) await standAside(run, state, cluster.taken);
    else await reconcileUntilStopped(run, state, cluster);
  } finally {
    for (const cache of state.caches === undefined ? [] : allCaches(state.caches)) cache.stop();
    staleness.stop();
    await catalogs.close();
    await health.close();
    await watchdog.stop();
  }
}

async function prepareUnlessTaken(
  client: KubeClient,
  namespace: string,
  log: Log,
  signal: AbortSignal,
): Promise<Prepared | { taken: string }> {
  const taken = await findOtherOlm(client);
  return taken === undefined ? prepareCluster(client, namespace, log, signal) : { taken };
}

/** Serves health and the directories given, and touches nothing: the CatalogSources are the other one's. */
async function standAside(run: Running, state: State, why: string): Promise<void> {
  state.idle = why;
  run.store.keepOnly([]);
  run.log.warn({ why }, 'not reconciling');
  run.onReady(`${run.words} reconciling=no reason=${JSON.stringify(why)}`);
  await untilAborted(run.signal);
}

interface Running extends RunOptions {
  client: KubeClient;
  health: HealthServer;
  words: string;
  store: SourceStore;
  images: BundleImages;
}

async function reconcileUntilStopped(
  run: Running,
  state: State,
  { caches, serverVersion }: Prepared,
): Promise<void> {
  const { client, config, flags, log, signal, store, images } = run;
  state.caches = caches;
  // Before the reconcilers, which ask the store about the sources that they hear of. Without the lease, too: a replica
  // that stands by answers as well as the one that leads.
  const unfollow = followSources(caches.catalogSources, store);
  let told = false;
  const tell = (text: string): void => {
    if (!told) run.onReady(text);
    told = true;
  };
  const world = {
    client,
    clientFor: (token: string) => createClient(config, { token }),
    caches,
    store,
    bundleImages: images,
    clock: realClock,
    log,
    globalNamespace: flags.namespace,
    wholeNamespace: flags['whole-namespace-resolution'],
    serverVersion,
  };
  const manifests = servePackageManifests({
    client,
    caches,
    store,
    log,
    namespace: flags.namespace,
    at: flags['package-manifests'],
    port: flags['package-manifests-port'],
    now: realClock.now(),
  });
  // From now on silence counts.
  state.leaseAnsweredAt = performance.now();
  await leadUntilStopped(world, flags.catalog, leadHandlers(run, state, tell), signal).finally(async () => {
    unfollow();
    await (
      await manifests
    )();
  });
}

function leadHandlers({ words, health }: Running, state: State, tell: (text: string) => void): LeadHandlers {
  return {
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
    onReconcileError: health.countError,
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
  };
}
