/** The queues and their reconcilers. A key is enough to look everything else up again. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { Paced } from '#server/catalog/service/paced.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { ReconcileOutcome, WorkQueue } from '#server/kube/types.ts';
import { catalogSourceKind } from './catalog-source-reconciler.ts';
import { csvCopiesKind } from './lull/csv-copies-reconciler.ts';
import { csvKind } from './csv-reconciler.ts';
import { endEvents } from './events.ts';
import { feedCopies } from './lull/feed-copies.ts';
import { feedOperators } from './lull/feed-operators.ts';
import { feed, on, type Queues } from './feeds.ts';
import { stopGrants } from './csv/grants.ts';
import { groupRolesKind } from './lull/group-roles-reconciler.ts';
import { createLull, type Lull } from './lull/lull.ts';
import { olmConfigKind } from './lull/olm-config-reconciler.ts';
import { operatorKind } from './lull/operator-reconciler.ts';
import { operatorConditionKind } from './operator-condition-reconciler.ts';
import { operatorGroupKind } from './operator-group-reconciler.ts';
import { installPlanKind } from './plan-reconciler.ts';
import { reconcile, type Kind } from './reconcile.ts';
import { watchRights } from './csv/rights-watch.ts';
import { subscriptionKind } from './subscription-reconciler.ts';
import type { ReconcileResult, World } from './world.ts';

/** Reconcilers that run; queues by name, for metrics. */
export interface Reconcilers {
  queues: readonly { name: string; queue: WorkQueue }[];
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

type Reconcile = (world: World, key: string, signal: AbortSignal) => Promise<ReconcileOutcome>;

const CONFLICT_PAUSE_MS = 20;

function by<T extends KubeObject & { status?: Status }, Facts, Status extends object>(
  kind: Kind<T, Facts, Status>,
): Reconcile {
  return (world, key, signal) => reconcile(kind, { world, key, signal });
}

/** Starts the reconcilers on caches that run already. */
export function startReconcilers(
  world: World,
  onError: (queue: string, key: string, error: unknown) => void,
): Reconcilers {
  const start: Start = (name, concurrency, run, waits) =>
    createQueue({
      name,
      concurrency,
      clock: world.clock,
      reconcile: async (key, signal) => {
        await waits?.(signal);
        return metered(run, { world, queue: name, key, signal });
      },
      onError: (key, error) => {
        onError(name, key, error);
      },
    });
  const queues = startQueues(start);
  const rights = watchRights(world, (key) => {
    queues.plans.add(key);
  });
  const { grants } = world.memory;
  grants.onChange = (key) => {
    queues.csvs.add(key);
  };
  const unsubscribe = [
    ...feed(world, queues),
    ...feedCopies(world, queues),
    ...feedOperators(world, queues.operators),
    on(world.caches.installPlans, ({ metadata }) => {
      rights.follow(metadata.namespace ?? '');
    }),
    () => {
      rights.stop();
      stopGrants(grants);
    },
  ];
  return {
    queues: Object.entries(queues).map(([name, queue]) => ({ name, queue })),
    stop: async () => {
      for (const end of unsubscribe) end();
      await Promise.all(Object.values(queues).map((queue) => queue.stop()));
      await endEvents(world);
    },
  };
}

type Start = (name: string, concurrency: number, run: Reconcile, waits?: Lull) => WorkQueue;

function startQueues(start: Start): Queues {
  // Real time: the clock of the world may stand still in tests. The queue's keys are what may wait.
  const resolving = new Paced(monotonicClock, () => monotonicClock.now(), Infinity);
  const installing = {
    operatorGroups: start('operatorgroup', 2, by(operatorGroupKind)),
    subscriptions: start('subscription', 4, by(subscriptionKind(resolving))),
    plans: start('installplan', 16, by(installPlanKind)),
    csvs: start('csv', 8, by(csvKind)),
  };
  const lull = createLull(monotonicClock, Object.values(installing));
  return {
    catalogSources: start('catalogsource', 2, by(catalogSourceKind)),
    ...installing,
    operatorConditions: start('operatorcondition', 4, by(operatorConditionKind)),
    // Nothing of an install waits for these.
    groupRoles: start('grouproles', 1, by(groupRolesKind), lull),
    csvCopies: start('csvcopies', 1, by(csvCopiesKind), lull),
    olmConfigs: start('olmconfig', 1, by(olmConfigKind), lull),
    operators: start('operator', 1, by(operatorKind), lull),
  };
}

interface Work {
  world: World;
  queue: string;
  key: string;
  signal: AbortSignal;
}

/** The world's clock may stand still in tests: what is counted is real time. */
async function metered(run: Reconcile, { world, queue, key, signal }: Work): Promise<ReconcileOutcome> {
  const begun = monotonicClock.now();
  const outcome = await quietly(run, world, key, signal);
  world.meter?.reconciled(queue, resultOf(outcome), (monotonicClock.now() - begun) / 1000);
  return outcome;
}

function resultOf(outcome: ReconcileOutcome): ReconcileResult {
  if (outcome === CONFLICT) return 'conflict';
  return RESULTS[outcome.kind];
}

const RESULTS: Readonly<Record<ReconcileOutcome['kind'], ReconcileResult>> = {
  done: 'done',
  requeueAfter: 'later',
  retry: 'error',
  stop: 'error',
};

const CONFLICT: ReconcileOutcome = { kind: 'requeueAfter', ms: CONFLICT_PAUSE_MS };

/** A conflict says that the caches are about to know better: look again, without a word. */
async function quietly(
  run: Reconcile,
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  try {
    return await run(world, key, signal);
  } catch (error) {
    if (isKubeError(error, 'conflict')) return CONFLICT;
    if (isKubeError(error, 'aborted')) return { kind: 'done' };
    return { kind: 'retry', error };
  }
}
