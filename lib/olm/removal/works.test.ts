import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { definitionWorks, groupedWorks, worksOf, type OperatorWork } from './works.ts';

function object(kind: string, name: string, of: { owner?: string; manager?: string } = {}): KubeObject {
  const { owner, manager } = of;
  return {
    apiVersion: 'v1',
    kind,
    metadata: {
      ...{ namespace: 'ns', name, uid: `uid-${name}` },
      ...(owner === undefined
        ? {}
        : { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: owner }] }),
      ...(manager === undefined ? {} : { labels: { 'app.kubernetes.io/managed-by': manager } }),
    },
  };
}

const deployment = object('Deployment', 'flights');
const set = object('ReplicaSet', 'flights-5d8', { owner: 'uid-flights' });
const pod = object('Pod', 'flights-5d8-a', { owner: 'uid-flights-5d8' });
const ticket = object('Ticket', 'to-oslo');
const makers = {
  deployments: [deployment],
  instances: new Map([['tickets.example.com', [ticket]]]),
  managers: new Set(['flights']),
};
const fates = (...objects: KubeObject[]): unknown[] =>
  worksOf([deployment, set, pod, ...objects], makers).map(({ kind, name, fate }) => [kind, name, fate]);

it.each<[string, KubeObject, unknown[]]>([
  ['what a pod of it owns', object('Lease', 'leader', { owner: 'uid-flights-5d8-a' }), ['withOperator']],
  ['what its Deployment owns', object('ConfigMap', 'state', { owner: 'uid-flights' }), ['withOperator']],
  [
    'what an instance owns',
    object('Secret', 'password', { owner: 'uid-to-oslo' }),
    ['withInstances', 'tickets.example.com'],
  ],
  ['what it says that it manages', object('Secret', 'ca', { manager: 'flights' }), ['stays']],
  [
    'what an instance owns and it manages',
    object('Secret', 'password', { owner: 'uid-to-oslo', manager: 'flights' }),
    ['withInstances', 'tickets.example.com'],
  ],
  ['what somebody else owns', object('Secret', 'ca', { manager: 'flights', owner: 'uid-other' }), []],
  ['what somebody else manages', object('Secret', 'ca', { manager: 'helm' }), []],
  ['what nobody speaks for', object('ConfigMap', 'mine'), []],
])('%s', (_, made, [code, crd]) => {
  const fate = { code, ...(crd === undefined ? {} : { crd }) };
  expect(fates(made)).toEqual(code === undefined ? [] : [[made.kind, made.metadata.name, fate]]);
});

it('goes down from an instance to what that made makes', () => {
  const stateful = object('StatefulSet', 'oslo', { owner: 'uid-to-oslo' });
  const claim = object('PersistentVolumeClaim', 'data', { owner: 'uid-oslo' });
  expect(fates(stateful, claim).map((row) => (row as unknown[])[0])).toEqual([
    'StatefulSet',
    'PersistentVolumeClaim',
  ]);
});

it('goes with the definition that owns it', () => {
  const role = (name: string, owner?: string): KubeObject =>
    object('ClusterRole', name, owner === undefined ? {} : { owner });
  const roles = [role('tickets-edit', 'uid-crd'), role('tickets-view', 'uid-else'), role('mine')];
  expect(definitionWorks(roles, new Map([['uid-crd', 'tickets.example.com']]))).toEqual([
    {
      ...{ kind: 'ClusterRole', name: 'tickets-edit' },
      fate: { code: 'withDefinitions', crds: ['tickets.example.com'] },
    },
  ]);
});

it('is told by kind and fate, the names of a few', () => {
  const work = (kind: string, name: string, code: 'stays' | 'withOperator'): OperatorWork => ({
    ...{ kind, namespace: 'ns', name, fate: { code } },
  });
  const works = [
    ...['d', 'c', 'b', 'a'].map((name) => work('Secret', name, 'stays')),
    work('Secret', 'z', 'withOperator'),
    work('Lease', 'leader', 'withOperator'),
  ];
  expect(groupedWorks(works)).toEqual([
    { kind: 'Lease', fate: { code: 'withOperator' }, count: 1, names: ['ns/leader'] },
    { kind: 'Secret', fate: { code: 'withOperator' }, count: 1, names: ['ns/z'] },
    { kind: 'Secret', fate: { code: 'stays' }, count: 4, names: ['ns/a', 'ns/b', 'ns/c'] },
  ]);
  expect(groupedWorks([])).toEqual([]);
});
