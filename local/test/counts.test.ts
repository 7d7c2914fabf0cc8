import { describe, expect, it } from 'vitest';
import { addCounts, judge, readPlaywright, readVitest, strayErrors, summaryLine } from './counts.ts';

const file = (status: string, ...tests: string[]): object => ({
  name: 'x.test.ts',
  status,
  assertionResults: tests.map((test) => ({ status: test, title: 't' })),
});

describe('readVitest', () => {
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
    const { passed, failed, skipped } = addCounts(readVitest({ testResults: files }));
    expect([passed, failed, skipped]).toEqual(want);
  });

  it('does not take another report for its own', () => {
    expect(() => readVitest({ stats: {} })).toThrow('testResults');
  });
});

it('tells what each file took, without the loading of its modules', () => {
  const report = {
    testResults: [
      { name: '/a/x.test.ts', startTime: 1000, endTime: 3500, status: 'passed', assertionResults: [] },
    ],
  };
  expect(readVitest(report)).toEqual([
    { file: '/a/x.test.ts', seconds: 2.5, passed: 0, failed: 0, skipped: 0 },
  ]);
});

describe('readPlaywright', () => {
  const test = (status: string, ...durations: number[]): object => ({
    status,
    results: durations.map((duration) => ({ duration })),
  });
  const spec = (...tests: object[]): object => ({ title: 't', tests });

  it('adds up the tests of a file, those of its groups included; a flaky one has failed', () => {
    const suites = [
      {
        file: 'a.e2e.ts',
        specs: [spec(test('expected', 1000)), spec(test('skipped'))],
        suites: [
          { specs: [spec(test('unexpected', 500))], suites: [{ specs: [spec(test('flaky', 250, 250))] }] },
        ],
      },
      { file: 'b.e2e.ts', specs: [spec(test('expected', 100), test('expected', 200))] },
    ];
    expect(readPlaywright({ suites })).toEqual([
      { file: 'a.e2e.ts', seconds: 2, passed: 1, failed: 2, skipped: 1 },
      { file: 'b.e2e.ts', seconds: expect.closeTo(0.3), passed: 2, failed: 0, skipped: 0 },
    ]);
  });

  it('does not take another report for its own', () => {
    expect(() => readPlaywright({ testResults: [] })).toThrow('suites');
  });
});

describe('strayErrors', () => {
  it('are told in their own words', () => {
    const errors = [{ message: 'the controller lacks a right', stack: '' }, { value: 'thrown text' }, {}];
    expect(strayErrors({ suites: [], errors })).toEqual([
      ...['the controller lacks a right', 'thrown text'],
      'an error without a word',
    ]);
    expect(strayErrors({ suites: [] })).toEqual([]);
  });
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
