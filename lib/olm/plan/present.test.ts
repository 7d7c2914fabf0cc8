import { describe, expect, it } from 'vitest';
import { holds } from './present.ts';

describe('holds', () => {
  it.each<{ name: string; existing: unknown; wanted: unknown; want: boolean }>([
    { name: 'equal', existing: { a: 1 }, wanted: { a: 1 }, want: true },
    { name: 'another value', existing: { a: 1 }, wanted: { a: 2 }, want: false },
    { name: 'more than wanted', existing: { a: 1, b: { c: 2 } }, wanted: { b: {} }, want: true },
    { name: 'less than wanted', existing: { a: 1 }, wanted: { a: 1, b: 2 }, want: false },
    { name: 'nothing where nothing is wanted', existing: {}, wanted: { a: null, b: {}, c: [] }, want: true },
    {
      name: 'defaults inside a list',
      existing: [{ port: 1, protocol: 'TCP' }],
      wanted: [{ port: 1 }],
      want: true,
    },
    { name: 'a longer list', existing: [1, 2], wanted: [1], want: false },
    { name: 'a list in another order', existing: [2, 1], wanted: [1, 2], want: false },
    { name: 'a list for a map', existing: [1], wanted: { 0: 1 }, want: false },
    { name: 'a map for a text', existing: { a: {} }, wanted: { a: 'x' }, want: false },
    { name: 'names that objects inherit', existing: {}, wanted: { toString: 'x' }, want: false },
    { name: 'false where nothing is', existing: {}, wanted: { a: false }, want: false },
  ])('$name: $want', ({ existing, wanted, want }) => {
    expect(holds(existing, wanted)).toBe(want);
  });
});
