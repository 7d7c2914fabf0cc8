/** How long installs take, read from the history that a CSV's status keeps. */
import type { CsvPhase, CsvStatus } from '../api/types.ts';

/** An install, or the repair of one, that has come to its end. Times are in whole seconds, as statuses have them. */
export interface EndedInstall {
  readonly result: 'succeeded' | 'failed';
  readonly seconds: number;
}

const UNDER_WAY: ReadonlySet<CsvPhase> = new Set(['Pending', 'InstallReady', 'Installing']);

/**
 * What ended as `before` became `after`: from the first of the phases on the way to `Succeeded` or `Failed`. Undefined when
 * nothing did: `Failed` from `Succeeded` is a fault of what runs, and `Failed` with no phase before is none begun.
 */
export function endedInstall(before: CsvStatus | undefined, after: CsvStatus): EndedInstall | undefined {
  const { phase, conditions = [], lastTransitionTime = '' } = after;
  if (phase === before?.phase || (phase !== 'Succeeded' && phase !== 'Failed')) return undefined;
  const isUnderWay = (entry: CsvStatus): boolean => entry.phase !== undefined && UNDER_WAY.has(entry.phase);
  const earlier = conditions.slice(0, conditions.findLastIndex((entry) => entry.phase !== phase) + 1);
  const first = earlier.findLastIndex((entry) => !isUnderWay(entry)) + 1;
  const begun = Date.parse(earlier[first]?.lastTransitionTime ?? '');
  const ended = Date.parse(lastTransitionTime);
  if (Number.isNaN(begun) || Number.isNaN(ended)) return undefined;
  return {
    result: phase === 'Succeeded' ? 'succeeded' : 'failed',
    seconds: Math.max(0, ended - begun) / 1000,
  };
}
