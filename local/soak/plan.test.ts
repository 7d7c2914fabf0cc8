import { describe, expect, it } from 'vitest';
import { parseSoak } from './options.ts';
import { faultNames, planOf } from './plan.ts';

describe('planOf', () => {
  it.each([2, 5, 14, 15, 60, 1_440])('has every fault within %i minutes, one after the other', (minutes) => {
    const { faults, warmUpMs, endMs } = planOf(minutes);
    expect(faults.map(({ name }) => name)).toEqual(faultNames);
    let free = warmUpMs;
    for (const { atMs, lastsMs } of faults) {
      expect(atMs).toBeGreaterThanOrEqual(free + 4_999);
      free = atMs + lastsMs;
    }
    expect(free).toBeLessThan(endMs);
    expect(endMs).toBe(minutes * 60_000);
  });

  it('lets things stand still for minutes where there is the time, and never below', () => {
    const still = (minutes: number): number | undefined =>
      planOf(minutes).faults.find(({ name }) => name === 'everything stands still')?.lastsMs;
    expect([still(60), still(15), still(14)]).toEqual([300_000, 300_000, 12_000]);
  });
});

describe('parseSoak', () => {
  it.each([
    { argv: [], want: { kind: 'run', minutes: 60 } },
    { argv: ['--minutes', '2.5'], want: { kind: 'run', minutes: 2.5 } },
    { argv: ['--help', '--minutes', 'x'], want: { kind: 'help' } },
  ])('takes $argv', ({ argv, want }) => {
    expect(parseSoak(argv)).toEqual(want);
  });

  it.each(['x', '1', '-5', '', '1e9'])('refuses --minutes %s', (minutes) => {
    expect(() => parseSoak([`--minutes=${minutes}`])).toThrow('is not a number from 2 to 10080');
  });
});
