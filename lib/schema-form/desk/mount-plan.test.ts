import { describe, expect, it } from 'vitest';
import { allot, type MountBlock, blocksOf, holdersOf, opensByItself, rowsOf } from './mount-plan.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const ones = (): number => 1;
const sizes = (blocks: readonly MountBlock[]): number[] => blocks.map(({ from, to }) => to - from);

describe('rows that a value takes', () => {
  it.each([
    ['a scalar', 'x', 1],
    ['nothing', undefined, 1],
    ['null', null, 1],
    ['an empty group', {}, 1],
    ['a group', { a: 1, b: { c: 2 } }, 4],
    ['a list', [1, { a: 1 }], 4],
    ['a list too long to open', numbers(51), 1],
    ['a list just not too long', numbers(50), 51],
  ])('%s', (_, value, rows) => {
    expect(rowsOf(value, 0)).toBe(rows);
    // What is remembered says the same.
    expect(rowsOf(value, 0)).toBe(rows);
  });

  it('counts what is too deep as closed', () => {
    const deep = numbers(20).reduce<unknown>((inner) => ({ inner }), 'x');
    expect(rowsOf(deep, 0)).toBe(10);
    expect(rowsOf(deep, 8)).toBe(2);
    expect(rowsOf(deep, 9)).toBe(1);
    expect(opensByItself({ a: 1 }, 8)).toBe(true);
    expect(opensByItself({ a: 1 }, 9)).toBe(false);
  });
});

describe('blocks', () => {
  it.each([
    ['none', [], []],
    ['few rows', [1, 1, 1], [3]],
    ['twelve and one', numbers(13).map(ones), [12, 1]],
    ['one large row alone', [1, 500, 1, 1], [1, 1, 2]],
  ])('%s', (_, rows, want) => {
    const blocks = blocksOf(numbers(rows.length), (index) => rows[index] ?? 0);
    expect(sizes(blocks)).toEqual(want);
    expect(blocks.reduce((sum, block) => sum + block.rows, 0)).toBe(rows.reduce((sum, one) => sum + one, 0));
  });

  it('begin where they began before', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const before = new Set(['a', 'c']);
    // However many rows they have by now.
    expect(sizes(blocksOf(names, () => 100, before))).toEqual([2, 3]);
    expect(sizes(blocksOf(['x', ...names], ones, before))).toEqual([1, 2, 3]);
    expect(sizes(blocksOf(['a', 'b', 'd', 'e'], ones, before))).toEqual([4]);
  });

  it('are divided once they have grown far', () => {
    expect(sizes(blocksOf(numbers(100), ones, new Set([0, 12])))).toEqual([12, 36, 36, 16]);
  });

  it('have holders when there are many', () => {
    const blocks = blocksOf(numbers(1_000), ones);
    expect(blocks).toHaveLength(84);
    const holders = holdersOf(blocks);
    expect(sizes(holders)).toEqual([24, 24, 24, 12]);
    expect(holders.reduce((sum, { rows }) => sum + rows, 0)).toBe(1_000);
  });
});

it('gives room in order', () => {
  const blocks = [12, 12, 500, 3].map((rows) => ({ from: 0, to: 1, rows }));
  expect(allot(blocks, 40)).toEqual([40, 28, 16, 0]);
  expect(allot(blocks, 0)).toEqual([0, 0, 0, 0]);
});
