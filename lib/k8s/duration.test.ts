import { expect, it } from 'vitest';
import { durationFault, durationMs } from './duration.ts';

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

it.each([
  ['15m', undefined],
  ['', 'time: invalid duration ""'],
  ['soon', 'time: invalid duration "soon"'],
  ['.s', 'time: invalid duration ".s"'],
  ['1h-5m', 'time: unknown unit "h-" in duration "1h-5m"'],
  ['15', 'time: missing unit in duration "15"'],
  ['1h5', 'time: missing unit in duration "1h5"'],
  ['15 m', 'time: unknown unit " m" in duration "15 m"'],
  ['1constructor', 'time: unknown unit "constructor" in duration "1constructor"'],
  ['99999999h', 'time: invalid duration "99999999h"'],
])('says what Go says of %j', (text, fault) => {
  expect(durationFault(text)).toBe(fault);
});
