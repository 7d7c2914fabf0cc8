/** Trying again inside one fetch: what is worth another try, and how long to wait before it. */
import { backoffMs } from '#lib/k8s/backoff.ts';
import { pause } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';
import { SourceError } from '../sources/reader.ts';

/** By whose time is waited, and what ends the waiting. */
export interface Patience {
  clock: Clock;
  signal: AbortSignal;
}

const MAX_TRIES = 5;
const BACKOFF = { baseMs: 500, maxMs: 8_000 };
/** Longer than this is not waited for here: the source is asked again when its time comes. */
const LONGEST_WAIT_MS = 20_000;

/** Errors that another try may help against. */
export function isPassing(error: unknown): error is SourceError {
  return error instanceof SourceError && (error.kind === 'unreachable' || error.kind === 'throttled');
}

/** Calls `attempt` until it succeeds, fails for good, or was tried often enough; rejects with the last error. */
export async function withRetries<T>(patience: Patience, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    patience.signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error) || tries >= MAX_TRIES || (error.retryAfterMs ?? 0) > LONGEST_WAIT_MS) throw error;
      await waitBefore(tries, error, patience);
    }
  }
}

/** @param tries how many failed so far */
export async function waitBefore(
  tries: number,
  error: SourceError,
  { clock, signal }: Patience,
): Promise<void> {
  const own = backoffMs(tries - 1, BACKOFF, () => clock.random());
  await pause(clock, Math.max(own, error.retryAfterMs ?? 0), signal);
  signal.throwIfAborted();
}

/** `Retry-After` in ms: seconds or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}
