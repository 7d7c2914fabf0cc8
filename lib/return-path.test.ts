import { describe, expect, it } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

describe('returnPath', () => {
  it.each([
    ['/catalog', '/catalog'],
    ['/operators/a/b?namespace=a&x=%2F#yaml', '/operators/a/b?namespace=a&x=%2F#yaml'],
    ['/a/../catalog', '/catalog'],
    ['/catalog?to=//evil.example', '/catalog?to=//evil.example'],
  ])('keeps %s', (wanted, want) => {
    expect(returnPath(wanted)).toBe(want);
  });

  it.each([
    undefined,
    null,
    '',
    'catalog',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/a b',
    '/ü',
    '/sign-in',
    '/sign-in?to=/sign-in',
    '/sign-out',
    '/api/v1/x',
    '/k8s/version',
    '/x/../api/session',
    `/${'a'.repeat(2_048)}`,
  ])('does not follow %s', (wanted) => {
    expect(returnPath(wanted)).toBe('/');
  });
});

describe('signInPath', () => {
  it.each([
    ['/', {}, '/sign-in'],
    ['/catalog?x=1&y=2', {}, '/sign-in?to=%2Fcatalog%3Fx%3D1%26y%3D2'],
    ['/catalog', { ended: true }, '/sign-in?to=%2Fcatalog&ended=1'],
    ['//evil.example', { ended: true }, '/sign-in?ended=1'],
  ])('%s %o', (place, options, want) => {
    expect(signInPath(place, options)).toBe(want);
  });
});
