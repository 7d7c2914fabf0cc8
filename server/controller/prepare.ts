/** What the cluster must have before anything can be reconciled: our namespace, our definitions, live caches. */
import { resources } from '#lib/k8s/resources.ts';
import { allCaches, createCaches, createCrdCache, type Caches } from '#server/install/caches.ts';
import type { Log } from '#server/install/world.ts';
import { pause, realClock } from '#server/kube/clock.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient, ResourceCache } from '#server/kube/types.ts';
import { installOwnCrds } from './own-crds.ts';

const SYNC_PAUSE_MS = 25;

/** A cluster that can be worked on. */
export interface Prepared {
  caches: Caches;
  /** Such as `1.36.3`. */
  serverVersion: string;
}

/** Resolves when every cache is complete, or the signal has fired. Rejects with KubeError. */
export async function prepareCluster(
  client: KubeClient,
  namespace: string,
  log: Log,
  signal: AbortSignal,
): Promise<Prepared> {
  const crdCache = createCrdCache(client);
  try {
    const [serverVersion] = await Promise.all([
      readServerVersion(client),
      ensureNamespace(client, namespace),
      untilLive(crdCache, signal),
    ]);
    const crds = await installOwnCrds(client, crdCache, realClock);
    if (crds.foreign.length > 0)
      log.warn({ crds: crds.foreign }, 'definitions of somebody else are used as they are');
    if (crds.written.length > 0) log.info({ crds: crds.written }, 'definitions installed');
    const caches = createCaches(client, crdCache);
    await Promise.all(allCaches(caches).map((cache) => untilLive(cache, signal)));
    return { caches, serverVersion };
  } catch (error) {
    crdCache.stop();
    throw error;
  }
}

/** Such as `1.36.3`: without what distributions add to it. */
export async function readServerVersion(client: KubeClient): Promise<string> {
  const { gitVersion } = await client.version();
  return gitVersion.replace(/^v/, '').replace(/\+[^]*$/, '');
}

/** Makes it when it is not there; that somebody else was quicker is no error. Rejects with KubeError. */
export async function ensureNamespace(client: KubeClient, name: string): Promise<void> {
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
async function untilLive(cache: ResourceCache, signal: AbortSignal): Promise<void> {
  await cache.synced;
  while (cache.state().phase !== 'live' && !signal.aborted) {
    cache.retryNow();
    await pause(realClock, SYNC_PAUSE_MS, signal);
  }
}
