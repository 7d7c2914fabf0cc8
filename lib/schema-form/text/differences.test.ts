import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, editsBetween } from './differences.ts';
import { applyToValue } from './edits.ts';
import { sameValue } from '../schema/path.ts';

describe('differences', () => {
  it.each<[string, unknown, unknown, unknown[]]>([
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['order is none', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: ['a', 'b'], before: 1, after: 2 }]],
    ['a new field', {}, { a: 1 }, [{ path: ['a'], before: undefined, after: 1 }]],
    [
      'a field that went',
      { a: 1, b: 2 },
      { b: 3 },
      [
        { path: ['b'], before: 2, after: 3 },
        { path: ['a'], before: 1, after: undefined },
      ],
    ],
    ['null is not absence', { a: null }, {}, [{ path: ['a'], before: null, after: undefined }]],
    ['inside items', { l: [{ a: 1 }] }, { l: [{ a: 2 }] }, [{ path: ['l', 0, 'a'], before: 1, after: 2 }]],
    ['at the end of a list', { l: [1] }, { l: [1, 2] }, [{ path: ['l', 1], before: undefined, after: 2 }]],
    [
      'in the middle of a list',
      { l: [1, 3] },
      { l: [1, 2, 3] },
      [{ path: ['l'], before: [1, 3], after: [1, 2, 3] }],
    ],
    [
      'odd keys',
      { m: { 'a.b/c': 1 } },
      { m: { 'a.b/c': 2 } },
      [{ path: ['m', 'a.b/c'], before: 1, after: 2 }],
    ],
  ])('%s', (_name, before, after, want) => {
    expect(differences(before, after)).toEqual(want);
  });
});

const data = fc.dictionary(
  fc.constantFrom('a', 'b.c', '__proto__', 'd'),
  fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, 1, 'x', '', true),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b.c', '__proto__'), tie('any'), { maxKeys: 3 }),
    ),
  })).any,
  { maxKeys: 4 },
);

it('gives edits that make one of the other', () => {
  fc.assert(
    fc.property(data, data, (before, after) => {
      const made = editsBetween(before, after).reduce<unknown>(applyToValue, before);
      expect(sameValue(made, after)).toBe(true);
    }),
  );
});
