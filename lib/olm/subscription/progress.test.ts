import { describe, expect, it } from 'vitest';
import { EARLIER } from '../../testing/install-facts.ts';
import { quietMs } from './progress.ts';
import type { SubscriptionStatus } from '../api/types.ts';

const begun = Date.parse(EARLIER);

const status = (reason: string | undefined, more: Partial<SubscriptionStatus> = {}): SubscriptionStatus => ({
  state: 'UpgradePending',
  currentCSV: 'tickets.v1.0.0',
  lastUpdated: EARLIER,
  conditions:
    reason === undefined
      ? []
      : [{ type: 'InstallPlanPending', status: 'True', reason, lastTransitionTime: EARLIER }],
  ...more,
});

const fresh = status('InstallPlanNotYetReconciled');

describe('quietMs', () => {
  it.each([
    { name: 'the plan has just begun', old: fresh, next: status('Installing'), ms: 500, want: 1_500 },
    {
      name: '… and its CSV is there',
      old: fresh,
      next: status('Installing', { state: 'AtLatestKnown', installedCSV: 'tickets.v1.0.0' }),
      ms: 500,
      want: 1_500,
    },
    { name: '… and drags on', old: fresh, next: status('Installing'), ms: 2_000, want: 0 },
    { name: 'nothing was said yet', old: undefined, next: status('Installing'), ms: 0, want: 0 },
    { name: 'it waits for a person', old: fresh, next: status('RequiresApproval'), ms: 0, want: 0 },
    { name: 'it is over', old: fresh, next: status(undefined), ms: 0, want: 0 },
    {
      name: 'something else is new, too',
      old: fresh,
      next: status('Installing', { currentCSV: 'tickets.v2.0.0' }),
      ms: 0,
      want: 0,
    },
    {
      name: 'somebody approved it',
      old: status('RequiresApproval'),
      next: status('Installing'),
      ms: 0,
      want: 0,
    },
  ])('$name → $want ms', ({ old, next, ms, want }) => {
    expect(quietMs(old, next, begun + ms)).toBe(want);
  });
});
