/** A controller inside of a test: reconcilers, caches and client are the real ones, and so is the API server. */
import { expect, onTestFinished } from 'vitest';
import { eventually } from '#local/testing/eventually.ts';
import { mortalClient, type MortalClient } from '#local/testing/mortal-client.ts';
import { noImages } from '#local/testing/worlds/plain-world.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import { allCaches } from '#server/install/caches.ts';
import { createMemory } from '#server/install/memory.ts';
import { startReconcilers } from '#server/install/reconcilers.ts';
import type { Log, World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { offerDirectories } from '../catalog-sources.ts';
import { prepareCluster } from '../prepare.ts';

export interface LifeOptions {
  readonly config: ClusterConfig;
  readonly store: CatalogStore;
  readonly directories: readonly { readonly name: string; readonly directory: string }[];
  readonly namespace: string;
  /** The controller's clock, in unix ms. By default it stands still, or a busy machine would have it tell of waits. */
  readonly now?: () => number;
}

export interface Life extends MortalClient {
  /** Resolves when it has nothing to do any more. */
  idle(): Promise<void>;
  end(): Promise<void>;
}

/** Pauses from this on are about progress that drags on, and take so many times as long. */
const LONG_MS = 500;
const STRETCH = 100;

/**
 * What a controller does from its start on, until its last write. All that it knows is in the cluster, so "dies" means that
 * what it has in memory is thrown away in the middle of its calls: a death costs no start of a process.
 */
export async function live(options: LifeOptions, lastWrite = Number.POSITIVE_INFINITY): Promise<Life> {
  const { config, store, directories, namespace } = options;
  const stop = new AbortController();
  const mortal = mortalClient(createClient(config), lastWrite);
  const log: Log = { info: () => undefined, warn: () => undefined };
  const { caches, serverVersion } = await prepareCluster(mortal.client, namespace, log, stop.signal);
  const started = Date.now();
  const setTimer: World['clock']['setTimer'] = (ms, fire) =>
    realClock.setTimer(ms < LONG_MS ? ms : ms * STRETCH, fire);
  const world: World = {
    client: mortal.client,
    clientFor: () => mortal.client,
    caches,
    store,
    bundleImages: noImages,
    clock: { ...realClock, setTimer, now: options.now ?? (() => started) },
    log,
    globalNamespace: namespace,
    wholeNamespace: false,
    serverVersion,
    memory: createMemory(),
  };
  await offerDirectories(world, directories, stop.signal);
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
    },
  });
}
