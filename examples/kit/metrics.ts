/** What an operator counts, as Prometheus reads it; the names are those of controller-runtime, so that dashboards fit. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReconcileOutcome } from '#server/kube/types.ts';

export interface OperatorMetrics {
  /** Of one reconcile: how long it took and what came of it. Passes on what `run` resolves to or throws. */
  timed(controller: string, run: () => Promise<ReconcileOutcome>): Promise<ReconcileOutcome>;
  /** Queues whose length is told from now on. */
  follow(queues: readonly { readonly name: string; readonly size: () => number }[]): void;
  readonly text: () => Promise<string>;
}

/** A registry of its own: two operators in one process do not mix. */
export function createMetrics(): OperatorMetrics {
  const registry = new Registry();
  const registers = [registry];
  const results = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles by controller and by what came of them.',
    labelNames: ['controller', 'result'],
    registers,
  });
  const seconds = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long reconciles take.',
    labelNames: ['controller'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    registers,
  });
  let queues: Parameters<OperatorMetrics['follow']>[0] = [];
  const depth = new Gauge({
    name: 'workqueue_depth',
    help: 'Objects that wait to be looked after or are being looked after.',
    labelNames: ['name'],
    registers,
  });
  return {
    timed: async (controller, run) => {
      const end = seconds.startTimer({ controller });
      try {
        const outcome = await run();
        results.inc({ controller, result: RESULTS[outcome.kind] });
        return outcome;
      } catch (error) {
        results.inc({ controller, result: 'error' });
        throw error;
      } finally {
        end();
      }
    },
    follow: (all) => {
      queues = all;
    },
    text: () => {
      for (const { name, size } of queues) depth.set({ name }, size());
      return registry.metrics();
    },
  };
}

const RESULTS = { done: 'success', requeueAfter: 'requeue_after', retry: 'error', stop: 'error' } as const;
