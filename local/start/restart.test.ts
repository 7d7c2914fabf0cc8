import { describe, expect, it } from 'vitest';
import { afterEnd, CLEAN } from './restart.ts';

/** What follows each life, given how many seconds each of them lasted: the pause in seconds, or "gives up". */
function course(lives: readonly number[]): (number | string)[] {
  let record = CLEAN;
  return lives.map((seconds) => {
    const verdict = afterEnd(record, seconds * 1_000, () => 1);
    if (!verdict.again) return 'gives up';
    ({ record } = verdict);
    return verdict.afterMs / 1_000;
  });
}

describe('afterEnd', () => {
  it.each([
    { name: 'after days of life', lives: [200_000], want: [1] },
    { name: 'again and again, at once', lives: [1, 1, 1, 1, 1, 1], want: [1, 2, 4, 8, 16, 'gives up'] },
    {
      name: 'every half minute: pauses up to a minute, without end',
      lives: Array.from({ length: 9 }, () => 30),
      want: [1, 2, 4, 8, 16, 32, 60, 60, 60],
    },
    {
      name: 'well for a while in between: from the beginning',
      lives: [1, 1, 1, 61, 1],
      want: [1, 2, 4, 1, 2],
    },
    {
      name: 'a better life among the bad ones',
      lives: [1, 1, 1, 1, 12, 1, 1, 1, 1, 1, 1],
      want: [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 'gives up'],
    },
  ])('$name', ({ lives, want }) => {
    expect(course(lives)).toEqual(want);
  });
});
