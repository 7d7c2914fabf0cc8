import { describe, expect, it } from 'vitest';
import { appliedPart, ownersOf, readOwnership } from './managed-fields.ts';
import type { FieldPath } from './managed-fields.ts';

const object = {
  metadata: { labels: { 'app.kubernetes.io/name': 'x' }, finalizers: ['f1', 'f2'] },
  spec: {
    replicas: 3,
    plain: [1, 2],
    ports: [
      { port: 80, name: 'http' },
      { port: 81, name: 'dns' },
    ],
    empty: {},
  },
  status: { phase: 'Ready' },
};

const managedFields = [
  {
    manager: 'capstan-console',
    operation: 'Apply',
    apiVersion: 'a/v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:metadata': { 'f:labels': { 'f:app.kubernetes.io/name': {} }, 'f:finalizers': { 'v:"f2"': {} } },
      'f:spec': {
        'f:plain': {},
        'f:ports': { 'k:{"port":81,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } },
      },
    },
  },
  {
    manager: 'kubectl-edit',
    operation: 'Update',
    fieldsV1: { 'f:spec': { '.': {}, 'f:replicas': {}, 'f:ports': { 'k:{"port":80}': { 'f:name': {} } } } },
  },
  {
    manager: 'operator',
    operation: 'Update',
    subresource: 'status',
    fieldsV1: { 'f:status': { '.': {}, 'f:phase': {} }, 'f:spec': { 'f:replicas': {} } },
  },
  ...[null, {}, { manager: 1 }, { manager: 'a', operation: 'Guess' }, { manager: 'a', operation: 'Update' }],
];

describe('ownersOf', () => {
  const ownership = readOwnership(managedFields);
  it.each<[FieldPath, string[]]>([
    [
      ['spec', 'replicas'],
      ['kubectl-edit', 'operator'],
    ],
    [['spec', 'plain'], ['capstan-console']],
    [['spec', 'plain', 1], ['capstan-console']],
    [['spec', 'ports', 0, 'name'], ['kubectl-edit']],
    [['spec', 'ports', 1, 'name'], ['capstan-console']],
    [['spec', 'ports', 0, 'port'], []],
    [
      ['spec', 'ports'],
      ['capstan-console', 'kubectl-edit'],
    ],
    [['spec', 'empty'], []],
    [['spec'], ['kubectl-edit']],
    [['metadata', 'labels', 'app.kubernetes.io/name'], ['capstan-console']],
    [['metadata', 'finalizers', 0], []],
    [['metadata', 'finalizers', 1], ['capstan-console']],
    [['status', 'phase'], ['operator']],
  ])('%j', (path, want) => {
    expect(ownersOf(ownership, object, path).map(({ manager }) => manager)).toEqual(want);
  });

  it('tells when and how', () => {
    expect(ownersOf(ownership, object, ['spec', 'plain'])).toEqual([
      { manager: 'capstan-console', operation: 'Apply', time: '2026-01-01T00:00:00Z' },
    ]);
    expect(ownersOf(ownership, object, ['status', 'phase'])[0]?.subresource).toBe('status');
  });

  it.each([undefined, null, 'x', [[]]])('knows nobody from %j', (nonsense) => {
    expect(ownersOf(readOwnership(nonsense), object, ['spec'])).toEqual([]);
  });
});

describe('appliedPart', () => {
  it('is what a manager has applied', () => {
    expect(appliedPart(object, managedFields, 'capstan-console')).toEqual({
      metadata: { labels: { 'app.kubernetes.io/name': 'x' }, finalizers: ['f2'] },
      spec: { plain: [1, 2], ports: [{ port: 81, protocol: 'TCP', name: 'dns' }] },
    });
  });

  it.each(['kubectl-edit', 'nobody'])('is nothing for %s', (manager) => {
    expect(appliedPart(object, managedFields, manager)).toBeUndefined();
  });
});
