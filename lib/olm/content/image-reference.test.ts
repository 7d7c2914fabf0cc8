import { expect, it } from 'vitest';
import { parseImageReference } from './image-reference.ts';

const HEX = '0123456789abcdef'.repeat(4);

it.each([
  [
    'quay.io/operatorhubio/catalog:latest',
    { registry: 'quay.io', repository: 'operatorhubio/catalog', tag: 'latest' },
  ],
  ['quay.io/operatorhubio/catalog', { registry: 'quay.io', repository: 'operatorhubio/catalog' }],
  [`quay.io/a/b@sha256:${HEX}`, { registry: 'quay.io', repository: 'a/b', digest: `sha256:${HEX}` }],
  [
    `quay.io/a/b:v1@sha256:${HEX}`,
    { registry: 'quay.io', repository: 'a/b', tag: 'v1', digest: `sha256:${HEX}` },
  ],
  ['localhost:5000/catalog:1', { registry: 'localhost:5000', repository: 'catalog', tag: '1' }],
  ['localhost:5000/catalog', { registry: 'localhost:5000', repository: 'catalog' }],
  ['localhost/catalog', { registry: 'localhost', repository: 'catalog' }],
  ['[::1]:5000/catalog:1', { registry: '[::1]:5000', repository: 'catalog', tag: '1' }],
  ['catalog', { registry: 'docker.io', repository: 'library/catalog' }],
  ['docker.io/catalog:2', { registry: 'docker.io', repository: 'library/catalog', tag: '2' }],
  ['team/catalog', { registry: 'docker.io', repository: 'team/catalog' }],
  ['my_app/cat__log', { registry: 'docker.io', repository: 'my_app/cat__log' }],
  ['registry:5000/a/b/c:x_Y.1', { registry: 'registry:5000', repository: 'a/b/c', tag: 'x_Y.1' }],
])('reads %s', (text, want) => {
  expect(parseImageReference(text)).toEqual(want);
});

it.each([
  ['', 'empty'],
  ['https://quay.io/a/b', 'scheme'],
  ['docker://quay.io/a/b', 'scheme'],
  ['quay.io/a b', 'characters'],
  ['quay.io/a/b?x', 'characters'],
  ['quay.io/A/b', 'upperCase'],
  ['quay.io/', 'repository'],
  ['quay.io//b', 'repository'],
  ['/a', 'repository'],
  ['quay.io/a..b', 'repository'],
  ['-quay.io/a', 'repository'],
  ['quay.io/a/../b', 'repository'],
  ['quay.io/a/b:', 'tag'],
  ['quay.io/a/b:.x', 'tag'],
  [`quay.io/a/b:${'x'.repeat(129)}`, 'tag'],
  ['quay.io/a/b@', 'digest'],
  ['quay.io/a/b@sha256:123', 'digest'],
  [`quay.io/a/b@sha256:${HEX.toUpperCase()}`, 'digest'],
  [`quay.io/${'a'.repeat(255)}`, 'tooLong'],
  ['a-'.repeat(100_000), 'tooLong'],
])('refuses %s: %s', (text, problem) => {
  expect(parseImageReference(text)).toBe(problem);
});
