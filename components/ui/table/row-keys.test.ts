import { expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 2],
  ['ArrowUp', 0, 3, 0],
  ['ArrowUp', 2, 3, 1],
  ['PageDown', 5, 100, 15],
  ['PageDown', 95, 100, 99],
  ['PageUp', 5, 100, 0],
  ['Home', 5, 100, 0],
  ['End', 5, 100, 99],
  ['ArrowDown', 0, 0, undefined],
  ['a', 0, 3, undefined],
] as const)('%s in row %i of %i leads to %s', (key, current, count, want) => {
  expect(rowAfter(key, current, count)).toBe(want);
});
