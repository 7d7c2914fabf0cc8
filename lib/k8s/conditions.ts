/** Lists of meta/v1 conditions, as values: every function returns a new list, or the same one when nothing changed. */
import type { Condition } from './object.ts';

/** What a controller says; the times are worked out by `withCondition`. */
export type ConditionInput = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/** The first condition of the type; undefined when there is none. */
export function findCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Sets one condition by type. `lastTransitionTime` moves only when the status does, and a condition that says the
 * same as before is left as it is, so that an unchanged world gives an unchanged list.
 * @param now RFC 3339 time, seconds.
 */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  wanted: ConditionInput,
  now: string,
): Condition[] {
  const all = conditions ?? [];
  const old = findCondition(all, wanted.type);
  if (old === undefined) return [...all, { ...wanted, lastTransitionTime: now }];
  if (saysTheSame(old, wanted)) return [...all];
  const since = old.status === wanted.status ? (old.lastTransitionTime ?? now) : now;
  const next: Condition = { ...wanted, lastTransitionTime: since };
  return all.map((condition) => (condition === old ? next : condition));
}

function saysTheSame(a: ConditionInput, b: ConditionInput): boolean {
  return (
    a.status === b.status && (a.reason ?? '') === (b.reason ?? '') && (a.message ?? '') === (b.message ?? '')
  );
}

/** The list without the conditions of these types; empty when there was no list. */
export function withoutCondition(
  conditions: readonly Condition[] | undefined,
  ...types: string[]
): Condition[] {
  return (conditions ?? []).filter((condition) => !types.includes(condition.type));
}
