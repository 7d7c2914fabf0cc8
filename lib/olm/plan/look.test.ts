import { expect, it } from 'vitest';
import { nextLookAt } from './look.ts';

it.each([
  { name: 'a short look: in five minutes', begun: 0, ended: 1_000, want: 301_000 },
  { name: 'a long one: in two hundred times as long', begun: 0, ended: 60_000, want: 12_060_000 },
])('$name', ({ begun, ended, want }) => {
  expect(nextLookAt({ begun, ended })).toBe(want);
});
