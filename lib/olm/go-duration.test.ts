import { describe, expect, it } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

describe('parseGoDuration', () => {
  it.each([
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['.5s', 500],
    ['250ms', 250],
    ['10us', 0.01],
    ['-5s', -5000],
    ['+5s', 5000],
    ['0', 0],
  ])('reads %s', (text, ms) => {
    expect(parseGoDuration(text)).toEqual({ ok: true, ms });
  });

  it.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['soon', 'time: invalid duration "soon"'],
    ['.s', 'time: invalid duration ".s"'],
    ['15', 'time: missing unit in duration "15"'],
    ['1h5', 'time: missing unit in duration "1h5"'],
    ['15 m', 'time: unknown unit " m" in duration "15 m"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['1constructor', 'time: unknown unit "constructor" in duration "1constructor"'],
  ])('says what is wrong with %j', (text, error) => {
    expect(parseGoDuration(text)).toEqual({ ok: false, error });
  });
});
