import { describe, expect, it } from 'vitest';
import { anInstance, aPlan, aVersion } from '../../testing/kudo-objects.ts';
import type { KudoInstance } from '../api/types.ts';
import { schedulesOf } from '../api/schedules.ts';
import { scheduleVerdict } from './schedule.ts';

const version = aVersion({ plans: { deploy: aPlan(), backup: aPlan(), prune: aPlan(), cleanup: aPlan() } });
const NOON = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

function scheduled(schedules: Record<string, string>, marks?: Record<string, string>): KudoInstance {
  const annotations = {
    other: 'x',
    ...Object.fromEntries(
      Object.entries(schedules).map(([plan, text]) => [`capstan.dev/schedule.${plan}`, text]),
    ),
    ...(marks === undefined ? {} : { 'capstan.dev/scheduled': JSON.stringify(marks) }),
  };
  return anInstance({}, { metadata: { name: 'it', annotations } });
}

const verdict = (instance: KudoInstance, now = NOON) => scheduleVerdict(instance, version, now);
const NIGHTLY = { backup: '0 3 * * *' };

describe('a schedule', () => {
  it('that is new begins now, and runs nothing', () => {
    expect(verdict(scheduled(NIGHTLY))).toEqual({
      patch: { annotations: { 'capstan.dev/scheduled': '{"backup":"2026-03-01T12:00:00Z"}' } },
      actions: [],
      nextAt: Date.parse('2026-03-02T03:00:00Z'),
    });
  });

  it('asks for nothing before its time', () => {
    const instance = scheduled(NIGHTLY, { backup: '2026-03-01T03:00:00Z' });
    expect(verdict(instance)).toEqual({ actions: [], nextAt: Date.parse('2026-03-02T03:00:00Z') });
  });

  it('runs its plan once when it is due', () => {
    const instance = scheduled(NIGHTLY, { backup: '2026-02-28T03:00:00Z' });
    expect(verdict(instance)).toMatchObject({
      patch: {
        planExecution: { planName: 'backup' },
        annotations: { 'capstan.dev/scheduled': '{"backup":"2026-03-01T03:00:00Z"}' },
      },
      actions: [],
    });
  });

  it('runs once for all that it missed, and says so', () => {
    const { patch, actions } = verdict(scheduled(NIGHTLY, { backup: '2026-02-26T03:00:00Z' }));
    expect(patch?.planExecution).toEqual({ planName: 'backup' });
    expect(actions).toEqual([
      {
        kind: 'event',
        type: 'Warning',
        reason: 'ScheduleMissed',
        message: 'plan backup: 2 scheduled runs were missed; it runs once now',
      },
    ]);
    const minutely = scheduled({ backup: '* * * * *' }, { backup: '2020-01-01T00:00:00Z' });
    expect(verdict(minutely).patch?.annotations).toEqual({
      'capstan.dev/scheduled': '{"backup":"2026-03-01T12:00:00Z"}',
    });
  });

  it('of several runs the one that was due first; the next comes after it', () => {
    const both = { backup: '0 3 * * *', prune: '0 2 * * *' };
    const before = { backup: '2026-02-28T03:00:00Z', prune: '2026-02-28T02:00:00Z' };
    const first = verdict(scheduled(both, before));
    expect(first.patch?.planExecution).toEqual({ planName: 'prune' });
    const marks = JSON.parse(first.patch?.annotations?.['capstan.dev/scheduled'] ?? '') as Record<
      string,
      string
    >;
    expect(verdict(scheduled(both, marks)).patch?.planExecution).toEqual({ planName: 'backup' });
  });

  it.each([
    ['that cannot be read', { backup: 'at night' }, 'is no schedule such as "0 3 * * *"'],
    ['with seconds', { backup: '* * * * * *' }, 'is no schedule'],
    ['of a plan that there is not', { none: '0 3 * * *' }, 'has no plan none'],
    ['of the cleanup', { cleanup: '0 3 * * *' }, 'has no plan cleanup that may be scheduled'],
    ['of what every object has', { constructor: '0 3 * * *' }, 'has no plan constructor'],
  ])('%s is told, and keeps no other', (_name, bad, words) => {
    const { actions, nextAt, patch } = verdict(
      scheduled({ prune: '0 2 * * *', ...bad }, { prune: '2026-03-01T02:00:00Z' }),
    );
    expect(JSON.stringify(actions)).toContain('InvalidSchedule');
    expect(actions.map((action) => ('message' in action ? action.message : ''))[0]).toContain(words);
    expect(patch).toBeUndefined();
    expect(nextAt).toBe(NOON - 10 * 3_600_000 + DAY);
  });

  it('is known by its annotation alone', () => {
    expect(schedulesOf(scheduled(NIGHTLY))).toEqual([{ plan: 'backup', when: '0 3 * * *' }]);
    expect(schedulesOf(anInstance())).toEqual([]);
    expect(verdict(anInstance())).toEqual({ actions: [] });
    const odd = scheduled(NIGHTLY, { backup: 'never' });
    expect(verdict(odd).patch?.planExecution).toBeUndefined();
  });
});
