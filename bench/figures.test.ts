import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginFigures, judge, quantile, verdict, type Goal } from './figures.ts';

interface Row {
  readonly name: string;
  readonly value: number;
  readonly goal: Goal;
  readonly last?: number;
  readonly reached: boolean;
  readonly text: string;
}

describe('judge', () => {
  it.each<Row>([
    { name: 'within', value: 80, goal: 100, reached: true, text: 'ok   x: 80 ≤ 100 (0.80 of the goal)' },
    { name: 'at it', value: 0, goal: 0, reached: true, text: 'ok   x: 0 ≤ 0' },
    {
      name: 'above',
      value: 123.456,
      goal: 100,
      reached: false,
      text: 'MISS x: 123.5 ≤ 100 (1.23 of the goal)',
    },
    {
      ...{ name: 'enough', value: 0.912, goal: { atLeast: 0.9 }, reached: true },
      text: 'ok   x: 0.91 ≥ 0.9 (1.01 of the goal)',
    },
    {
      ...{ name: 'too little', value: 0.5, goal: { atLeast: 0.9 }, reached: false },
      text: 'MISS x: 0.5 ≥ 0.9 (0.56 of the goal)',
    },
    { name: 'none', value: NaN, goal: 5, reached: false, text: 'MISS x: NaN ≤ 5 (NaN of the goal)' },
    {
      ...{ name: 'as before', value: 50, goal: 100, last: 45, reached: true },
      text: 'ok   x: 50 ≤ 100 (0.50 of the goal; last time 45)',
    },
    {
      ...{ name: 'twice as much', value: 50, goal: 100, last: 25, reached: true },
      text: 'ok   x: 50 ≤ 100 (0.50 of the goal; last time 25, +100 %)',
    },
    {
      ...{ name: 'half', value: 50, goal: 100, last: 100, reached: true },
      text: 'ok   x: 50 ≤ 100 (0.50 of the goal; last time 100, −50 %)',
    },
    {
      ...{ name: 'out of nothing', value: 3, goal: 0, last: 0, reached: false },
      text: 'MISS x: 3 ≤ 0 (last time 0, +100 %)',
    },
  ])('$name', ({ value, goal, last, reached, text }) => {
    expect(judge('x', value, goal, last)).toEqual({ reached, text: `${text}\n` });
  });
});

describe('verdict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-figures-'));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = 0;
    vi.restoreAllMocks();
  });

  it('keeps each figure for the next run with the same arguments, and fails where a goal is missed', () => {
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const run = (args: readonly string[], values: readonly number[]): void => {
      const keep = beginFigures('paint', args, folder);
      for (const value of values) verdict('ms', value, 10);
      keep();
    };
    run([], [4, 6]);
    expect(process.exitCode ?? 0).toBe(0);
    run([], [4.1, 12]);
    run(['--small'], [1]);
    expect(process.exitCode).toBe(1);
    expect(said).toEqual([
      'ok   ms: 4 ≤ 10 (0.40 of the goal)\n',
      'ok   ms: 6 ≤ 10 (0.60 of the goal)\n',
      'ok   ms: 4.1 ≤ 10 (0.41 of the goal; last time 4)\n',
      'MISS ms: 12 ≤ 10 (1.20 of the goal; last time 6, +100 %)\n',
      'ok   ms: 1 ≤ 10 (0.10 of the goal)\n',
    ]);
  });
});

it('quantiles need no order, and nothing has none', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(quantile([], 0.5)).toBeNaN();
});
