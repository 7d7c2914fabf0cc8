import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roomFor, type Sized } from './widths.ts';

const css = readFileSync(join(import.meta.dirname, '../../../app/globals.css'), 'utf8');

describe('the room that columns need', () => {
  it.each<[string, Sized[], string, string[]]>([
    ['one without a width', [{}], 'stack-32', ['']],
    [
      'widths and what is left',
      [{}, { width: 60 }, { width: 36 }, { width: 24 }],
      'stack-40',
      ['', 'w-60', 'w-36', 'w-24'],
    ],
    [
      'one to spare, which then needs no room',
      [{}, { width: 60 }, { width: 60, spare: true }],
      'stack-32',
      ['', 'w-60', 'w-60 @max-[40rem]:hidden'],
    ],
    [
      'several to spare: the last goes first',
      [{}, { width: 80, spare: true }, { width: 40 }, { width: 40, spare: true }],
      'stack-32',
      ['', 'w-80 @max-[40rem]:hidden', 'w-40', 'w-40 @max-[50rem]:hidden'],
    ],
    [
      'more than any place has',
      Array.from({ length: 9 }, () => ({ width: 80 as const })),
      'stack-59',
      Array.from({ length: 9 }, () => 'w-80'),
    ],
  ])('%s', (_name, columns, stack, cells) => {
    expect(roomFor(columns)).toEqual({ stack, cells });
  });

  it('has a rule in the style sheet for each place where rows are stacked', () => {
    const ruled = [...css.matchAll(/@container \(width < (\d+)rem\) \{\s*&:is\(\.stack-(\d+) \*\)/g)];
    expect(ruled.map(([, rem, name]) => [rem, name])).toEqual(
      [32, 36, 40, 44, 48, 52, 56, 59].map((rem) => [String(rem), String(rem)]),
    );
  });
});
