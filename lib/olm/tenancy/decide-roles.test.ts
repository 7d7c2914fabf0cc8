import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import type { OperatorGroup } from '../api/types.ts';
import type { CrdFacts } from '../plan/crd.ts';
import { groupRoles, wantedRoles } from './api-roles.ts';
import { decideGroupRoles, type GroupRoleFacts } from './decide-roles.ts';

function group(spec: OperatorGroup['spec'] = {}, more: Partial<KubeObject['metadata']> = {}): OperatorGroup {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace: 'team-a', uid: 'g1', ...more },
    spec,
  };
}

const csv = anInstallableCsv('tickets.v1.0.0', {
  metadata: { namespace: 'team-a' },
  spec: {
    customresourcedefinitions: { owned: [{ name: 'tickets.example.com', version: 'v1', kind: 'Ticket' }] },
  },
  status: { phase: 'Succeeded' },
});
const definition: CrdFacts = {
  ...{ name: 'tickets.example.com', uid: 'd1', group: 'example.com', kind: 'Ticket', established: true },
  ...{ servedVersions: ['v1'], storedVersions: ['v1'], alongside: [] },
};
const definitions = new Map([[definition.name, definition]]);

const namesOf = (roles: readonly KubeObject[]): unknown[] => roles.map(({ metadata }) => metadata.name);

function actions(facts: Partial<GroupRoleFacts>): string[] {
  const base: GroupRoleFacts = { group: group(), csvs: [csv], definitions, roles: new Map(), ...facts };
  return decideGroupRoles(base).actions.flatMap((action) => {
    if (action.kind === 'apply') return [`apply ${action.object.metadata.name}`];
    return action.kind === 'delete' ? [`delete ${action.ref.name ?? ''} ${action.uid}`] : [];
  });
}

const there = (roles: readonly KubeObject[]): Map<string, KubeObject> =>
  new Map(
    roles.map((role) => {
      const { apiVersion, kind, metadata } = role;
      return [metadata.name, { apiVersion, kind, metadata: { ...metadata, uid: `u-${metadata.name}` } }];
    }),
  );

it('makes them once, and again where somebody has changed or deleted one', () => {
  const wanted = wantedRoles({ group: group(), csvs: [csv], definitions });
  expect(actions({})).toHaveLength(wanted.length);
  expect(actions({ roles: there(wanted) })).toEqual([]);
  const damaged = there(wanted.slice(1));
  const role = damaged.get('tickets.example.com-v1-edit');
  if (role !== undefined) role.metadata = { ...role.metadata, labels: {} };
  expect(actions({ roles: damaged })).toEqual([
    `apply ${String(wanted[0]?.metadata.name)}`,
    'apply tickets.example.com-v1-edit',
  ]);
});

it('takes the roles of a group with it, and leaves those of the APIs to their definition', () => {
  const roles = there(wantedRoles({ group: group(), csvs: [csv], definitions }));
  const going = group({}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  const own = namesOf(groupRoles(group())).map(String);
  expect(actions({ group: going, roles })).toEqual(own.map((name) => `delete ${name} u-${name}`));
});

it('deletes roles of groups that went while nobody looked', () => {
  const left = [...there(groupRoles(group())).values()];
  const others = [...there(groupRoles(group({}, { name: 'other' }))).values()];
  const living = [group({}, { name: 'other' })];
  const { actions: done } = decideGroupRoles({ group: undefined, living, roles: [...left, ...others] });
  expect(done.map((action) => (action.kind === 'delete' ? action.ref.name : action.kind))).toEqual(
    namesOf(left),
  );
});
