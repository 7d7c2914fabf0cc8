/** Waits for a condition of the outside world. */
import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Gives up after this long; generous, because it only matters when something is broken. Default 90 s. */
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/**
 * Calls `probe` until it neither throws nor rejects, and resolves to its result; rejects with its last error once the
 * time is up. Assertions belong into the probe: `await eventually(async () => expect(await phase()).toBe('Succeeded'))`.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<T> {
  const { timeoutMs = 90_000, intervalMs = 50 } = options;
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
    await delay(intervalMs);
  }
}
