import { expect, it } from 'vitest';
import { lastOf } from './last-of.ts';

it('asks once for the same question in a row, and anew for another', () => {
  const asked: string[] = [];
  const ask = lastOf((question: string) => {
    asked.push(question);
    return { question };
  });
  const first = ask('a');
  expect(ask('a')).toBe(first);
  expect(ask('b')).toEqual({ question: 'b' });
  expect(ask('a')).toEqual(first);
  expect(asked).toEqual(['a', 'b', 'a']);
});

it('remembers no answer that was thrown', () => {
  let times = 0;
  const ask = lastOf((question: string) => {
    times += 1;
    if (times === 1) throw new Error(question);
    return times;
  });
  expect(() => ask('a')).toThrow('a');
  expect(ask('a')).toBe(2);
});
