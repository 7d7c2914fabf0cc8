import { expect, it } from 'vitest';
import { isLoopbackName } from './host-name.ts';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['capstan-0f9a.localhost', true],
  [`${'a'.repeat(63)}.localhost`, true],
  [`${'a'.repeat(64)}.localhost`, false],
  ['', false],
  ['.localhost', false],
  ['-a.localhost', false],
  ['a.b.localhost', false],
  ['Capstan.localhost', false],
  ['localhost.', false],
  ['localhost:9000', false],
  ['localhost\n', false],
  ['notlocalhost', false],
  ['localhost.evil.example', false],
  ['evil.example', false],
  ['0.0.0.0', false],
])('%j: %s', (name, want) => {
  expect(isLoopbackName(name)).toBe(want);
});
