/** How long a watch waits before it tries again. Pure. */
import { backoffMs, type BackoffOptions } from '#lib/k8s/backoff.ts';
import type { KubeError } from './errors.ts';

/** What went wrong, as far as it decides for how long it may last. */
type Sort = 'network' | 'absent' | 'gone' | 'refused';

/** Failures of one sort, one after the other. */
export interface Failures {
  readonly sort: Sort;
  readonly count: number;
}

/** The network heals in seconds and asking it costs nothing; refusals of the API server and of sign-ins last longer. */
const LIMITS: Readonly<Record<Sort, BackoffOptions>> = {
  network: { baseMs: 100, maxMs: 3_000 },
  absent: { baseMs: 1_000, maxMs: 30_000 },
  gone: { baseMs: 250, maxMs: 30_000 },
  refused: { baseMs: 500, maxMs: 30_000 },
};

/**
 * Another sort of failure is another situation, and its pauses begin anew: an API server that starts again refuses for a
 * second or two, after many tries in vain to reach it.
 */
export function countFailure(before: Failures | undefined, error: KubeError): Failures {
  const sort = sortOf(error);
  return { sort, count: before?.sort === sort ? before.count + 1 : 1 };
}

/** @param longestMs bounds it further, but for what is not there at all */
export function retryDelayMs({ sort, count }: Failures, random: () => number, longestMs = 30_000): number {
  const { baseMs, maxMs } = LIMITS[sort];
  return backoffMs(
    count - 1,
    { baseMs, maxMs: sort === 'absent' ? maxMs : Math.min(maxMs, longestMs) },
    random,
  );
}

function sortOf(error: KubeError): Sort {
  if (error.resourceAbsent) return 'absent';
  if (error.kind === 'gone') return 'gone';
  return error.status === undefined && error.kind !== 'unauthorized' ? 'network' : 'refused';
}
