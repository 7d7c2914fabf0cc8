/** Waiting for a moment in which nothing more urgent is at work. */
import { pause } from '#server/kube/clock.ts';
import type { Clock, WorkQueue } from '#server/kube/types.ts';

/** Where there is always something to do, what waits is done all the same. */
const PATIENCE_MS = 30_000;
/**
 * An install has nothing to do while definitions are being established and pods come up: what is done then slows the API
 * server down for it. Each ClusterRole costs three more, as the API server's own are aggregated anew.
 */
const STILL_MS = 300;

/**
 * Resolves once none of the queues has had a key that waits or runs for 0.3 seconds, or when they have been at work for
 * thirty seconds on end, or when the signal is aborted.
 */
export type Lull = (signal: AbortSignal) => Promise<void>;

/** @param clock whose time passes */
export function createLull(clock: Clock, queues: readonly Pick<WorkQueue, 'size' | 'idle'>[]): Lull {
  const isQuiet = (): boolean => queues.every((queue) => queue.size() === 0);
  let busySince: number | undefined;
  /** When somebody last found such a moment: whoever comes right after need not look for another. */
  let quietAt = -Infinity;
  return async (signal) => {
    while (!signal.aborted) {
      const now = clock.now();
      if (isQuiet()) {
        if (now - quietAt > STILL_MS) await pause(clock, STILL_MS, signal);
        if (!isQuiet()) continue;
        quietAt = clock.now();
        break;
      }
      quietAt = -Infinity;
      busySince ??= now;
      const left = busySince + PATIENCE_MS - now;
      if (left <= 0) return;
      const over = new AbortController();
      const idle = Promise.all(queues.map((queue) => queue.idle()));
      await Promise.race([idle, pause(clock, left, AbortSignal.any([signal, over.signal]))]);
      over.abort();
    }
    busySince = undefined;
  };
}
