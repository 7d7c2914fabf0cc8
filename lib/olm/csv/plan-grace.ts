/** How long what a CSV lacks is put down to the plan that is bringing it. */
import type { CsvFacts } from './facts.ts';

/** How long what was told to be missing stands while the plan brings one part of it after the other. */
const CSV_PLAN_PACE_MS = 5_000;

/** Milliseconds for which a missing requirement may still be on its way; not positive when the time is over. */
export function planGrace({ csv, planRunning }: CsvFacts, graceMs: number, now: number): number {
  return planRunning ? Date.parse(csv.metadata.creationTimestamp ?? '') + graceMs - now : 0;
}

/** The same until what was told to be missing is told again: part by part comes of a plan at work. */
export function planPace({ csv: { status }, planRunning }: CsvFacts, now: number): number {
  if (!planRunning || status?.reason !== 'RequirementsNotMet') return 0;
  return Date.parse(status.lastUpdateTime ?? '') + CSV_PLAN_PACE_MS - now || 0;
}
