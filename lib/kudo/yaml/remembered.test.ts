import { expect, it } from 'vitest';
import { rememberedYaml } from './remembered.ts';

it('gives what it has read, as long as there is room', () => {
  const read = rememberedYaml(20);
  const first = read('a: 1');
  expect(first).toEqual({ a: 1 });
  expect(read('a: 1')).toBe(first);
  // What was asked for lately stays.
  const second = read('b: 12345');
  expect(read('a: 1')).toBe(first);
  read('c: 123456');
  expect(read('a: 1')).toBe(first);
  expect(read('b: 12345')).not.toBe(second);
  expect(read('b: 12345')).toEqual(second);
});

it('keeps nothing of what cannot be read', () => {
  const read = rememberedYaml();
  expect(() => read('a: [')).toThrow();
  expect(() => read('a: [')).toThrow();
  expect(read('')).toBeNull();
});
