import { expect, it } from 'vitest';
import { tileAfter } from './grid-keys.ts';

const grid = { count: 11, columns: 4, rows: 2 };

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 10, 10],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 7, 10],
  ['ArrowUp', 5, 1],
  // Out of the grid, to what stands above it.
  ['ArrowUp', 2, undefined],
  ['PageDown', 1, 9],
  ['PageUp', 9, 1],
  ['PageUp', 2, 0],
  ['Home', 9, 0],
  ['End', 0, 10],
  ['a', 0, undefined],
] as const)('%s on tile %i leads to %s', (key, current, want) => {
  expect(tileAfter(key, current, grid)).toBe(want);
});

it('leads nowhere where nothing is', () => {
  expect(tileAfter('ArrowDown', 0, { ...grid, count: 0 })).toBeUndefined();
});
