import { describe, expect, it } from 'vitest';
import { nextSeen, type Look, type Seen } from './judge.ts';

const everyMs = 1_000;
const look = (beat: number, sinceLastMs = everyMs): Look => ({ beat, sinceLastMs, everyMs });
const silences = (looks: readonly Look[]): number[] => {
  let seen: Seen = { beat: 0, silentMs: 0 };
  return looks.map((one) => {
    seen = nextSeen(seen, one);
    return seen.silentMs;
  });
};

describe('nextSeen', () => {
  it.each([
    { name: 'a loop that turns', looks: [look(4), look(8), look(12)], want: [0, 0, 0] },
    { name: 'one that stands still', looks: [look(4), look(4), look(4, 1_200)], want: [0, 1_000, 2_200] },
    { name: 'one that goes on', looks: [look(0), look(0), look(1)], want: [1_000, 2_000, 0] },
    {
      name: 'a process that was stopped for five minutes while it stood still: from the beginning',
      looks: [look(0), look(0), look(0, 300_000), look(0), look(0)],
      want: [1_000, 2_000, 0, 1_000, 2_000],
    },
    {
      name: 'a process that was stopped and goes on',
      looks: [look(3), look(3, 300_000), look(4)],
      want: [0, 0, 0],
    },
    {
      name: 'a machine that has time for nobody',
      looks: [look(0, 5_000), look(0, 5_000), look(0, 5_000)],
      want: [0, 0, 0],
    },
  ])('$name', ({ looks, want }) => {
    expect(silences(looks)).toEqual(want);
  });
});
