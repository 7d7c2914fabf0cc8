import { describe, expect, it } from 'vitest';
import { anInstallableCsv, NOW } from '../../testing/install-facts.ts';
import { decideOperatorGroup, type OperatorGroupFacts } from './decide.ts';
import { targetNamespaces, unsupportedTargets } from './targets.ts';
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

describe('decideOperatorGroup', () => {
  const facts = (more: Partial<OperatorGroupFacts> = {}): OperatorGroupFacts => ({
    group: group({ targetNamespaces: ['team-a'] }),
    inNamespace: 1,
    csvs: [],
    namespaces,
    ...more,
  });

  it('moves its label to its targets (OLM 76)', () => {
    expect(decideOperatorGroup(facts(), NOW)).toMatchObject({
      status: { namespaces: ['team-a'] },
      label: 'olm.operatorgroup.uid/g1',
      labelOn: ['team-a'],
      labelOff: ['team-b'],
    });
  });

  it('needs no label for all namespaces (OLM 76)', () => {
    expect(decideOperatorGroup(facts({ group: group() }), NOW)).toMatchObject({
      labelOn: [],
      labelOff: ['team-b'],
    });
  });

  it('says that it is not alone, and stops saying so (OLM 75)', () => {
    const { status } = decideOperatorGroup(facts({ inNamespace: 2 }), NOW);
    expect(status.conditions).toMatchObject([
      { type: 'MultipleOperatorGroup', reason: 'MultipleOperatorGroupsFound' },
    ]);
    const mended = decideOperatorGroup(
      facts({ group: group({ targetNamespaces: ['team-a'] }, { status }) }),
      NOW,
    );
    expect(mended.status).not.toHaveProperty('conditions');
  });

  it('gives back the same status when nothing changed', () => {
    const { status } = decideOperatorGroup(facts(), NOW);
    const again = group({ targetNamespaces: ['team-a'] }, { status });
    expect(decideOperatorGroup(facts({ group: again }), NOW + 60_000).status).toBe(status);
  });

  it('lists what its running CSVs provide (OLM 76)', () => {
    const csvs = [
      anInstallableCsv('tickets.v1.0.0', { status: { phase: 'Succeeded' } }),
      anInstallableCsv('other.v1.0.0', { status: { phase: 'Failed' } }),
    ];
    expect(decideOperatorGroup(facts({ csvs }), NOW).providedApis).toBe('Ticket.v1.example.com');
    const fixed = group({ staticProvidedAPIs: true });
    expect(decideOperatorGroup(facts({ csvs, group: fixed }), NOW).providedApis).toBeUndefined();
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
    const { status } = decideOperatorGroup(facts(), NOW);
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
    const { status: before } = decideOperatorGroup(facts(), NOW);
    const there = facts({
      group: group({ serviceAccountName: 'installer' }, { status: before }),
      account: { uid: 'u1' },
    });
    const { status } = decideOperatorGroup(there, NOW);
    expect(status.serviceAccountRef).toEqual(ref);
    expect(status).not.toHaveProperty('conditions');
    // And nothing is written when nothing changes.
    const again = { ...there, group: { ...there.group, status } };
    expect(decideOperatorGroup(again, NOW + 60_000).status).toBe(status);
  });

  it.each([
    { name: 'another of its name', account: { uid: 'u2' }, want: { ...ref, uid: 'u2' } },
    { name: 'none', account: undefined, want: undefined },
  ])('makes way for $name', ({ account, want }) => {
    const status = { namespaces: [''], lastUpdated: '2026-01-01T00:00:00Z', serviceAccountRef: ref };
    const given = facts({
      group: group({ serviceAccountName: 'installer' }, { status }),
      ...(account === undefined ? {} : { account }),
    });
    expect(decideOperatorGroup(given, NOW).status.serviceAccountRef).toEqual(want);
  });

  it('is asked for where nothing is installed without one, and no more once it is named', () => {
    const { status } = decideOperatorGroup(facts({ group: group({}), needsAccount: true }), NOW);
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
    expect(decideOperatorGroup(there, NOW).status).not.toHaveProperty('conditions');
  });

  it('is forgotten with the wish for it', () => {
    const { status } = decideOperatorGroup(facts(), NOW);
    const without = facts({ group: group({ serviceAccountName: '' }, { status }) });
    expect(decideOperatorGroup(without, NOW).status).not.toHaveProperty('conditions');
  });
});
