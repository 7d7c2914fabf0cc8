import { describe, expect, it } from 'vitest';
import { KubeError, kubeErrorKinds, type KubeErrorKind } from '#server/kube/errors.ts';
import { isTransient } from './transient.ts';

const final: readonly KubeErrorKind[] = [
  'notFound',
  'alreadyExists',
  'invalid',
  'badRequest',
  'forbidden',
  'tooLarge',
  'unsupported',
  'config',
];

describe('an error that says nothing of what was asked for', () => {
  it.each(kubeErrorKinds)('%s', (kind) => {
    expect(isTransient(new KubeError({ kind, message: '' }))).toBe(!final.includes(kind));
  });
});
