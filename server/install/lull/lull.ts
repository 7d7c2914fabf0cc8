/** Waiting for a moment in which nothing more urgent is at work. */
import { pause } from '#server/kube/clock.ts';
import type { Clock, WorkQueue } from '#server/kube/types.ts';

/** Where there is always something to do, what waits is done all the same. */
const PATIENCE_MS = 10_000;

/**
 * Resolves once none of the queues has a key that waits or runs, or when they have been at work for ten seconds on end, or
 * when the signal is aborted.
 */
export type Lull = (signal: AbortSignal) => Promise<void>;

/** @param clock whose time passes */
export function createLull(clock: Clock, queues: readonly Pick<WorkQueue, 'size' | 'idle'>[]): Lull {
  const isQuiet = (): boolean => queues.every((queue) => queue.size() === 0);
  let busySince: number | undefined;
  return async (signal) => {
    while (!isQuiet() && !signal.aborted) {
      busySince ??= clock.now();
      const left = busySince + PATIENCE_MS - clock.now();
      if (left <= 0) return;
      const over = new AbortController();
      const idle = Promise.all(queues.map((queue) => queue.idle()));
      await Promise.race([idle, pause(clock, left, AbortSignal.any([signal, over.signal]))]);
      over.abort();
    }
    busySince = undefined;
  };
}
