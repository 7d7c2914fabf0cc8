import type { Clock } from './types.ts';

/** Longest delay a Node timer keeps; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. `now` is wall-clock milliseconds since 1970. */
export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer,
};

/** For ages and deadlines: wall time jumps when it is set. `now` is milliseconds since some moment of this process. */
export const monotonicClock: Clock = { ...realClock, now: () => performance.now() };

function setTimer(ms: number, fire: () => void): () => void {
  let handle: NodeJS.Timeout;
  const arm = (left: number): void => {
    const step = Math.min(Math.max(left, 0), LONGEST_TIMER_MS);
    handle = setTimeout(() => {
      if (left > step) arm(left - step);
      else fire();
    }, step);
  };
  arm(ms);
  return () => clearTimeout(handle);
}

/** Resolves after `ms`, or at once when `signal` is aborted; never rejects. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.setTimer(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
