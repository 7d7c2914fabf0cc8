/** Writing a transition into a CSV's status: the phase, and the history of at most 20 entries. */
import type { CsvTransition } from './csv-facts.ts';
import { stableJson } from './plan-hash.ts';
import type { CsvStatus, RequirementStatus } from './types.ts';

const MAX_HISTORY = 20;

/**
 * The status after a transition; the very same object when it says nothing new.
 * @param now Unix ms.
 */
export function withTransition(
  status: CsvStatus | undefined,
  next: CsvTransition,
  requirementStatus: RequirementStatus[] | undefined,
  now: number,
): CsvStatus {
  const old = status ?? {};
  const requirements = requirementStatus ?? old.requirementStatus;
  const samePlace = old.phase === next.phase && old.reason === next.reason;
  const unchanged =
    samePlace &&
    old.message === next.message &&
    stableJson(old.requirementStatus ?? []) === stableJson(requirements ?? []);
  if (unchanged) return old;
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const lastTransitionTime = old.phase === next.phase ? (old.lastTransitionTime ?? time) : time;
  const entry = { ...next, lastUpdateTime: time, lastTransitionTime };
  const history = old.conditions ?? [];
  return {
    ...old,
    ...entry,
    ...(requirements === undefined ? {} : { requirementStatus: requirements }),
    conditions: samePlace ? history : [...history, entry].slice(-MAX_HISTORY),
  };
}
