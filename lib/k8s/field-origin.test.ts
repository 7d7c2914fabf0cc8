import { expect, it } from 'vitest';
import { optional } from '../base/loose.ts';
import { fieldOrigin, managerKind } from './field-origin.ts';
import type { FieldOwner } from './managed-fields.ts';

function owner(
  manager: string,
  operation: FieldOwner['operation'] = 'Update',
  subresource?: string,
): FieldOwner {
  return { manager, operation, ...optional({ subresource }) };
}

it.each([
  [owner('capstan-console'), 'console'],
  [owner('kubectl-client-side-apply'), 'tool'],
  [owner('kubectl-edit'), 'tool'],
  [owner('kubectl'), 'tool'],
  [owner('kubectl-edit', 'Update', 'status'), 'controller'],
  [owner('Mozilla'), 'tool'],
  [owner('helm'), 'tool'],
  [owner('helm-controller'), 'gitops'],
  [owner('argocd-controller'), 'gitops'],
  [owner('argocd-operator-manager'), 'controller'],
  [owner('capstan-controller'), 'controller'],
  [owner('kubectlish'), 'controller'],
  [owner('manager'), 'controller'],
])('%j is a %s', (who, want) => {
  expect(managerKind(who)).toBe(want);
});

it('claims no more than the records say', () => {
  const writer = owner('kubectl-edit');
  const applier = owner('helm', 'Apply');
  expect(fieldOrigin([], true)).toEqual({ kind: 'default' });
  expect(fieldOrigin([], false)).toEqual({ kind: 'unknown' });
  expect(fieldOrigin([writer], false)).toMatchObject({ kind: 'set', maybeDefault: false });
  expect(fieldOrigin([writer], true)).toMatchObject({ kind: 'set', maybeDefault: true });
  expect(fieldOrigin([writer, applier], true)).toMatchObject({ kind: 'set', maybeDefault: false });
});
