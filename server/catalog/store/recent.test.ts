import { expect, it } from 'vitest';
import { Recent, RecentOrAlive } from './recent.ts';

it('keeps what was used last, as far as it fits', () => {
  const recent = new Recent<object>(10);
  const [a, b, c] = [{}, {}, {}];
  recent.set('a', a, 4);
  recent.set('b', b, 4);
  expect(recent.get('a')).toBe(a);
  recent.set('c', c, 4);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([a, undefined, c]);
  recent.set('large', {}, 11);
  expect(recent.get('large')).toBe(undefined);
});

it('finds what was let go while somebody else still has it', () => {
  const recent = new RecentOrAlive<object>(10);
  const values = Array.from({ length: 5 }, (_, index) => ({ index }));
  for (const [index, value] of values.entries()) recent.set(String(index), value, 4);
  for (const [index, value] of values.entries()) expect(recent.get(String(index))).toBe(value);
  expect(recent.get('other')).toBe(undefined);
});
