import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { cloneOf, editablePart, wholeObject } from './live.ts';

const live: KubeObject = {
  apiVersion: 'flights.com/v1',
  kind: 'FlightTicket',
  metadata: {
    name: 'a',
    namespace: 'tools',
    uid: 'u',
    resourceVersion: '7',
    generation: 2,
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { team: 'x' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', note: 'n' },
    finalizers: ['f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'o' }],
    managedFields: [{}],
  },
  spec: { from: 'x' },
  status: { phase: 'Booked' },
};

it('edits what is not the server’s', () => {
  const part = editablePart(live);
  expect(Object.keys(part)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(part['metadata']).toEqual({
    name: 'a',
    namespace: 'tools',
    labels: { team: 'x' },
    annotations: live.metadata.annotations,
    finalizers: ['f'],
    ownerReferences: live.metadata.ownerReferences,
  });
});

it('writes the edited part on the newest of the server’s', () => {
  const edited = {
    ...editablePart(live),
    spec: { from: 'y' },
    status: { phase: 'mine' },
  } as unknown as KubeObject;
  const latest = { ...live, metadata: { ...live.metadata, resourceVersion: '9' }, status: { phase: 'Gone' } };
  const { managedFields: _, ...metadata } = latest.metadata;
  expect(wholeObject(edited, latest)).toEqual({ ...latest, metadata, spec: { from: 'y' } });
});

it('clones without what cluster and controllers wrote', () => {
  expect(cloneOf(live, 'b')).toEqual({
    object: {
      apiVersion: 'flights.com/v1',
      kind: 'FlightTicket',
      metadata: { name: 'b', namespace: 'tools', labels: { team: 'x' }, annotations: { note: 'n' } },
      spec: { from: 'x' },
    },
    left: ['ownerReferences', 'finalizers'],
  });
  const bare = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } };
  expect(cloneOf(bare, 'b')).toEqual({ object: { ...bare, metadata: { name: 'b' } }, left: [] });
});
