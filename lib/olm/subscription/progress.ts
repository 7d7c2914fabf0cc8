/** Progress of a plan that mostly is over before anybody could read of it. */
import { findCondition } from '../../k8s/conditions.ts';
import { stableJson } from '../../base/hash.ts';
import type { SubscriptionStatus } from '../api/types.ts';

/** How long a plan may be at work before its Subscription says so. */
const QUIET_MS = 2_000;
const PENDING = 'InstallPlanPending';

/**
 * For how long a status may stay unwritten that says nothing new but that the plan has begun, which it was about to do,
 * and has made the CSV, which it does first.
 * @param now Unix ms.
 * @returns milliseconds; not positive when it is to be written now.
 */
export function quietMs(old: SubscriptionStatus | undefined, next: SubscriptionStatus, now: number): number {
  if (old === undefined || reasonOf(old) !== 'InstallPlanNotYetReconciled') return 0;
  if (reasonOf(next) !== 'Installing' || besidesPlan(old) !== besidesPlan(next)) return 0;
  const since = Date.parse(findCondition(old.conditions, PENDING)?.lastTransitionTime ?? '');
  return Number.isNaN(since) ? 0 : since + QUIET_MS - now;
}

function reasonOf({ conditions }: SubscriptionStatus): string | undefined {
  return findCondition(conditions, PENDING)?.reason;
}

function besidesPlan(status: SubscriptionStatus): string {
  const { lastUpdated: _, state: _state, installedCSV: _installed, conditions = [], ...rest } = status;
  return stableJson({ ...rest, conditions: conditions.filter(({ type }) => type !== PENDING) });
}
