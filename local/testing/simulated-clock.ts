/** Time that passes only when a test says so. */
import { setImmediate as settle } from 'node:timers/promises';
import type { Clock } from '#server/kube/types.ts';

export interface SimulatedClock extends Clock {
  /** Lets pending promises run, then passes `ms` of time, firing timers in order and letting promises run after each. */
  advance(ms: number): Promise<void>;
  /** Advances to the next timer. False when there is none. */
  next(): Promise<boolean>;
  timers(): number;
}

/** @param random what `random()` gives; default always one half */
export function simulatedClock(random: () => number = () => 0.5): SimulatedClock {
  let now = 1_000_000;
  const timers = new Set<{ at: number; fire: () => void }>();
  const first = (): { at: number; fire: () => void } | undefined =>
    [...timers].reduce<{ at: number; fire: () => void } | undefined>(
      (best, timer) => (best === undefined || timer.at < best.at ? timer : best),
      undefined,
    );
  const fireUntil = async (end: number): Promise<void> => {
    await settle();
    for (let timer = first(); timer !== undefined && timer.at <= end; timer = first()) {
      now = Math.max(now, timer.at);
      timers.delete(timer);
      timer.fire();
      await settle();
    }
  };
  return {
    now: () => now,
    random,
    setTimer: (ms, fire) => {
      const timer = { at: now + ms, fire };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    timers: () => timers.size,
    advance: async (ms) => {
      const end = now + ms;
      await fireUntil(end);
      now = end;
    },
    next: async () => {
      await settle();
      const timer = first();
      if (timer !== undefined) await fireUntil(timer.at);
      return timer !== undefined;
    },
  };
}
