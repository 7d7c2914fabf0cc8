import { describe, expect, it } from 'vitest';
import { judgeConsole } from './health.ts';

describe('judgeConsole', () => {
  it.each([
    { name: 'a quiet console', facts: { lagMs: 3, draining: false }, want: [undefined, undefined] },
    {
      name: 'one that is late: alive, but slow',
      facts: { lagMs: 1_500, draining: false },
      want: [undefined, 'the event loop was 1.5 s late'],
    },
    {
      name: 'one whose loop stands still for seconds',
      facts: { lagMs: 7_040, draining: false },
      want: ['the event loop was 7.0 s late', 'the event loop was 7.0 s late'],
    },
    { name: 'one that ends', facts: { lagMs: 0, draining: true }, want: [undefined, 'stopping'] },
  ])('$name', ({ facts, want }) => {
    const { unhealthy, notReady } = judgeConsole(facts);
    expect([unhealthy, notReady]).toEqual(want);
  });
});
