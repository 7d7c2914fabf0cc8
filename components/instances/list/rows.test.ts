import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { canBeSent } from '../instance-object.ts';
import { filterInstances, sortInstances } from './instance-rows.ts';

function ticket(name: string, number: number, labels: Record<string, string> = {}): KubeObject {
  return {
    apiVersion: 'flights.com/v1',
    kind: 'FlightTicket',
    metadata: { name, namespace: 'ns', labels },
    spec: { number },
  };
}

const numberOf = ({ spec }: KubeObject): string => JSON.stringify(spec).replace(/\D/g, '');

const items = [ticket('b', 10), ticket('a10', 9, { team: 'red' }), ticket('a2', 2)];
const names = (objects: readonly KubeObject[]): (string | undefined)[] =>
  objects.map((object) => object.metadata.name);

describe('instances', () => {
  it.each([
    ['', ['b', 'a10', 'a2']],
    ['A', ['a10', 'a2']],
    ['team=red a1', ['a10']],
    ['nothing', []],
  ])('filtered by %j', (query, want) => {
    expect(names(filterInstances(items, query))).toEqual(want);
  });

  it('sorted by name as people count, and by numbers as numbers', () => {
    const columns = [{ name: 'Number', type: 'integer', shown: true, read: numberOf }];
    expect(names(sortInstances(items, { column: 'name', descending: false }, columns))).toEqual([
      'a2',
      'a10',
      'b',
    ]);
    expect(names(sortInstances(items, { column: 'column-Number', descending: true }, columns))).toEqual([
      'b',
      'a10',
      'a2',
    ]);
  });
});

describe('what is sent', () => {
  it('is an object at least', () => {
    expect(canBeSent({ apiVersion: 'v1', kind: 'A', metadata: {} })).toBe(true);
    expect(canBeSent({ apiVersion: 'v1', kind: 'A', metadata: null })).toBe(false);
  });
});
