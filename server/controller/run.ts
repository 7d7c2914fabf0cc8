/** The controller from start to end. */
import type { ResourceCache } from '#server/kube/types.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createDirectoryStore } from '#server/catalog/directory-store.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import { allCaches, createCaches, createCrdCache, type Caches } from '#server/install/caches.ts';
import { startReconcilers, type Reconcilers } from '#server/install/reconcilers.ts';
import type { Log, World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { pause, realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { runWithLease } from '#server/kube/lease.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { offerDirectories } from './catalog-sources.ts';
import type { Flags } from './flags.ts';
import { startHealth, type HealthServer } from './health.ts';
import { freeDeadHolder, ownIdentity } from './lease-holder.ts';
import { findOtherOlm } from './other-olm.ts';
import { installOwnCrds } from './own-crds.ts';

export interface RunOptions {
  flags: Flags;
  config: ClusterConfig;
  log: Log;
  /** Told once, with the words that follow `capstan-controller ready`. */
  onReady: (words: string) => void;
  signal: AbortSignal;
}

const LEASE_NAME = 'capstan-controller';
const SYNC_PAUSE_MS = 25;

interface State {
  reconcilers: Reconcilers | undefined;
  caches: Caches | undefined;
  /** Why nothing is reconciled: another OLM, another leader. */
  idle: string | undefined;
}

/** Resolves after a clean end. */
export async function runController(options: RunOptions): Promise<void> {
  const { flags, log } = options;
  const client = createClient(options.config);
  const state: State = { reconcilers: undefined, caches: undefined, idle: undefined };
  const health = await startHealth(flags.port, {
    notReady: () => notReady(state),
    queueSizes: () =>
      (state.reconcilers?.queues ?? []).map(({ name, queue }) => ({ name, size: queue.size() })),
  });
  const store = await createDirectoryStore(flags.catalog, {
    namespace: flags.namespace,
    onRead: (catalog, ms) => {
      log.info(
        { catalog: catalog.ref.name, packages: catalog.packages.size, warnings: catalog.warnings.length, ms },
        'catalog read',
      );
    },
  });
  try {
    const other = await findOtherOlm(client);
    if (other === undefined) await reconcileUntilStopped({ ...options, client, store, state, health });
    else await standAside(options, state, health, other);
  } finally {
    store.stop();
    await health.close();
  }
}

/** Serves health and catalogs, and touches nothing. */
async function standAside(
  options: RunOptions,
  state: State,
  health: HealthServer,
  why: string,
): Promise<void> {
  state.idle = why;
  options.log.warn({ why }, 'not reconciling');
  options.onReady(
    `health=http://127.0.0.1:${String(health.port)} reconciling=no reason=${JSON.stringify(why)}`,
  );
  await untilAborted(options.signal);
}

interface Running extends RunOptions {
  client: KubeClient;
  store: CatalogStore;
  state: State;
  health: HealthServer;
}

async function reconcileUntilStopped(run: Running): Promise<void> {
  const { client, flags, log, signal, state, health } = run;
  const crdCache = createCrdCache(client);
  try {
    const [version] = await Promise.all([
      client.version(),
      ensureNamespace(client, flags.namespace),
      live(crdCache, signal),
    ]);
    const crds = await installOwnCrds(client, crdCache, realClock);
    if (crds.foreign.length > 0)
      log.warn({ crds: crds.foreign }, 'definitions of somebody else are used as they are');
    if (crds.written.length > 0) log.info({ crds: crds.written }, 'definitions installed');
    state.caches = createCaches(client, crdCache);
    await Promise.all(allCaches(state.caches).map((cache) => live(cache, signal)));
    const serverVersion = version.gitVersion.replace(/^v/, '').replace(/[+].*$/, '');
    const world: World = {
      client,
      caches: state.caches,
      store: run.store,
      clock: realClock,
      log,
      globalNamespace: flags.namespace,
      serverVersion,
    };
    const words = `health=http://127.0.0.1:${String(health.port)}`;
    await lead(run, world, words);
  } finally {
    crdCache.stop();
    for (const cache of state.caches === undefined ? [] : allCaches(state.caches)) cache.stop();
  }
}

async function lead(run: Running, world: World, words: string): Promise<void> {
  const { client, flags, log, signal, state, health } = run;
  let told = false;
  const tell = (more: string): void => {
    if (!told) run.onReady(words + more);
    told = true;
  };
  await freeDeadHolder(client, { namespace: flags.namespace, name: LEASE_NAME });
  await runWithLease(
    client,
    { namespace: flags.namespace, name: LEASE_NAME, identity: ownIdentity() },
    {
      signal,
      onHeldByOther: (holder) => {
        state.idle = `the lease is held by ${holder}`;
        log.warn({ holder }, 'standing by: another controller leads');
        tell(' reconciling=standby');
      },
      onError: (error) => {
        log.warn({ error: error.message }, 'lease not renewed');
      },
      onAcquired: async (leading) => {
        state.idle = undefined;
        await offerDirectories(world, flags.catalog, leading);
        const reconcilers = startReconcilers(world, (queue, key, error) => {
          health.countError(queue);
          log.warn({ controller: queue, key, error: String(error) }, 'reconcile failed');
        });
        state.reconcilers = reconcilers;
        tell('');
        await untilAborted(leading);
        await reconcilers.stop();
        state.reconcilers = undefined;
      },
    },
  );
}

function notReady({ caches, reconcilers, idle }: State): string | undefined {
  if (idle !== undefined) return undefined;
  if (caches === undefined || reconcilers === undefined) return 'starting';
  const stale = allCaches(caches).find((cache) => cache.state().phase !== 'live');
  return stale === undefined ? undefined : `cannot watch ${stale.resource.plural}`;
}

async function ensureNamespace(client: KubeClient, name: string): Promise<void> {
  try {
    await client.get(resources.namespaces, { name });
  } catch (error) {
    if (!isKubeError(error, 'notFound')) throw error;
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await client.create(resources.namespaces, namespace).catch((failure: unknown) => {
      if (!isKubeError(failure, 'alreadyExists')) throw failure;
    });
  }
}

/** A definition is established a moment before its objects can be listed: then the cache is told to look again. */
async function live(cache: ResourceCache, signal: AbortSignal): Promise<void> {
  await cache.synced;
  while (cache.state().phase !== 'live' && !signal.aborted) {
    cache.retryNow();
    await pause(realClock, SYNC_PAUSE_MS, signal);
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
