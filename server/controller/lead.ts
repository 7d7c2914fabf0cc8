/** Reconciling while we hold the lease. */
import { startReconcilers, type Reconcilers } from '#server/install/reconcilers.ts';
import type { World } from '#server/install/world.ts';
import type { CatalogDirectory } from '#server/catalog/types.ts';
import { runWithLease } from '#server/kube/lease.ts';
import { offerDirectories } from './catalog-sources.ts';
import { freeDeadHolder, ownIdentity } from './lease-holder.ts';
import { startUpkeep } from './upkeep.ts';

const LEASE_NAME = 'capstan-controller';

/** Who hears of the election and of the work. */
export interface LeadHandlers {
  /** The reconcilers run; undefined: they have stopped. */
  onReconcilers: (reconcilers: Reconcilers | undefined) => void;
  /** Another controller works; we wait for its lease. */
  onStandby: (holder: string) => void;
  /** The API server has told whose the lease is. */
  onLeaseAnswer: () => void;
  onReconcileError: (queue: string) => void;
  /** Clients that write only as long as that is so: whatever wakes up late writes nothing over what a successor has done. */
  clientsWhile: (isHeld: () => boolean) => Pick<World, 'client' | 'clientFor'>;
  /** What else runs while we lead, by the same clients. */
  alongside?: (world: World, onError: (key: string, error: unknown) => void) => Reconcilers;
}

/** Resolves when `signal` is aborted and everything that ran has ended. */
export async function leadUntilStopped(
  world: World,
  directories: readonly CatalogDirectory[],
  handlers: LeadHandlers,
  signal: AbortSignal,
): Promise<void> {
  const { client, log } = world;
  const ref = { namespace: world.globalNamespace, name: LEASE_NAME };
  await freeDeadHolder(client, ref);
  await runWithLease(
    client,
    { ...ref, identity: ownIdentity() },
    {
      signal,
      onHeldByOther: (holder) => {
        log.warn({ holder }, 'standing by: another controller leads');
        handlers.onStandby(holder);
      },
      onAnswer: handlers.onLeaseAnswer,
      onError: (error) => log.warn({ error: error.message }, 'lease not renewed'),
      onAcquired: async (leading, isHeld) => {
        const fenced = { ...world, ...handlers.clientsWhile(isHeld) };
        await offerDirectories(fenced, directories, leading);
        const unfollow = offerAgain(fenced, directories, leading);
        const onError = (queue: string, key: string, error: unknown): void => {
          handlers.onReconcileError(queue);
          log.warn({ controller: queue, key, error: String(error) }, 'reconcile failed');
        };
        const own = startReconcilers(fenced, onError);
        const others = handlers.alongside?.(fenced, (key, error) => onError('instance', key, error));
        const reconcilers = others === undefined ? own : together(own, others);
        handlers.onReconcilers(reconcilers);
        await untilAborted(leading);
        await Promise.all([unfollow(), reconcilers.stop()]);
        handlers.onReconcilers(undefined);
      },
    },
  );
}

function together(...all: readonly Reconcilers[]): Reconcilers {
  return {
    get queues() {
      return all.flatMap(({ queues }) => queues);
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

/** The CatalogSources of the directories went with their namespace, and come back with it. Returns what ends it. */
function offerAgain(
  world: World,
  directories: readonly CatalogDirectory[],
  signal: AbortSignal,
): () => Promise<void> {
  const { caches, clock, globalNamespace, log } = world;
  const look = (): Promise<void> => offerDirectories(world, directories, signal);
  const upkeep = startUpkeep([{ name: 'directories', look }], clock, (_task, error) =>
    log.warn({ error: String(error) }, 'directories not offered'),
  );
  let uid = caches.namespaces.get({ name: globalNamespace })?.metadata.uid;
  const unsubscribe = caches.namespaces.subscribe(({ type, object: { metadata } }) => {
    if (type === 'deleted' || metadata.name !== globalNamespace || metadata.uid === uid) return;
    uid = metadata.uid;
    upkeep.look('directories');
  });
  return async () => {
    unsubscribe();
    await upkeep.stop();
  };
}

/** Never rejects. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
