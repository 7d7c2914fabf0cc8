import { describe, expect, it } from 'vitest';
import { isChangedByOthers, mergeObjects, mergeThreeWays } from './three-way-merge.ts';

interface Case {
  name: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  want: unknown;
  /** Paths, joined by dots. */
  conflicts?: string[];
}

const a = { name: 'a', image: 'a:1' };
const b = { name: 'b', image: 'b:1' };

const cases: Case[] = [
  { name: 'nobody changed anything', base: { x: 1 }, mine: { x: 1 }, theirs: { x: 1 }, want: { x: 1 } },
  { name: 'only I did', base: { x: 1 }, mine: { x: 2 }, theirs: { x: 1 }, want: { x: 2 } },
  { name: 'only they did', base: { x: 1 }, mine: { x: 1 }, theirs: { x: 2 }, want: { x: 2 } },
  { name: 'both, to the same', base: { x: 1 }, mine: { x: 2 }, theirs: { x: 2 }, want: { x: 2 } },
  {
    name: 'different fields',
    base: { x: 1, y: 1 },
    mine: { x: 2, y: 1 },
    theirs: { x: 1, y: 2 },
    want: { x: 2, y: 2 },
  },
  {
    name: 'one field, to different values',
    base: { x: 1 },
    mine: { x: 2 },
    theirs: { x: 3 },
    want: { x: 2 },
    conflicts: ['x'],
  },
  {
    name: 'deep fields beside each other',
    base: { spec: { a: { b: 1, c: 1 } } },
    mine: { spec: { a: { b: 2, c: 1 } } },
    theirs: { spec: { a: { b: 1, c: 2, d: 3 } } },
    want: { spec: { a: { b: 2, c: 2, d: 3 } } },
  },
  {
    name: 'I removed what they left',
    base: { x: 1, y: 1 },
    mine: { y: 1 },
    theirs: { x: 1, y: 1 },
    want: { y: 1 },
  },
  {
    name: 'they removed what I left',
    base: { x: 1, y: 1 },
    mine: { x: 1, y: 1 },
    theirs: { y: 1 },
    want: { y: 1 },
  },
  {
    name: 'I removed what they changed',
    base: { x: 1 },
    mine: {},
    theirs: { x: 2 },
    want: {},
    conflicts: ['x'],
  },
  {
    name: 'they removed what I changed',
    base: { x: 1 },
    mine: { x: 2 },
    theirs: {},
    want: { x: 2 },
    conflicts: ['x'],
  },
  {
    name: 'both added different things under one name',
    base: {},
    mine: { x: { p: 1, q: 1 } },
    theirs: { x: { p: 2, r: 1 } },
    want: { x: { p: 1, q: 1, r: 1 } },
    conflicts: ['x.p'],
  },
  {
    name: 'a value became an object on one side',
    base: { x: 1 },
    mine: { x: { y: 1 } },
    theirs: { x: 2 },
    want: { x: { y: 1 } },
    conflicts: ['x'],
  },
  {
    name: 'named things in a list',
    base: { containers: [a, b] },
    mine: { containers: [{ ...a, image: 'a:2' }, b] },
    theirs: { containers: [a, { ...b, image: 'b:2' }, { name: 'c' }] },
    want: { containers: [{ ...a, image: 'a:2' }, { ...b, image: 'b:2' }, { name: 'c' }] },
  },
  {
    name: 'one thing of a list',
    base: { containers: [a] },
    mine: { containers: [{ ...a, image: 'a:2' }] },
    theirs: { containers: [{ ...a, image: 'a:3' }] },
    want: { containers: [{ ...a, image: 'a:2' }] },
    conflicts: ['containers.a.image'],
  },
  {
    name: 'a thing that one side removed from a list',
    base: { containers: [a, b] },
    mine: { containers: [b] },
    theirs: { containers: [a, { ...b, image: 'b:2' }] },
    want: { containers: [{ ...b, image: 'b:2' }] },
  },
  {
    name: 'lists without names',
    base: { args: ['-v'] },
    mine: { args: ['-v', '-x'] },
    theirs: { args: ['-v', '-y'] },
    want: { args: ['-v', '-x'] },
    conflicts: ['args'],
  },
  {
    name: 'names that are there twice',
    base: { l: [a] },
    mine: { l: [a, a] },
    theirs: { l: [b] },
    want: { l: [a, a] },
    conflicts: ['l'],
  },
  {
    name: 'null is a value',
    base: { x: 1 },
    mine: { x: null },
    theirs: { x: 1, y: null },
    want: { x: null, y: null },
  },
  {
    name: 'large integers',
    base: { x: 1n },
    mine: { x: 2n },
    theirs: { x: 1n, y: 3n },
    want: { x: 2n, y: 3n },
  },
];

describe('mergeThreeWays', () => {
  it.each(cases)('$name', ({ base, mine, theirs, want, conflicts = [] }) => {
    const merge = mergeThreeWays({ base, mine, theirs });
    expect(merge.value).toEqual(want);
    expect(merge.conflicts.map(({ path }) => path.join('.'))).toEqual(conflicts);
  });

  it('tells both sides of a conflict', () => {
    expect(mergeThreeWays({ base: { x: 1 }, mine: {}, theirs: { x: [2] } }).conflicts).toEqual([
      { path: ['x'], mine: undefined, theirs: [2] },
    ]);
  });

  it('takes __proto__ for a name like any other', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"polluted":true},"y":1}');
    const { value } = mergeThreeWays({ base: {}, mine: { x: 1 }, theirs: hostile });
    expect(JSON.stringify(value)).toBe('{"x":1,"__proto__":{"polluted":true},"y":1}');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('isChangedByOthers', () => {
  const object = {
    metadata: { name: 'n', resourceVersion: '1', generation: 1 },
    spec: { x: 1 },
    status: { s: 1 },
  };
  it.each([
    { name: 'nothing', theirs: object, want: false },
    {
      name: 'what a controller writes',
      theirs: { ...object, metadata: { ...object.metadata, resourceVersion: '2' }, status: { s: 2 } },
      want: false,
    },
    {
      name: 'the first status',
      theirs: { ...object, status: { s: 1, conditions: [] } },
      want: false,
    },
    { name: 'a field', theirs: { ...object, spec: { x: 2 } }, want: true },
    {
      name: 'a label',
      theirs: { ...object, metadata: { ...object.metadata, labels: { a: 'b' } } },
      want: true,
    },
  ])('$name', ({ theirs, want }) => {
    expect(isChangedByOthers(object, theirs)).toBe(want);
  });
});

describe('mergeObjects', () => {
  it('takes what the server keeps from the newer object', () => {
    const merge = mergeObjects({
      base: {
        metadata: { name: 'n', resourceVersion: '1', generation: 1 },
        spec: { x: 1 },
        status: { s: 1 },
      },
      mine: {
        metadata: { name: 'n', resourceVersion: '1', labels: { l: 'v' } },
        spec: { x: 2 },
        status: { s: 0 },
      },
      theirs: {
        metadata: { name: 'n', resourceVersion: '2', generation: 2 },
        spec: { x: 1, y: 1 },
        status: { s: 2 },
      },
    });
    expect(merge).toEqual({
      value: {
        metadata: { name: 'n', resourceVersion: '2', generation: 2, labels: { l: 'v' } },
        spec: { x: 2, y: 1 },
        status: { s: 2 },
      },
      conflicts: [],
    });
  });

  it('drops a status that is gone', () => {
    const merge = mergeObjects({ base: { status: 1 }, mine: { status: 1, spec: 1 }, theirs: { spec: 1 } });
    expect(merge.value).toEqual({ spec: 1 });
  });
});
