import { expect, it } from 'vitest';
import { aCsvObject } from '../../testing/olm.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { isCsv } from '../observed/shapes.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { goingInstances, kindsThatHold } from './hold.ts';
import { REMOVAL_ANNOTATION } from '../api/labels.ts';
import { choicesOf, recordOf } from './record.ts';
import { picks, standing, worldOf } from './testing/worlds.ts';

const record = recordOf(choicesOf(worldOf(), picks()));
const crd = 'tickets.example.com';
const owned = ['v1', 'v2'].map((version) => ({ name: crd, version, kind: 'Ticket' }));

interface Change {
  record?: string;
  uid?: string;
  deletedAt?: string;
  phase?: 'Failed' | 'Succeeded';
}

function csv({
  uid = 'csv',
  deletedAt = '2026-01-01T00:00:00Z',
  phase,
  ...change
}: Change = {}): ClusterServiceVersion {
  const made = aCsvObject(
    'flights.v1',
    { phase: phase ?? 'Succeeded' },
    {
      metadata: {
        ...{ namespace: 'ns', uid, annotations: { [REMOVAL_ANNOTATION]: change.record ?? record } },
        ...(deletedAt === '' ? {} : { deletionTimestamp: deletedAt }),
      },
      spec: { customresourcedefinitions: { owned } },
    },
  );
  if (!isCsv(made)) throw new Error('not a CSV');
  return made;
}

const ticket = (name: string, deletionTimestamp?: string): KubeObject => ({
  ...{ apiVersion: 'example.com/v1', kind: 'Ticket' },
  metadata: {
    ...{ name, namespace: 'ns', uid: standing(name).uid },
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  },
});

it('asks for the kinds of which instances were chosen, each once', () => {
  expect(kindsThatHold(csv())).toEqual([
    {
      crd,
      resource: { group: 'example.com', version: 'v2', plural: 'tickets', kind: 'Ticket', namespaced: true },
    },
  ]);
});

it.each<[string, Change]>([
  ['is not being deleted', { deletedAt: '' }],
  ['does not run, so that nobody would tidy up', { phase: 'Failed' }],
  ['is another of its name', { uid: 'another' }],
  ['bears no record', { record: '' }],
  ['bears no record that could be read', { record: '{"csv":"csv"}' }],
  ['bears one without instances', { record: recordOf({ ...choicesOf(worldOf(), picks()), instances: {} }) }],
  ['does not provide what the record names', { record: record.replaceAll(crd, 'secrets') }],
])('asks for nothing where the operator %s', (_, change) => {
  expect(kindsThatHold(csv(change))).toEqual([]);
});

it('counts those that were chosen and are on their way, and no others', () => {
  const [kind] = kindsThatHold(csv());
  if (kind === undefined) throw new Error('no kind');
  const count = (...tickets: KubeObject[]): number => goingInstances(csv(), kind, tickets);
  const now = '2026-01-01T00:00:00Z';
  expect(count(ticket('a', now), ticket('b', now))).toBe(2);
  expect(count(ticket('a', now), ticket('b'))).toBe(1);
  expect(count(ticket('a'), ticket('c', now))).toBe(0);
  expect(goingInstances(csv({ record: '' }), kind, [ticket('a', now)])).toBe(0);
});
