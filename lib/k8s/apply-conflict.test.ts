import { describe, expect, it } from 'vitest';
import { applyConflicts, pathInObject } from './apply-conflict.ts';

const object = {
  metadata: { labels: { 'app.kubernetes.io/name': 'x' } },
  spec: { ports: [{ port: 80, name: 'a"]' }, { port: 81 }], tags: ['x', 'y'], plain: { a: [1, 2] } },
};

describe('reads fields and managers', () => {
  it.each<[string, string, (string | number)[], object]>([
    [
      '.spec.plain',
      'conflict with "kubectl-edit" using v1 at 2026-01-02T03:04:05Z',
      ['spec', 'plain'],
      { manager: 'kubectl-edit', operation: 'Update', time: '2026-01-02T03:04:05Z' },
    ],
    ['.spec.plain', 'conflict with "helm"', ['spec', 'plain'], { manager: 'helm', operation: 'Apply' }],
    [
      '.spec.plain.a[1]',
      'conflict with "scaler" with subresource "scale" using apps/v1',
      ['spec', 'plain', 'a', 1],
      { manager: 'scaler', operation: 'Update', subresource: 'scale' },
    ],
    [
      '.metadata.labels.app.kubernetes.io/name',
      'conflict with "a \\"b\\""',
      ['metadata', 'labels', 'app.kubernetes.io/name'],
      { manager: 'a "b"', operation: 'Apply' },
    ],
    [
      '.spec.ports[name="a\\"]",port=80].name',
      'conflict with "a"',
      ['spec', 'ports', 0, 'name'],
      { manager: 'a', operation: 'Apply' },
    ],
    ['.spec.ports[port=81]', 'conflict with "a"', ['spec', 'ports', 1], { manager: 'a', operation: 'Apply' }],
    ['.spec.tags[="y"]', 'conflict with "a"', ['spec', 'tags', 1], { manager: 'a', operation: 'Apply' }],
    ['.spec.new.field', 'conflict with "a"', ['spec', 'new', 'field'], { manager: 'a', operation: 'Apply' }],
  ])('%s %s', (field, message, path, owner) => {
    const [conflict] = applyConflicts([{ field, message }]);
    expect(conflict?.owner).toEqual(owner);
    expect(pathInObject(conflict?.path ?? [], object)).toEqual(path);
  });
});

it('leaves other causes alone', () => {
  expect(applyConflicts([{ field: 'spec.a', message: 'Required value' }])).toEqual([]);
});
