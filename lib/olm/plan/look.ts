/**
 * When what a plan's definitions would do to existing objects is looked at, for those who are asked to approve it: when the
 * plan begins to wait, and again from time to time, since objects come and go. When it begins it is looked at anyway.
 */
import type { InstallPlan } from '../api/types.ts';

const LOOK_AGAIN_MS = 5 * 60_000;
/** Of the time, at most one part in so many goes into looking, however many objects there are. */
const REST = 200;

/** Somebody has yet to approve it. */
export function isAwaited({ status }: InstallPlan): boolean {
  return status?.phase === 'RequiresApproval';
}

/** When to look again after a look, unix ms; a look that took long is rarer. */
export function nextLookAt({ begun, ended }: { begun: number; ended: number }): number {
  return ended + Math.max(LOOK_AGAIN_MS, (ended - begun) * REST);
}
