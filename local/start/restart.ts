/** Whether, and when, a child that has ended is started again. Pure. */
import { backoffMs } from '#lib/k8s/backoff.ts';

/** How a child has fared since it was last well for a while. */
export interface Record {
  /** How often it has ended. */
  readonly ends: number;
  /** How often of these at once, without a better life in between. */
  readonly atOnce: number;
}

export type Verdict =
  { readonly again: true; readonly afterMs: number; readonly record: Record } | { readonly again: false };

export const CLEAN: Record = { ends: 0, atOnce: 0 };

const BACKOFF = { baseMs: 1_000, maxMs: 60_000 };
/** A child that ran this long was well: what was before is forgotten. */
const STEADY_MS = 60_000;
/** One that ends before was of no use to anybody. */
const AT_ONCE_MS = 10_000;
/** More than this, and nothing will come of it by itself: about half a minute of pauses. */
const TRIES = 5;

/** @param ranMs by a clock that never goes back */
export function afterEnd(before: Record, ranMs: number, random: () => number): Verdict {
  const known = ranMs >= STEADY_MS ? CLEAN : before;
  const record = { ends: known.ends + 1, atOnce: ranMs < AT_ONCE_MS ? known.atOnce + 1 : 0 };
  if (record.atOnce > TRIES) return { again: false };
  return { again: true, afterMs: backoffMs(known.ends, BACKOFF, random), record };
}
