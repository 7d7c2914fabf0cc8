/** Limits of an exponential back-off, in milliseconds. */
export interface BackoffOptions {
  baseMs: number;
  maxMs: number;
}

/**
 * How long to wait before attempt number `attempt` (0 is the first retry): base · 2^attempt up to the maximum, of which
 * the second half is random, so that many waiters of one fault do not come back in one moment.
 */
export function backoffMs(attempt: number, options: BackoffOptions, random: () => number): number {
  const full = Math.min(options.baseMs * 2 ** Math.min(attempt, 40), options.maxMs);
  return full / 2 + (full / 2) * random();
}
