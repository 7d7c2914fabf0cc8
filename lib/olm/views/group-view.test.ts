import { expect, it } from 'vitest';
import { aCsvObject } from '../../testing/olm.ts';
import { COPIED_FROM_LABEL, PROVIDED_APIS_ANNOTATION } from '../api/labels.ts';
import type { OperatorGroup } from '../api/types.ts';
import { groupRows, type GroupConflict, type GroupRow } from './group-view.ts';

function group(
  at: string,
  {
    spec = {},
    status = {},
    apis = '',
  }: { spec?: OperatorGroup['spec']; status?: OperatorGroup['status']; apis?: string },
): OperatorGroup {
  const [namespace = '', name = ''] = at.split('/');
  const annotations = apis === '' ? {} : { [PROVIDED_APIS_ANNOTATION]: apis };
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { namespace, name, annotations },
    spec,
    status,
  };
}

const own = (namespace: string): OperatorGroup['status'] => ({ namespaces: [namespace] });
const TICKETS = 'Ticket.v1.flights.example.com';

function conflictsIn(groups: readonly OperatorGroup[]): Record<string, readonly GroupConflict[]> {
  return Object.fromEntries(
    groupRows(groups, []).map((row) => [`${row.namespace}/${row.name}`, row.conflicts]),
  );
}

it('tells whom a group serves, and which operators stand under it', () => {
  const csvs = [
    aCsvObject('tickets.v1'),
    aCsvObject('copied.v1', {}, { metadata: { labels: { [COPIED_FROM_LABEL]: 'team-b' } } }),
    aCsvObject('other.v1', {}, { metadata: { namespace: 'team-b' } }),
  ];
  const groups = [
    group('team-b/all', { status: { namespaces: [''] }, spec: { serviceAccountName: 'installer' } }),
    group('team-a/own', { status: own('team-a'), apis: `A.v1.example.com,${TICKETS}` }),
  ];
  const told = groupRows(groups, csvs).map(({ name, targets, members, apis, account }) => ({
    ...{ name, targets, apis, account },
    members: members.map(({ metadata }) => metadata.name),
  }));
  expect(told).toEqual([
    {
      name: 'own',
      targets: ['team-a'],
      apis: ['A.v1.example.com', TICKETS],
      account: undefined,
      members: ['tickets.v1'],
    },
    { name: 'all', targets: 'all', apis: [], account: 'installer', members: ['other.v1'] },
  ] satisfies (Pick<GroupRow, 'name' | 'targets' | 'apis'> & {
    account: string | undefined;
    members: unknown[];
  })[]);
});

const cases: [string, OperatorGroup[], Record<string, readonly GroupConflict[]>][] = [
  [
    'of the same namespace exclude each other',
    [group('a/one', { status: own('a') }), group('a/two', { status: own('a'), apis: TICKETS })],
    { 'a/one': [{ code: 'several', others: ['two'] }], 'a/two': [{ code: 'several', others: ['one'] }] },
  ],
  [
    'with targets in common must not provide the same API',
    [
      group('a/own', { status: own('a'), apis: TICKETS }),
      group('b/both', { status: { namespaces: ['a', 'b'] }, apis: `A.v1.x,${TICKETS}` }),
      group('c/own', { status: own('c'), apis: TICKETS }),
    ],
    {
      'a/own': [{ code: 'sharedApis', with: { namespace: 'b', name: 'both' }, apis: [TICKETS] }],
      'b/both': [{ code: 'sharedApis', with: { namespace: 'a', name: 'own' }, apis: [TICKETS] }],
      'c/own': [],
    },
  ],
  [
    'of all namespaces meet all others',
    [
      group('a/all', { status: { namespaces: [''] }, apis: TICKETS }),
      group('b/own', { status: own('b'), apis: TICKETS }),
    ],
    {
      'a/all': [{ code: 'sharedApis', with: { namespace: 'b', name: 'own' }, apis: [TICKETS] }],
      'b/own': [{ code: 'sharedApis', with: { namespace: 'a', name: 'all' }, apis: [TICKETS] }],
    },
  ],
  [
    'that select no namespace serve none, not all',
    [
      group('a/none', {
        spec: { selector: { matchLabels: { team: 'a' } } },
        status: { namespaces: [] },
        apis: TICKETS,
      }),
      group('b/all', { status: { namespaces: [''] }, apis: TICKETS }),
    ],
    { 'a/none': [{ code: 'noTargets' }], 'b/all': [] },
  ],
  [
    'name an account that is not there',
    [
      group('a/limited', {
        spec: { serviceAccountName: 'gone' },
        status: {
          namespaces: ['a'],
          conditions: [
            {
              type: 'OperatorGroupServiceAccount',
              status: 'True',
              reason: 'ServiceAccountNotFound',
              message: '',
            },
          ],
        },
      }),
    ],
    { 'a/limited': [{ code: 'noAccount', account: 'gone' }] },
  ],
];

it.each(cases)('tells what is wrong with groups that %s', (_, groups, expected) => {
  expect(conflictsIn(groups)).toEqual(expected);
});
