import { describe, expect, it } from 'vitest';
import { takeTurn, type Turns } from './turns.ts';

const rule = { most: 3, everyMs: 1000 };

describe('turns', () => {
  it.each([
    { name: 'all at once', asks: [0, 0, 0, 0], want: ['yes', 'yes', 'yes', 1000] },
    {
      name: 'as fast as they come back',
      asks: [0, 0, 0, 1000, 1000],
      want: ['yes', 'yes', 'yes', 'yes', 1000],
    },
    { name: 'a little too soon', asks: [0, 0, 0, 750], want: ['yes', 'yes', 'yes', 250] },
    {
      name: 'again and again too soon, which costs nothing',
      asks: [0, 0, 0, 500, 500, 1000],
      want: ['yes', 'yes', 'yes', 500, 500, 'yes'],
    },
    {
      name: 'never more than the most',
      asks: [0, 60_000, 60_000, 60_000, 60_000],
      want: ['yes', 'yes', 'yes', 'yes', 1000],
    },
  ])('are taken $name', ({ asks, want }) => {
    let turns: Turns | undefined;
    const got = asks.map((now) => {
      const taken = takeTurn(turns, rule, now);
      ({ turns } = taken);
      return taken.ok ? 'yes' : taken.waitMs;
    });
    expect(got).toEqual(want);
  });
});
