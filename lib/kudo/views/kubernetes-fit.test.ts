import { expect, it } from 'vitest';
import { kubernetesFit } from './kubernetes-fit.ts';

it.each([
  ['1.17.0', 'v1.36.3', 'fits'],
  ['1.36', 'v1.36.0', 'fits'],
  ['1.36.9', 'v1.36.3', 'fits'],
  ['1.37.0', 'v1.36.3', 'tooOld'],
  ['2.0.0', 'v1.36.3', 'tooOld'],
  ['v1.9.0', 'v1.10.0', 'fits'],
  ['1.17.0', 'v1.29.4-gke.1+abc', 'fits'],
  ['soon', 'v1.36.3', 'unknown'],
  ['1.17.0', undefined, 'unknown'],
] as const)('%s on %s: %s', (wanted, has, fit) => {
  expect(kubernetesFit(wanted, has)).toBe(fit);
});
