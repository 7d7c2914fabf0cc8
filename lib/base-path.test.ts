import { expect, it } from 'vitest';
import { parseBasePath, pathBelow } from './base-path.ts';

it.each([
  ['', ''],
  ['/', ''],
  ['/capstan', '/capstan'],
  ['/tools/capstan/', '/tools/capstan'],
  ['/a-b_c/D2', '/a-b_c/D2'],
])('takes %j for the base path %j', (text, path) => {
  expect(parseBasePath(text)).toBe(path);
});

it.each([
  'capstan',
  '//evil',
  '/a//b',
  '/a/../b',
  '/.',
  '/a b',
  '/a%2fb',
  '/a?b',
  '/_next',
  `/${'a'.repeat(64)}`,
])('takes %j for none', (text) => {
  expect(parseBasePath(text)).toBeUndefined();
});

it.each([
  ['', '/catalog', '/catalog'],
  ['/tools', '/tools', '/'],
  ['/tools', '/tools/', '/'],
  ['/tools', '/tools/catalog', '/catalog'],
  ['/tools', '/tools/tools/x', '/tools/x'],
  ['/tools', '/', undefined],
  ['/tools', '/catalog', undefined],
  ['/tools', '/toolsmith', undefined],
  // What is left must be a path again, and is checked as one.
  ['/tools', '/tools//evil.example', '//evil.example'],
])('below %j, %j is %j', (base, path, below) => {
  expect(pathBelow(base, path)).toBe(below);
});
