import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../object.ts';
import { ownedBy, relatedEvents } from './related-events.ts';

function object(kind: string, name: string, owner?: string, namespace = 'team-a'): KubeObject {
  const ownerReferences = owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: owner }];
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace, uid: `uid-${kind}-${name}`, ownerReferences },
  };
}

const event = (kind: string, name: string, namespace = 'team-a'): KubeObject => ({
  ...object('Event', `about-${kind}-${name}`, undefined, namespace),
  involvedObject: { kind, name, namespace },
});

const csv = object('ClusterServiceVersion', 'tickets.v1');
const deployment = object('Deployment', 'tickets', 'uid-ClusterServiceVersion-tickets.v1');
const set = object('ReplicaSet', 'tickets-5d8', 'uid-Deployment-tickets');
const pod = object('Pod', 'tickets-5d8-abcde', 'uid-ReplicaSet-tickets-5d8');
const other = object('Deployment', 'tickets-other');
const otherSet = object('ReplicaSet', 'tickets-other-5d8', 'uid-Deployment-tickets-other');
const all = [pod, set, deployment, other, otherSet];

describe('what is owned', () => {
  it('is found down to the last, in whatever order', () => {
    expect([...ownedBy([csv], all)].map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Pod',
      'ReplicaSet',
    ]);
    expect(ownedBy([other], all)).toEqual(new Set([otherSet]));
  });

  it('ends where objects own each other, and bears references of any shape', () => {
    const left = object('Pod', 'left', 'uid-Pod-right');
    const right = object('Pod', 'right', 'uid-Pod-left');
    expect(ownedBy([left], [left, right])).toEqual(new Set([right, left]));
    const odd = {
      ...pod,
      metadata: { name: 'odd', ownerReferences: [null, 1, {}] },
    } as unknown as KubeObject;
    const nameless = { ...csv, metadata: { name: 'x' } };
    expect(ownedBy([nameless], [odd])).toEqual(new Set());
  });
});

describe('the events of an object', () => {
  const names = (roots: KubeObject[], events: KubeObject[], objects = all): unknown[] =>
    relatedEvents(events, roots, objects).map(({ metadata }) => metadata.name);

  it.each([
    ['itself', 'ClusterServiceVersion', 'tickets.v1', true],
    ['what it owns', 'Pod', 'tickets-5d8-abcde', true],
    ['a pod that is gone', 'Pod', 'tickets-77f-zzzzz', true],
    ['a ReplicaSet that is gone', 'ReplicaSet', 'tickets-77f', true],
    ['another of a name that begins alike', 'ReplicaSet', 'tickets-other-5d8', false],
    ['a pod of that, gone', 'Pod', 'tickets-other-5d8-abcde', false],
    ['another kind of its name', 'Service', 'tickets', false],
    ['nothing', '', '', false],
  ])('hold those about %s: %s %s', (_, kind, name, isIn) => {
    expect(names([csv], [event(kind, name)])).toEqual(isIn ? [`about-${kind}-${name}`] : []);
  });

  it('hold none of another namespace', () => {
    expect(
      names([csv], [event('Pod', 'tickets-77f-zzzzz', 'team-b'), event('Deployment', 'tickets', 'team-b')]),
    ).toEqual([]);
  });

  it('begin at a name, too, where the object was not read', () => {
    const named = {
      apiVersion: 'v1',
      kind: 'Deployment',
      metadata: { namespace: 'team-a', name: 'tickets' },
    };
    const events = [event('Deployment', 'tickets'), event('Pod', 'tickets-5d8-abcde')];
    expect(names([named], events)).toHaveLength(2);
    // Of what may not be read, the names tell.
    expect(names([named], events, [])).toHaveLength(2);
  });
});
