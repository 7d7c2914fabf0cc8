import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { printerColumns } from '#lib/k8s/printer-columns.ts';
import type { TableColumn } from '#lib/k8s/watch-stream.ts';
import { fieldsOf, printedColumns } from './printed-columns.ts';

const definition = printerColumns([
  { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
  { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  { name: 'Backup', type: 'date', jsonPath: '.status.backup.last' },
  { name: 'Since', type: 'date', jsonPath: '.status.conditions[?(@.type=="Ready")].lastTransitionTime' },
  { name: 'Wide', type: 'string', jsonPath: '.spec.wide', priority: 1 },
  { name: 'Old', type: 'date', jsonPath: '.metadata.creationTimestamp' },
]);

const column = (name: string, type = 'string', priority = 0): TableColumn => ({
  name,
  type,
  format: '',
  description: '',
  priority,
});

const table = [
  column('Name'),
  column('Size', 'integer'),
  column('Phase'),
  column('Backup', 'date'),
  column('Since', 'date'),
  column('Wide', 'string', 1),
  column('Old', 'date'),
];

const row: KubeObject = {
  apiVersion: 'x/v1',
  kind: 'X',
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  cells: ['a', 3, 'Ready', '5d', '7d', 'w', '9d'],
  status: {
    backup: { last: '2026-02-01T00:00:00Z' },
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-03-01T00:00:00Z' }],
  },
};

describe('printed columns', () => {
  it('are those of the definition that the list does not have anyway', () => {
    const columns = printedColumns(table, definition);
    expect(columns.map(({ name, shown, read }) => [name, read(row), shown])).toEqual([
      ['Size', '3', true],
      ['Backup', '2026-02-01T00:00:00Z', true],
      ['Since', '2026-03-01T00:00:00Z', true],
      ['Wide', 'w', false],
    ]);
  });

  it('are those of the table where the definition may not be read; dates are not guessed', () => {
    const columns = printedColumns([...table, column('Age', 'date')], []);
    expect(columns.map(({ name, shown, read }) => [name, read(row), shown])).toEqual([
      ['Size', '3', true],
      ['Backup', undefined, true],
      ['Since', undefined, true],
      ['Old', undefined, true],
      ['Wide', 'w', false],
    ]);
  });

  it('show nothing for what is not there', () => {
    const [size] = printedColumns(table, definition);
    for (const cells of [['a', null], ['a'], undefined])
      expect(size?.read({ ...row, cells })).toBeUndefined();
  });

  it('need the dates that no cell tells', () => {
    expect(fieldsOf(definition)).toEqual([
      'status.*',
      'status.conditions',
      'status.phase',
      'status.state',
      'status.status',
      'status.message',
      'status.reason',
      'status.backup.last',
    ]);
  });
});
