import { describe, expect, it } from 'vitest';
import { slowerThanBefore, slowestFiles, suiteTable } from './timings.ts';

const file = (name: string, seconds: number): Parameters<typeof slowestFiles>[0][number] => ({
  suite: 'unit',
  file: name,
  seconds,
  tests: 3,
});

describe('slowestFiles', () => {
  it('puts the slowest first and leaves the rest out', () => {
    expect(slowestFiles([file('a', 1), file('b', 12.34), file('c', 3)], 2)).toEqual([
      expect.stringContaining('The 2 slowest files'),
      '     12.3  unit  b (3)',
      '      3.0  unit  c (3)',
    ]);
  });

  it('says nothing of nothing', () => {
    expect(slowestFiles([])).toEqual([]);
    expect(suiteTable([], 1)).toEqual([]);
  });
});

it('lists the parts and the whole', () => {
  expect(
    suiteTable(
      [
        { suite: 'lint', seconds: 1.25 },
        { suite: 'e2e', seconds: 100 },
      ],
      90,
    ),
  ).toEqual(['Seconds of each part, 90 in all:', '  lint      1.3', '  e2e     100.0']);
});

describe('slowerThanBefore', () => {
  const rows = [
    { name: 'never measured', last: undefined, now: 100, said: false },
    { name: 'as before', last: 100, now: 100, said: false },
    { name: 'a little slower', last: 100, now: 119, said: false },
    { name: 'a fifth slower', last: 100, now: 121, said: true },
    { name: 'twice as slow, but quick', last: 1, now: 2, said: false },
    { name: 'quicker', last: 100, now: 50, said: false },
  ];
  it.each(rows)('$name', ({ last, now, said }) => {
    const lines = slowerThanBefore(
      [{ suite: 'unit', seconds: now }],
      last === undefined ? {} : { unit: last },
    );
    expect(lines).toHaveLength(said ? 1 : 0);
  });

  it('says by how much', () => {
    expect(slowerThanBefore([{ suite: 'unit', seconds: 130 }], { unit: 100 })).toEqual([
      '! unit took 130.0 s, 30 % more than the last time (100.0 s)',
    ]);
  });
});
