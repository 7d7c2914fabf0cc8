/**
 * What every operator here does alike: follow what it is about in the namespaces that it was given, look after one object
 * at a time, say how it is, and end when it is told to. What it all means: `docs/controllers.md`.
 */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { parseKey } from '#lib/k8s/object.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { CacheEvent, Clock, ReconcileOutcome, WorkQueue } from '#server/kube/types.ts';
import { lead } from './leader.ts';
import type { Leader } from './leader.ts';
import { createMetrics } from './metrics.ts';
import type { OperatorMetrics } from './metrics.ts';
import { serveHealth } from './health.ts';
import { openKnowledge } from './known.ts';
import type { Known, Knowledge } from './known.ts';
import type { OperatorSettings } from './settings.ts';

export interface Watched {
  readonly resource: Resource;
  /** Keys of the objects to look after when this one has changed. */
  readonly concerns: (object: KubeObject) => readonly string[];
  /** By name: values under which `Known.byIndex` finds an object. */
  readonly indexes?: Readonly<Record<string, (object: KubeObject) => readonly string[]>>;
}

/** The one contract: what is known and which object; what came of it. What it throws is tried again, later and later. */
export type Reconcile = (known: Known, ref: ObjectRef, signal: AbortSignal) => Promise<ReconcileOutcome>;

/** Looks after the objects of one kind. */
export interface Controller {
  /** In logs and metrics. */
  readonly name: string;
  readonly watched: readonly Watched[];
  readonly reconcile: Reconcile;
  /** Objects at a time; 4 when absent. One object is never looked after twice at a time. */
  readonly concurrency?: number;
}

export interface Operator extends Pick<
  OperatorSettings,
  'client' | 'namespaces' | 'signal' | 'log' | 'health'
> {
  readonly name: string;
  readonly controllers: readonly Controller[];
  /** The Lease that it holds while it works; without one all that run work at the same time. */
  readonly leader?: Leader;
  /** Of the queues; for tests. */
  readonly clock?: Clock;
}

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function operate(operator: Operator): Promise<void> {
  const metrics = createMetrics();
  await using begun = new AsyncDisposableStack();
  const state = { ready: false };
  if (operator.health !== undefined) {
    const served = await serveHealth(operator.health, { isReady: () => state.ready, metrics: metrics.text });
    begun.defer(() => served.close());
  }
  const work = (signal: AbortSignal): Promise<void> => lookAfter({ ...operator, signal }, metrics, state);
  if (operator.leader === undefined) {
    await work(operator.signal);
    return;
  }
  // Whoever waits for its turn is well.
  state.ready = true;
  await lead(operator.leader, operator, work);
}

async function lookAfter(
  operator: Operator,
  metrics: OperatorMetrics,
  state: { ready: boolean },
): Promise<void> {
  const { namespaces, signal, log, controllers } = operator;
  const knowledge = openKnowledge(
    operator.client,
    namespaces,
    controllers.flatMap(({ watched }) => watched),
  );
  const queues = controllers.map((controller) => ({
    controller,
    queue: queueOf(operator, controller, { known: knowledge.known, metrics }),
  }));
  metrics.follow(
    queues.map(({ controller, queue }) => ({ name: controller.name, size: () => queue.size() })),
  );
  // From the beginning: what is looked after while the rest is not known yet is told to end as well.
  const ended = untilAborted(signal).then(async () => {
    knowledge.stop();
    await Promise.all(queues.map(({ queue }) => queue.stop()));
  });
  await Promise.race([follow(knowledge, queues), ended]);
  state.ready = true;
  log('watching', { namespaces: namespaces.length === 0 ? 'all' : namespaces.join(',') });
  await ended;
}

function queueOf(
  { log, clock }: Operator,
  { name, concurrency = 4, reconcile }: Controller,
  { known, metrics }: { known: Known; metrics: OperatorMetrics },
): WorkQueue {
  return createQueue({
    name,
    concurrency,
    ...(clock && { clock }),
    reconcile: (key, signal) => metrics.timed(name, () => reconcile(known, parseKey(key), signal)),
    onError: (key, error, attempt) => {
      log('will try again', {
        controller: name,
        ...{ key, attempt, error: error instanceof Error ? error.message : String(error) },
      });
    },
  });
}

interface Waiting {
  readonly controller: Controller;
  readonly queue: WorkQueue;
}

/**
 * What is not known yet must not look as if it were not there: nothing of a namespace is looked after before all of it is
 * known. One that cannot be read holds up no other.
 */
async function follow(knowledge: Knowledge, queues: readonly Waiting[]): Promise<void> {
  await Promise.all(
    knowledge.places.map(async ({ synced, caches }) => {
      await synced;
      for (const { controller, queue } of queues)
        for (const { resource, concerns } of controller.watched)
          caches.get(resource)?.subscribe(concernedBy(concerns, (key) => queue.add(key)));
    }),
  );
}

/**
 * Tells of each event whom it concerns: also those whom the object has concerned before, until it is gone. Whoever replaces a
 * pod that has lost its owner has to learn that its name is free.
 */
export function concernedBy(
  concerns: Watched['concerns'],
  tell: (key: string) => void,
): (event: CacheEvent) => void {
  /** By uid; only of those that have lost somebody. */
  const lost = new Map<string, ReadonlySet<string>>();
  return (event) => {
    const { uid = '' } = event.object.metadata;
    const now = concerns(event.object);
    const before = event.type === 'modified' ? concerns(event.previous) : [];
    const all = new Set([...now, ...before, ...(lost.get(uid) ?? [])]);
    if (event.type === 'deleted') lost.delete(uid);
    else if (all.size > new Set(now).size) lost.set(uid, all);
    for (const key of all) tell(key);
  };
}

/** Resolves when the signal has fired. */
function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
