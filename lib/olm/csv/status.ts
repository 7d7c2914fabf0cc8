/** Writing a transition into a CSV's status: the phase, and the history of at most 20 entries. */
import { rfc3339 } from '../../base/time.ts';
import type { CsvTransition } from './facts.ts';
import { optional } from '../../base/loose.ts';
import { stableJson } from '../../base/hash.ts';
import type { Happening } from '../plan/decision.ts';
import type { ClusterServiceVersion, CsvStatus, RequirementStatus } from '../api/types.ts';

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
  const wanted = { ...next, ...(requirements === undefined ? {} : { requirementStatus: requirements }) };
  if (saysTheSame(old, wanted)) return old;
  const samePlace = old.phase === next.phase && old.reason === next.reason;
  const time = rfc3339(now);
  const since = old.phase === next.phase ? old.lastTransitionTime : undefined;
  const times = { lastUpdateTime: time, lastTransitionTime: since ?? time };
  const history = old.conditions ?? [];
  return {
    ...old,
    ...wanted,
    ...times,
    conditions: samePlace ? history : [...history, { ...next, ...times }].slice(-MAX_HISTORY),
  };
}

/** Apart from times, certificates and history. */
function saysTheSame(a: CsvStatus, b: CsvStatus): boolean {
  return (
    a.phase === b.phase &&
    a.reason === b.reason &&
    a.message === b.message &&
    stableJson(a.requirementStatus ?? []) === stableJson(b.requirementStatus ?? [])
  );
}

/** Apart from what follows from the rest: history, and times of changes. */
export function isSameStatus(a: CsvStatus, b: CsvStatus): boolean {
  const tellsOfTheSame = a.certsLastUpdated === b.certsLastUpdated && a.certsRotateAt === b.certsRotateAt;
  return tellsOfTheSame && saysTheSame(a, b);
}

/** Told of every phase and reason that it went through since the object was read, in their order. `now`: unix ms. */
export function toldOfCsv(about: ClusterServiceVersion, status: CsvStatus, now: number): Happening[] {
  const known = new Set((about.status?.conditions ?? []).map(stableJson));
  return (status.conditions ?? [])
    .filter((entry) => !known.has(stableJson(entry)))
    .map(({ phase, reason = '', message = '', lastUpdateTime = rfc3339(now) }): Happening => {
      const type = phase === 'Failed' ? 'Warning' : 'Normal';
      return { about, reason, message, type, time: lastUpdateTime, ...optional({ phase }) };
    });
}
