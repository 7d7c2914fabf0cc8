import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import { ownerLabels, PROVIDED_APIS_ANNOTATION } from '../api/labels.ts';
import type { OperatorGroup } from '../api/types.ts';
import type { CrdFacts } from '../plan/crd.ts';
import { groupRoles, isSameRole, wantedRoles } from './api-roles.ts';

const TICKETS = 'Ticket.v1.example.com';

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

it('names the roles of a group as OLM does, whose name real clusters have (OLM 77)', () => {
  const olm = group({}, { name: 'olm-operators', namespace: 'olm' });
  expect(namesOf(groupRoles(olm))[0]).toBe(
    'olm.og.olm-operators.admin-4ZLCGAP5QcGCG77n5nsv27O9w2VWNfAzuGGQ43',
  );
});

it('gathers in the roles of a group those of the APIs that it provides (OLM 77)', () => {
  const [admin] = groupRoles(group({}, { annotations: { [PROVIDED_APIS_ANNOTATION]: TICKETS } }));
  const [, , , wanted] = wantedRoles({ group: group(), csvs: [csv], definitions });
  const label = Object.keys(wanted?.metadata.labels ?? {}).find((name) => name.startsWith('olm.opgroup'));
  expect(label).toMatch(/^olm\.opgroup\.permissions\/aggregate-to-[1-9a-f][0-9a-f]*-admin$/);
  expect(admin?.['aggregationRule']).toEqual({
    clusterRoleSelectors: [{ matchLabels: { [label ?? '']: 'true' } }],
  });
  expect(groupRoles(group())[0]).not.toHaveProperty('aggregationRule');
});

it('1d.11 lets people get at an API as far as their own roles go (OLM 78)', () => {
  const roles = wantedRoles({ group: group(), csvs: [csv], definitions }).slice(3);
  const rule = { apiGroups: ['example.com'], resources: ['tickets'] };
  expect(roles.map(({ metadata, rules }) => [metadata.name, rules])).toEqual([
    ['tickets.example.com-v1-admin', [{ ...rule, verbs: ['*'] }]],
    ['tickets.example.com-v1-edit', [{ ...rule, verbs: ['create', 'update', 'patch', 'delete'] }]],
    ['tickets.example.com-v1-view', [{ ...rule, verbs: ['get', 'list', 'watch'] }]],
    [
      'tickets.example.com-v1-crdview',
      [
        {
          apiGroups: ['apiextensions.k8s.io'],
          resources: ['customresourcedefinitions'],
          resourceNames: ['tickets.example.com'],
          verbs: ['get'],
        },
      ],
    ],
  ]);
  for (const { metadata } of roles) {
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'CustomResourceDefinition', uid: 'd1' }]);
    expect(Object.keys(metadata.labels ?? {})).toContainEqual(
      expect.stringMatching(/^rbac\.authorization\.k8s\.io\/aggregate-to-(admin|edit|view)$/),
    );
  }
});

it('has no roles of an API whose definition is not there', () => {
  expect(wantedRoles({ group: group(), csvs: [csv], definitions: new Map() })).toHaveLength(3);
});

it('opens to the users of a group with an account only what its operators have brought', () => {
  const limited = group({ serviceAccountName: 'installer' });
  expect(wantedRoles({ group: limited, csvs: [csv], definitions })).toHaveLength(3);
  const brought = new Map([[definition.name, { ...definition, alongside: ['team-a/tickets.v1.0.0'] }]]);
  expect(wantedRoles({ group: limited, csvs: [csv], definitions: brought })).toHaveLength(7);
});

it('tells roles apart by what they allow', () => {
  const [wanted] = groupRoles(group());
  const [other] = groupRoles(group({}, { annotations: { [PROVIDED_APIS_ANNOTATION]: TICKETS } }));
  if (wanted === undefined || other === undefined) throw new Error('no roles');
  expect(isSameRole(other, wanted)).toBe(false);
  expect(isSameRole(wanted, wanted)).toBe(true);
});

it('1d.11 lets people get at an API that an operator serves itself, and at none of somebody else (OLM 78)', () => {
  const owned = [{ name: 'tides', group: 'sea.example.com', version: 'v1', kind: 'Tide' }];
  const serving = {
    ...csv,
    spec: { ...csv.spec, customresourcedefinitions: {}, apiservicedefinitions: { owned } },
  };
  const served = (name: string): KubeObject => ({
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' },
    metadata: { name: 'v1.sea.example.com', uid: 'a1', labels: ownerLabels({ name, namespace: 'team-a' }) },
  });
  const rolesWith = (apiService: KubeObject): KubeObject[] =>
    wantedRoles({
      ...{ group: group(), csvs: [serving], definitions },
      apiServices: new Map([['v1.sea.example.com', apiService]]),
    }).slice(3);
  expect(namesOf(rolesWith(served('other.v1')))).toEqual([]);
  const roles = rolesWith(served('tickets.v1.0.0'));
  expect(namesOf(roles)).toEqual(['tides-v1-admin', 'tides-v1-edit', 'tides-v1-view']);
  expect(roles[2]).toMatchObject({
    metadata: { ownerReferences: [{ kind: 'APIService', uid: 'a1' }] },
    rules: [{ apiGroups: ['sea.example.com'], resources: ['tides'], verbs: ['get', 'list', 'watch'] }],
  });
});
