import { describe, expect, it } from 'vitest';
import { anInstallableCsv, NOW } from '../testing/install-facts.ts';
import { decideOperatorGroup, type OperatorGroupFacts } from './operator-group-decide.ts';
import { targetNamespaces, unsupportedTargets } from './operator-group-targets.ts';
import type { OperatorGroup } from './types.ts';

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

describe('targetNamespaces (75)', () => {
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

describe('unsupportedTargets (63)', () => {
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

  it('moves its label to its targets (76)', () => {
    expect(decideOperatorGroup(facts(), NOW)).toMatchObject({
      status: { namespaces: ['team-a'] },
      label: 'olm.operatorgroup.uid/g1',
      labelOn: ['team-a'],
      labelOff: ['team-b'],
    });
  });

  it('needs no label for all namespaces (76)', () => {
    expect(decideOperatorGroup(facts({ group: group() }), NOW)).toMatchObject({
      labelOn: [],
      labelOff: ['team-b'],
    });
  });

  it('says that it is not alone, and stops saying so (75)', () => {
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

  it('lists what its running CSVs provide (76)', () => {
    const csvs = [
      anInstallableCsv('tickets.v1.0.0', { status: { phase: 'Succeeded' } }),
      anInstallableCsv('other.v1.0.0', { status: { phase: 'Failed' } }),
    ];
    expect(decideOperatorGroup(facts({ csvs }), NOW).providedApis).toBe('Ticket.v1.example.com');
    const fixed = group({ staticProvidedAPIs: true });
    expect(decideOperatorGroup(facts({ csvs, group: fixed }), NOW).providedApis).toBeUndefined();
  });
});
