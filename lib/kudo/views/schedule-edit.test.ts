import { expect, it } from 'vitest';
import { readSchedule, scheduleChange } from './schedule-edit.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

it('tells the next runs, in UTC', () => {
  expect(readSchedule(' 0 3 * * * ', NOON, 2)).toEqual({
    next: [new Date('2026-01-02T03:00:00Z'), new Date('2026-01-03T03:00:00Z')],
  });
});

it.each(['every night', '0 3 * *', '0 0 3 * * *', '61 * * * *'])('%s is no schedule', (text) => {
  expect(readSchedule(text, NOON)).toMatchObject({ problem: expect.any(String) });
});

it('is an annotation of its plan, and goes with it', () => {
  const body = (when: string | undefined): unknown => {
    const change = scheduleChange({ namespace: 'shop', name: 'db' }, 'backup', when);
    return change.verb === 'patch' ? change.patch.body : undefined;
  };
  expect(body('0 3 * * * ')).toEqual({
    metadata: { annotations: { 'capstan.dev/schedule.backup': '0 3 * * *' } },
  });
  expect(body(undefined)).toEqual({ metadata: { annotations: { 'capstan.dev/schedule.backup': null } } });
});
