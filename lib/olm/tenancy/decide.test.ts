import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { anInstallableCsv, NOW } from '../../testing/install-facts.ts';
import { decideOperatorGroup, type OperatorGroupFacts } from './decide.ts';
import { targetNamespaces, unsupportedTargets } from './targets.ts';
import type { Action } from '../plan/decision.ts';
import type { OperatorGroup } from '../api/types.ts';

const group = (spec: OperatorGroup['spec'] = {}, more: Partial<OperatorGroup> = {}): OperatorGroup => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'group', namespace: 'team-a', uid: 'g1' },
  spec,
  ...more,
});
const namespaces = [
  { name: 'team-a', labels: { team: 'a' } },
  { name: 'team-b', labels: { team: 'b', 'olm.operatorgroup.uid/g1': '' } },
];

describe('targetNamespaces (OLM 75)', () => {
  const rows: { name: string; given: OperatorGroup['spec']; want: string[] }[] = [
    { name: 'nothing said: all', given: {}, want: [''] },
    { name: 'named, sorted, once', given: { targetNamespaces: ['b', 'a', 'b'] }, want: ['a', 'b'] },
    { name: 'by label', given: { selector: { matchLabels: { team: 'b' } } }, want: ['team-b'] },
    {
      name: 'by expression',
      given: { selector: { matchExpressions: [{ key: 'team', operator: 'In', values: ['a'] }] } },
      want: ['team-a'],
    },
    { name: 'an empty selector: all', given: { selector: {} }, want: [''] },
    { name: 'nothing matches: none', given: { selector: { matchLabels: { team: 'c' } } }, want: [] },
    {
      name: 'an unknown operator matches nothing',
      given: { selector: { matchExpressions: [{ key: 'team', operator: 'Like', values: ['a'] }] } },
      want: [],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(targetNamespaces(group(given), namespaces)).toEqual(want);
  });
});

describe('unsupportedTargets (OLM 63)', () => {
  const only = (
    type: 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces',
  ): Parameters<typeof unsupportedTargets>[0] => [{ type, supported: true }];
  const text = (mode: string, what: string): string =>
    `${mode} InstallModeType not supported, cannot configure to watch ${what}`;
  const rows = [
    { name: 'all', modes: only('AllNamespaces'), targets: [''], want: undefined },
    {
      name: 'not all',
      modes: only('OwnNamespace'),
      targets: [''],
      want: text('AllNamespaces', 'all namespaces'),
    },
    {
      name: '1a.7 none',
      modes: only('AllNamespaces'),
      targets: [],
      want: 'operatorgroup has invalid selected namespaces, cannot configure to watch zero namespaces',
    },
    {
      name: '1a.7 all and one more',
      modes: only('MultiNamespace'),
      targets: ['', 'a'],
      want: 'operatorgroup has invalid selected namespaces, NamespaceAll found when |selected namespaces| > 1',
    },
    { name: 'own', modes: only('OwnNamespace'), targets: ['ns'], want: undefined },
    {
      name: 'not own',
      modes: only('AllNamespaces'),
      targets: ['ns'],
      want: text('OwnNamespace', 'own namespace'),
    },
    { name: 'one other', modes: only('SingleNamespace'), targets: ['x'], want: undefined },
    {
      name: 'not one other',
      modes: only('OwnNamespace'),
      targets: ['x'],
      want: text('SingleNamespace', 'one namespace'),
    },
    { name: 'several', modes: only('MultiNamespace'), targets: ['x', 'y'], want: undefined },
    {
      name: 'not several',
      modes: only('OwnNamespace'),
      targets: ['x', 'y'],
      want: text('MultiNamespace', '2 namespaces'),
    },
    {
      name: 'several with own',
      modes: only('MultiNamespace'),
      targets: ['ns', 'y'],
      want: text('OwnNamespace', 'own namespace'),
    },
  ];
  it.each(rows)('$name', ({ modes, targets, want }) => {
    expect(unsupportedTargets(modes, 'ns', targets)).toBe(want);
  });
});

const statusOf = (given: OperatorGroupFacts, now = NOW): NonNullable<OperatorGroup['status']> =>
  decideOperatorGroup(given, now).status ?? expect.fail('no status');

/** What is done once the status says what it is to say. */
const actionsOf = (given: OperatorGroupFacts): readonly Action[] =>
  decideOperatorGroup({ ...given, group: { ...given.group, status: statusOf(given) } }, NOW).actions;

/** Of namespaces, as `name label=value`; null takes a label away. */
const labelsOf = (given: readonly Action[]): string[] =>
  given.flatMap((action) =>
    action.kind !== 'patch'
      ? []
      : Object.entries(action.metadata.labels ?? {}).map(
          ([label, value]) => `${action.object.metadata.name} ${label}=${String(value)}`,
        ),
  );

const other = {
  customresourcedefinitions: { owned: [{ name: 'others.example.com', version: 'v1', kind: 'Other' }] },
};

describe('decideOperatorGroup', () => {
  const facts = (more: Partial<OperatorGroupFacts> = {}): OperatorGroupFacts => ({
    group: group({ targetNamespaces: ['team-a'] }),
    inNamespace: 1,
    csvs: [],
    namespaces,
    ...more,
  });

  it('moves its label to its targets (OLM 76)', () => {
    expect(statusOf(facts())).toMatchObject({ namespaces: ['team-a'] });
    expect(labelsOf(actionsOf(facts()))).toEqual([
      'team-a olm.operatorgroup.uid/g1=',
      'team-b olm.operatorgroup.uid/g1=null',
    ]);
  });

  it('does nothing that follows from its status before that is written', () => {
    expect(decideOperatorGroup(facts(), NOW)).toMatchObject({ actions: [], again: { kind: 'written' } });
  });

  it('needs no label for all namespaces (OLM 76)', () => {
    expect(labelsOf(actionsOf(facts({ group: group() })))).toEqual(['team-b olm.operatorgroup.uid/g1=null']);
  });

  it('takes its label along when it goes, from namespaces that stay (OLM 76)', () => {
    const living = [group()];
    const left = {
      name: 'left',
      labels: { 'olm.operatorgroup.uid/gone': '', 'olm.operatorgroup.uid/g1': '' },
    };
    const going = { ...left, name: 'going', goes: true };
    const { actions } = decideOperatorGroup({ group: undefined, living, namespaces: [left, going] }, NOW);
    expect(labelsOf(actions)).toEqual(['left olm.operatorgroup.uid/gone=null']);
  });

  it('says that it is not alone, and stops saying so (OLM 75)', () => {
    const status = statusOf(facts({ inNamespace: 2 }));
    expect(status.conditions).toMatchObject([
      { type: 'MultipleOperatorGroup', reason: 'MultipleOperatorGroupsFound' },
    ]);
    const mended = statusOf(facts({ group: group({ targetNamespaces: ['team-a'] }, { status }) }));
    expect(mended).not.toHaveProperty('conditions');
  });

  it('gives back the same status when nothing changed', () => {
    const status = statusOf(facts());
    const again = group({ targetNamespaces: ['team-a'] }, { status });
    expect(statusOf(facts({ group: again }), NOW + 60_000)).toBe(status);
  });

  it('1a.10 lists what its running CSVs provide, and what those on their way have said (OLM 76)', () => {
    const csvs = [
      anInstallableCsv('tickets.v1.0.0', { status: { phase: 'Succeeded' } }),
      anInstallableCsv('other.v1.0.0', { spec: other, status: { phase: 'Pending' } }),
    ];
    const provided = (given: OperatorGroupFacts): unknown[] =>
      actionsOf(given).flatMap((action) =>
        action.kind === 'patch' ? Object.values(action.metadata.annotations ?? {}) : [],
      );
    expect(provided(facts({ csvs }))).toEqual(['Ticket.v1.example.com']);
    const both = 'Other.v1.example.com,Ticket.v1.example.com';
    const saying = group(
      {},
      { metadata: { ...group().metadata, annotations: { 'olm.providedAPIs': both } } },
    );
    expect(provided(facts({ csvs, group: saying }))).toEqual([]);
    const failed = csvs.map((csv) => ({ ...csv, status: { phase: 'Failed' as const } }));
    expect(provided(facts({ csvs: failed, group: saying }))).toEqual(['']);
    const fixed = group({ staticProvidedAPIs: true });
    expect(provided(facts({ csvs, group: fixed }))).toEqual([]);
  });
});

describe('the ServiceAccount of a group (OLM 75)', () => {
  const facts = (more: Partial<OperatorGroupFacts> = {}): OperatorGroupFacts => ({
    group: group({ serviceAccountName: 'installer' }),
    inNamespace: 1,
    csvs: [],
    namespaces,
    ...more,
  });
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: 'team-a', name: 'installer', uid: 'u1' };

  it('is missed by name', () => {
    const status = statusOf(facts());
    expect(status.conditions).toMatchObject([
      {
        type: 'OperatorGroupServiceAccount',
        status: 'True',
        reason: 'ServiceAccountNotFound',
        message: 'ServiceAccount installer not found',
      },
    ]);
    expect(status).not.toHaveProperty('serviceAccountRef');
  });

  it('is referred to once it is there, and missed no more', () => {
    const before = statusOf(facts());
    const there = facts({
      group: group({ serviceAccountName: 'installer' }, { status: before }),
      account: { uid: 'u1' },
    });
    const status = statusOf(there);
    expect(status.serviceAccountRef).toEqual(ref);
    expect(status).not.toHaveProperty('conditions');
    // And nothing is written when nothing changes.
    const again = { ...there, group: { ...there.group, status } };
    expect(statusOf(again, NOW + 60_000)).toBe(status);
  });

  it.each([
    { name: 'another of its name', account: { uid: 'u2' }, want: { ...ref, uid: 'u2' } },
    { name: 'none', account: undefined, want: undefined },
  ])('makes way for $name', ({ account, want }) => {
    const status = { namespaces: [''], lastUpdated: '2026-01-01T00:00:00Z', serviceAccountRef: ref };
    const given = facts({
      group: group({ serviceAccountName: 'installer' }, { status }),
      ...optional({ account }),
    });
    expect(statusOf(given).serviceAccountRef).toEqual(want);
  });

  it('is asked for where nothing is installed without one, and no more once it is named', () => {
    const status = statusOf(facts({ group: group({}), needsAccount: true }));
    expect(status.conditions).toMatchObject([
      {
        type: 'OperatorGroupServiceAccount',
        status: 'True',
        reason: 'ServiceAccountNeeded',
        message: expect.stringContaining('name one in spec.serviceAccountName of the OperatorGroup'),
      },
    ]);
    const named = group({ serviceAccountName: 'installer' }, { status });
    const there = facts({ group: named, account: { uid: 'u1' }, needsAccount: true });
    expect(statusOf(there)).not.toHaveProperty('conditions');
  });

  it('is forgotten with the wish for it', () => {
    const status = statusOf(facts());
    const without = facts({ group: group({ serviceAccountName: '' }, { status }) });
    expect(statusOf(without)).not.toHaveProperty('conditions');
  });
});
