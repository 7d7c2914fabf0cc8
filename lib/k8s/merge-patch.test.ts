import { expect, it } from 'vitest';
import { mergePatch } from './merge-patch.ts';

it.each<[string, unknown, Record<string, unknown>, unknown]>([
  ['sets', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['goes into objects', { a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3, c: 2 } }],
  ['null removes', { a: 1, b: { c: 1 } }, { a: null, b: { c: null } }, { b: {} }],
  ['lists are replaced whole', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['an object takes the place of a value', { a: 'x' }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['nulls inside what is new do not stay', {}, { a: { b: null } }, { a: {} }],
  ['a target that is no object counts as none', [1], { a: 1 }, { a: 1 }],
])('%s', (_name, target, patch, want) => {
  expect(mergePatch(target, patch)).toEqual(want);
});

it('takes __proto__ for a field', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
  expect(Object.keys(merged)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
});
