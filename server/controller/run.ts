/** The controller from start to end. */
import { createDirectoryStore } from '#server/catalog/directory-store.ts';
import { startCatalogService, type CatalogService } from '#server/catalog/service.ts';
import type { CatalogRef, CatalogStore } from '#server/catalog/types.ts';
import { allCaches, type Caches } from '#server/install/caches.ts';
import { isCatalogSource } from '#server/install/parse.ts';
import type { Reconcilers } from '#server/install/reconcilers.ts';
import { getOf, type Log } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { Flags } from './flags.ts';
import { startHealth, type HealthServer } from './health.ts';
import { leadUntilStopped, untilAborted } from './lead.ts';
import { findOtherOlm } from './other-olm.ts';
import { servePackageManifests } from './package-manifests/package-manifests.ts';
import { prepareCluster, type Prepared } from './prepare.ts';

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
}

/** Resolves after a clean end. */
export async function runController(options: RunOptions): Promise<void> {
  const { flags, config, log, signal } = options;
  const client = createClient(config);
  const state: State = { reconcilers: undefined, caches: undefined, idle: undefined };
  const health = await startHealth(flags.port, {
    notReady: () => notReady(state),
    queueSizes: () =>
      (state.reconcilers?.queues ?? []).map(({ name, queue }) => ({ name, size: queue.size() })),
  });
  // Reading a big catalog takes longer than anything else here: it goes on while the cluster is prepared.
  const [catalogs, cluster] = await Promise.all([
    startCatalogs(options, state),
    prepareUnlessTaken(client, flags.namespace, log, signal),
  ]);
  const words = `health=http://127.0.0.1:${String(health.port)} catalog-service=${catalogs.service.url}`;
  try {
    if ('taken' in cluster) await standAside(options, state, words, cluster.taken);
    else await reconcileUntilStopped({ ...options, client, health, words }, state, catalogs.store, cluster);
  } finally {
    for (const cache of 'taken' in cluster ? [] : allCaches(cluster.caches)) cache.stop();
    await catalogs.service.close();
    catalogs.store.stop();
    await health.close();
  }
}

interface Catalogs {
  store: CatalogStore;
  service: CatalogService;
}

async function startCatalogs({ flags, log, catalogSecret }: RunOptions, state: State): Promise<Catalogs> {
  const store = await createDirectoryStore(flags.catalog, {
    namespace: flags.namespace,
    onRead: ({ ref, packages, warnings }, ms) => {
      const fields = { catalog: ref.name, packages: packages.size, warnings: warnings.length, ms };
      log.info(fields, 'catalog read');
    },
  });
  const describe = (ref: CatalogRef): { displayName: string } | undefined => {
    const cache = state.caches?.catalogSources;
    const displayName =
      cache === undefined ? undefined : getOf(cache, isCatalogSource, ref)?.spec.displayName;
    return displayName === undefined ? undefined : { displayName };
  };
  const service = await startCatalogService(store, {
    port: flags['catalog-service-port'],
    ...(catalogSecret === undefined ? {} : { secret: catalogSecret }),
    describe,
  });
  return { store, service };
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

/** Serves health and catalogs, and touches nothing. */
async function standAside(options: RunOptions, state: State, words: string, why: string): Promise<void> {
  state.idle = why;
  options.log.warn({ why }, 'not reconciling');
  options.onReady(`${words} reconciling=no reason=${JSON.stringify(why)}`);
  await untilAborted(options.signal);
}

interface Running extends RunOptions {
  client: KubeClient;
  health: HealthServer;
  words: string;
}

async function reconcileUntilStopped(
  run: Running,
  state: State,
  store: CatalogStore,
  { caches, serverVersion }: Prepared,
): Promise<void> {
  const { client, flags, log, signal, health, words } = run;
  state.caches = caches;
  let told = false;
  const tell = (text: string): void => {
    if (!told) run.onReady(text);
    told = true;
  };
  const world = {
    client,
    caches,
    store,
    clock: realClock,
    log,
    globalNamespace: flags.namespace,
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
  await leadUntilStopped(
    world,
    flags.catalog,
    {
      onReconcilers: (reconcilers) => {
        state.reconcilers = reconcilers;
        state.idle = undefined;
        if (reconcilers !== undefined) tell(words);
      },
      onStandby: (holder) => {
        state.idle = `the lease is held by ${holder}`;
        tell(`${words} reconciling=standby`);
      },
      onReconcileError: health.countError,
    },
    signal,
  ).finally(async () => {
    await (
      await manifests
    )();
  });
}

function notReady({ caches, reconcilers, idle }: State): string | undefined {
  if (idle !== undefined) return undefined;
  if (caches === undefined || reconcilers === undefined) return 'starting';
  const stale = allCaches(caches).find((cache) => cache.state().phase !== 'live');
  return stale === undefined ? undefined : `cannot watch ${stale.resource.plural}`;
}
