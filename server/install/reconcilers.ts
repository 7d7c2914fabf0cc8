/** The queues and their reconcilers. A key is enough to look everything else up again. */
import { Paced } from '#server/catalog/service/paced.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { ReconcileOutcome, WorkQueue } from '#server/kube/types.ts';
import { reconcileCatalogSource } from './catalog-source-reconciler.ts';
import { reconcileCsv } from './csv-reconciler.ts';
import { feed, on, type Queues } from './feeds.ts';
import { reconcileOperatorCondition } from './operator-condition-reconciler.ts';
import { reconcileOperatorGroup } from './operator-group-reconciler.ts';
import { reconcilePlan } from './plan-reconciler.ts';
import { watchRights } from './rights-watch.ts';
import { reconcileSubscriptions } from './subscription-reconciler.ts';
import type { World } from './world.ts';

/** Reconcilers that run; queues by name, for metrics. */
export interface Reconcilers {
  queues: readonly { name: string; queue: WorkQueue }[];
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

type Reconcile = (world: World, key: string, signal: AbortSignal) => Promise<ReconcileOutcome>;

const CONFLICT_PAUSE_MS = 20;

/** Starts the reconcilers on caches that run already. */
export function startReconcilers(
  world: World,
  onError: (queue: string, key: string, error: unknown) => void,
): Reconcilers {
  const start = (name: string, concurrency: number, reconcile: Reconcile): WorkQueue =>
    createQueue({
      name,
      concurrency,
      clock: world.clock,
      reconcile: (key, signal) => quietly(reconcile, world, key, signal),
      onError: (key, error) => {
        onError(name, key, error);
      },
    });
  // Real time: the clock of the world may stand still in tests. The queue's keys are what may wait.
  const resolving = new Paced(monotonicClock, () => monotonicClock.now(), Infinity);
  const queues: Queues = {
    catalogSources: start('catalogsource', 2, reconcileCatalogSource),
    operatorGroups: start('operatorgroup', 2, reconcileOperatorGroup),
    operatorConditions: start('operatorcondition', 4, reconcileOperatorCondition),
    subscriptions: start('subscription', 4, (_world, key, signal) =>
      reconcileSubscriptions({ world, resolving }, key, signal),
    ),
    plans: start('installplan', 16, reconcilePlan),
    csvs: start('csv', 8, reconcileCsv),
  };
  const rights = watchRights(world, (key) => {
    queues.plans.add(key);
  });
  const unsubscribe = [
    ...feed(world, queues),
    on(world.caches.installPlans, ({ metadata }) => {
      rights.follow(metadata.namespace ?? '');
    }),
    () => {
      rights.stop();
    },
  ];
  return {
    queues: Object.entries(queues).map(([name, queue]) => ({ name, queue })),
    stop: async () => {
      for (const end of unsubscribe) end();
      await Promise.all(Object.values(queues).map((queue) => queue.stop()));
    },
  };
}

/** A conflict says that the caches are about to know better: look again, without a word. */
async function quietly(
  reconcile: Reconcile,
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  try {
    return await reconcile(world, key, signal);
  } catch (error) {
    if (isKubeError(error, 'conflict')) return { kind: 'requeueAfter', ms: CONFLICT_PAUSE_MS };
    if (isKubeError(error, 'aborted')) return { kind: 'done' };
    return { kind: 'retry', error };
  }
}
