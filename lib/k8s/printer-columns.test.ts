import { describe, expect, it } from 'vitest';
import { cellOf, evaluateJsonPath, printerColumns } from './printer-columns.ts';

const object = {
  metadata: {
    name: 'x',
    labels: { 'app.kubernetes.io/name': 'web', a: 'b' },
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: {
    replicas: 0,
    on: false,
    list: [
      { n: 1, s: 'a' },
      { n: 2, s: 'b' },
    ],
    tags: ['p', 'q', 'r'],
  },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Synced', status: 'False', reason: 'Why' },
    ],
  },
};

describe('evaluateJsonPath', () => {
  it.each([
    ['.metadata.name', ['x']],
    ['{.metadata.name}', ['x']],
    ['metadata.name', ['x']],
    ['$.spec.replicas', [0]],
    ['.spec.missing.deeper', []],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [".status.conditions[?(@.type=='Synced')].reason", ['Why']],
    ['.status.conditions[?(@.type == "Nope")].status', []],
    ['.status.conditions[?(@.reason)].type', ['Synced']],
    ['.spec.list[?(@.n>1)].s', ['b']],
    ['.spec.list[*].s', ['a', 'b']],
    ['.spec.list[-1].s', ['b']],
    ['.spec.list[5].s', []],
    ['.spec.tags[0:2]', ['p', 'q']],
    ['.spec.tags[*]', ['p', 'q', 'r']],
    ["['metadata']['name']", ['x']],
    [".metadata.labels['app.kubernetes.io/name']", ['web']],
    ['.metadata.labels.app\\.kubernetes\\.io/name', ['web']],
    ['..reason', ['Why']],
    ['.spec.list[', []],
    ['.spec.list[?(', []],
    ['.__proto__.x', []],
  ])('%s', (path, want) => {
    expect(evaluateJsonPath(path, object)).toEqual(want);
  });
});

describe('cells', () => {
  it.each([
    ['string', '.metadata.name', 'x'],
    ['integer', '.spec.replicas', '0'],
    ['boolean', '.spec.on', 'false'],
    ['date', '.metadata.creationTimestamp', '2026-01-01T00:00:00Z'],
    ['string', '.spec.tags', '["p","q","r"]'],
    ['string', '.spec.tags[*]', 'p q r'],
    ['string', '.spec.none', undefined],
  ])('%s %s', (type, jsonPath, want) => {
    const [column] = printerColumns([{ name: 'C', type, jsonPath }]);
    expect(column === undefined ? 'no column' : cellOf(column, object)).toBe(want);
  });

  it('columns that are none are left out', () => {
    expect(printerColumns([{ name: 'A', jsonPath: '.a', type: 'weird' }, null, { name: 'B' }])).toEqual([
      { name: 'A', type: 'string', jsonPath: '.a', priority: 0 },
    ]);
    expect(printerColumns(undefined)).toEqual([]);
  });
});
