import { describe, expect, it } from 'vitest';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import { Paced } from './paced.ts';

describe('paced work', () => {
  it('leaves as much time to others as it took', async () => {
    const clock = simulatedClock();
    const done: [string, number][] = [];
    let spent = 0;
    const paced = new Paced(clock, () => spent, 10);
    const start = clock.now();
    for (const name of ['a', 'b', 'c']) {
      void paced.do(() => {
        done.push([name, clock.now() - start]);
        spent += 900;
      });
    }
    await clock.advance(0);
    expect(done).toEqual([['a', 0]]);
    await clock.advance(899);
    expect(done).toHaveLength(1);
    await clock.advance(1);
    await clock.advance(900);
    expect(done).toEqual([
      ['a', 0],
      ['b', 900],
      ['c', 1800],
    ]);
  });

  it('is refused when too much of it waits, and goes on after a failure', async () => {
    const clock = simulatedClock();
    const paced = new Paced(clock, () => 0, 2);
    const failing = paced.do(() => {
      throw new Error('no');
    });
    const second = paced.do(() => 2);
    expect(paced.do(() => 3)).toBeUndefined();
    await expect(failing).rejects.toThrow('no');
    await clock.advance(0);
    expect(await second).toBe(2);
  });
});
