import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';

const limits = { burst: 3, refillMs: 1_000, clients: 2 };
const after = (count: number, client: string, attempts = createAttempts(limits)) => {
  for (let tries = 0; tries < count; tries += 1) expect(attempts.take(client, 0)).toBe(0);
  return attempts;
};

describe('attempts', () => {
  it('come to an end, and back one by one', () => {
    const attempts = after(3, 'a');
    expect(attempts.take('a', 0)).toBe(1_000);
    expect(attempts.take('a', 999)).toBe(1);
    expect(attempts.take('a', 1_000)).toBe(0);
    expect(attempts.take('a', 1_000)).toBe(1_000);
  });

  it('of one are none of another', () => {
    expect(after(3, 'a').take('b', 0)).toBe(0);
  });

  it('that were none to count are given back, and no more than there were', () => {
    const attempts = after(3, 'a');
    for (let times = 0; times < 9; times += 1) attempts.giveBack('a');
    attempts.giveBack('nobody');
    after(3, 'a', attempts);
    expect(attempts.take('a', 0)).toBeGreaterThan(0);
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2', 'of one network count together'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', 'of one network count together'],
  ])('%s and %s %s', (one, other) => {
    expect(after(3, one).take(other, 0)).toBeGreaterThan(0);
  });

  it.each([
    ['2001:db8:0:1::1', '2001:db8:0:2::1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2'],
  ])('%s and %s count alone', (one, other) => {
    expect(after(3, one).take(other, 0)).toBe(0);
  });

  it('are remembered of so many clients and no more', () => {
    const attempts = after(3, 'a');
    attempts.take('b', 0);
    attempts.take('c', 0);
    expect(attempts.take('a', 0)).toBe(0);
  });
});
