import { describe, expect, it } from 'vitest';
import { addCounts, countPlaywright, countVitest, judge, summaryLine } from './counts.ts';

const file = (status: string, ...tests: string[]): object => ({
  name: 'x.test.ts',
  status,
  assertionResults: tests.map((test) => ({ status: test, title: 't' })),
});

describe('countVitest', () => {
  const rows = [
    { name: 'no files', files: [], want: [0, 0, 0] },
    {
      name: 'each kind',
      files: [file('failed', 'passed', 'failed', 'skipped', 'todo', 'pending')],
      want: [1, 1, 3],
    },
    { name: 'a file that does not load', files: [file('failed'), file('passed', 'passed')], want: [1, 1, 0] },
    { name: 'a hook that fails after all tests passed', files: [file('failed', 'passed')], want: [1, 1, 0] },
  ];
  it.each(rows)('$name', ({ files, want }) => {
    const { passed, failed, skipped } = countVitest({ testResults: files });
    expect([passed, failed, skipped]).toEqual(want);
  });

  it('does not take another report for its own', () => {
    expect(() => countVitest({ stats: {} })).toThrow('testResults');
  });
});

it('counts a flaky browser test as failed', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 4, duration: 1 }, suites: [] };
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 4 });
});

describe('judge', () => {
  const rows = [
    { name: 'all well', counts: [2, 0, 1], ok: true, failed: 0 },
    { name: 'failures', counts: [2, 3, 1], ok: false, failed: 3 },
    { name: 'an error outside of any test', counts: [2, 0, 0], ok: false, failed: 1 },
    { name: 'nothing ran', counts: [0, 0, 0], ok: true, failed: 1 },
    { name: 'everything skipped', counts: [0, 0, 5], ok: true, failed: 1 },
  ];
  it.each(rows)('$name', ({ counts: [passed = 0, bad = 0, skipped = 0], ok, failed }) => {
    const judged = judge({ passed, failed: bad, skipped }, ok);
    expect(judged.failed).toBe(failed);
    expect(judged.complaint !== undefined).toBe(failed > bad);
  });
});

it('ends in one line', () => {
  const total = addCounts([
    { passed: 1, failed: 0, skipped: 2 },
    { passed: 40, failed: 1, skipped: 0 },
  ]);
  expect(summaryLine(total)).toBe('41 passed, 1 failed, 2 skipped');
});
