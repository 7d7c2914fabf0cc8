import { expect, it } from 'vitest';
import { durationMs } from './duration.ts';

it.each([
  ['15m', 900_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['0', 0],
  ['+0', 0],
  ['-30s', -30_000],
  ['250ms', 250],
  ['1us', 0.001],
  ['1µs', 0.001],
  ['', undefined],
  ['15', undefined],
  ['15 m', undefined],
  ['m', undefined],
  ['.m', undefined],
  ['1d', undefined],
  ['15m ', undefined],
  ['1h-5m', undefined],
  ['99999999h', undefined],
])('reads %j as %j ms', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});
