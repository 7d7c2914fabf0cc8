import { expect, it } from 'vitest';
import { compareApiVersions } from './api-version.ts';

it('puts what a client should use first', () => {
  const mixed = [
    'v1alpha1',
    'foo10',
    'v2',
    'v1beta1',
    'v10',
    'v1',
    'v11alpha2',
    'v3beta1',
    'foo1',
    'v12alpha1',
    'v11beta2',
  ];
  expect(mixed.sort(compareApiVersions)).toEqual([
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v3beta1',
    'v1beta1',
    'v12alpha1',
    'v11alpha2',
    'v1alpha1',
    'foo1',
    'foo10',
  ]);
});
