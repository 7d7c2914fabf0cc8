import { describe, expect, it } from 'vitest';
import { anInstallableCsv, NOW } from '../../testing/install-facts.ts';
import {
  conditionRbac,
  conditionStatus,
  decideOperatorCondition,
  isConditionInPlace,
  isRbacInPlace,
  upgradeRefusal,
  type OperatorCondition,
  wantedCondition,
} from './operator-condition.ts';
import type { Condition } from '../../k8s/object.ts';

const csv = anInstallableCsv('tickets.v1.0.0');

const says = (status: Condition['status'], more: Partial<Condition> = {}): Condition => ({
  type: 'Upgradeable',
  status,
  reason: 'Migration',
  message: 'a migration is at work',
  lastTransitionTime: '2026-01-01T00:00:00Z',
  ...more,
});

const condition = (more: Partial<OperatorCondition> = {}, generation = 2): OperatorCondition => {
  const wanted = wantedCondition(csv);
  return { ...wanted, ...more, metadata: { ...wanted.metadata, uid: 'uid-condition', generation } };
};

describe('what an OperatorCondition is made of (OLM 73)', () => {
  it('names the accounts and Deployments of its CSV, whose name it has and which owns it', () => {
    expect(wantedCondition(csv)).toEqual({
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: {
        name: 'tickets.v1.0.0',
        namespace: 'team-a',
        labels: {
          'olm.managed': 'true',
          'olm.owner': 'tickets.v1.0.0',
          'olm.owner.namespace': 'team-a',
          'olm.owner.kind': 'ClusterServiceVersion',
        },
        ownerReferences: [
          {
            apiVersion: 'operators.coreos.com/v1alpha1',
            kind: 'ClusterServiceVersion',
            name: 'tickets.v1.0.0',
            uid: 'uid-tickets.v1.0.0',
            controller: true,
            blockOwnerDeletion: false,
          },
        ],
      },
      spec: { serviceAccounts: ['tickets', 'tickets'], deployments: ['tickets'] },
    });
  });

  it('is listed with the Operator of its package, also where it was made before it bore that label (OLM 81)', () => {
    const value = { packageName: 'tickets', version: '1.0.0' };
    const properties = JSON.stringify({ properties: [{ type: 'olm.package', value }] });
    const annotations = { 'operatorframework.io/properties': properties };
    const ofPackage = { ...csv, metadata: { ...csv.metadata, annotations } };
    const labels = { 'operators.coreos.com/tickets.team-a': '' };
    expect(wantedCondition(ofPackage).metadata.labels).toMatchObject(labels);
    expect(isConditionInPlace(ofPackage, wantedCondition(ofPackage))).toBe(true);
    expect(isConditionInPlace(ofPackage, condition())).toBe(false);
  });

  it('means the account "default" when the operator asks for no rights', () => {
    const plain = anInstallableCsv('plain.v1', {
      spec: { install: { strategy: 'deployment', spec: { deployments: [] } } },
    });
    expect(wantedCondition(plain).spec).toEqual({ serviceAccounts: ['default'], deployments: [] });
  });

  it.each([
    { name: 'as wanted', given: condition(), want: true },
    { name: 'absent', given: undefined, want: false },
    {
      name: 'of another CSV of the name',
      given: { ...condition(), metadata: { name: condition().metadata.name } },
      want: false,
    },
    {
      name: 'on its way out',
      given: {
        ...condition(),
        metadata: { ...condition().metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
      },
      want: false,
    },
    {
      name: 'for other accounts',
      given: condition({ spec: { serviceAccounts: ['x'], deployments: ['tickets'] } }),
      want: false,
    },
    {
      name: 'with what others say in it',
      given: condition({ spec: { ...condition().spec, conditions: [says('False')] } }),
      want: true,
    },
  ])('is in place or not: $name', ({ given, want }) => {
    expect(isConditionInPlace(csv, given)).toBe(want);
  });

  it('comes with the right to read and write this object alone', () => {
    const [role, binding] = conditionRbac(condition());
    expect(role['rules']).toEqual([
      {
        apiGroups: ['operators.coreos.com'],
        resources: ['operatorconditions'],
        resourceNames: ['tickets.v1.0.0'],
        verbs: ['get', 'update', 'patch'],
      },
    ]);
    expect(binding['subjects']).toContainEqual({
      kind: 'ServiceAccount',
      name: 'tickets',
      namespace: 'team-a',
    });
    expect(binding['roleRef']).toMatchObject({ kind: 'Role', name: 'tickets.v1.0.0' });
    for (const object of [role, binding]) {
      expect(object.metadata.name).toBe('tickets.v1.0.0');
      expect(object.metadata.ownerReferences).toMatchObject([
        { kind: 'OperatorCondition', uid: 'uid-condition' },
      ]);
    }
  });

  it('binds anew when the accounts change, and again when somebody takes the binding away', () => {
    const [role, binding] = conditionRbac(condition());
    const [, other] = conditionRbac(condition({ spec: { serviceAccounts: ['other'] } }));
    expect([role, binding].map((object) => isRbacInPlace(object, object))).toEqual([true, true]);
    expect(isRbacInPlace(binding, other)).toBe(false);
    expect(isRbacInPlace(binding, undefined)).toBe(false);
  });
});

describe('decideOperatorCondition (OLM 73)', () => {
  const [role, binding] = conditionRbac(condition());
  const going = { ...csv, metadata: { ...csv.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  it.each([
    { name: 'of its CSV', beside: { csv }, want: ['Role', 'RoleBinding'] },
    { name: 'with the right in part', beside: { csv, role }, want: ['RoleBinding'] },
    { name: 'with the right', beside: { csv, role, binding }, want: [] },
    { name: 'of no CSV', beside: {}, want: [] },
    { name: 'of a CSV that goes', beside: { csv: going }, want: [] },
    { name: "beside another's CSV", beside: { csv: anInstallableCsv('other.v1') }, want: [] },
  ])('gives rights to what is $name: $want', ({ beside, want }) => {
    const none = { csv: undefined, role: undefined, binding: undefined };
    const { actions } = decideOperatorCondition({ condition: condition(), ...none, ...beside }, NOW);
    expect(actions.map((action) => action.kind === 'apply' && action.object.kind)).toEqual(want);
  });
});

describe('status of an OperatorCondition (OLM 73)', () => {
  const now = '2026-01-01T00:10:00Z';
  const stated = condition({ spec: { conditions: [says('False')] } });

  it('takes over what the operator says, with the generation that it was said in', () => {
    expect(conditionStatus(stated, NOW)).toEqual({
      conditions: [says('False', { lastTransitionTime: now, observedGeneration: 2 })],
    });
  });

  it('keeps the moment of the last change when only the generation is newer', () => {
    const old = says('False', { observedGeneration: 1 });
    const { conditions } = conditionStatus({ ...stated, status: { conditions: [old] } }, NOW) ?? {};
    expect(conditions).toEqual([{ ...old, observedGeneration: 2 }]);
  });

  it('leaves alone what it says already, and what an operator of version v1 wrote', () => {
    const own = says('True', { type: 'Ready', observedGeneration: 1 });
    const up = { conditions: [own, says('False', { observedGeneration: 2 })] };
    expect(conditionStatus({ ...stated, status: up }, NOW)).toBe(up);
    const first = conditionStatus({ ...stated, status: { conditions: [own] } }, NOW);
    expect(first?.conditions?.[0]).toBe(own);
    expect(conditionStatus(condition(), NOW)).toBeUndefined();
  });
});

describe('upgradeRefusal (OLM 73)', () => {
  const fresh = { observedGeneration: 2 };
  const status = (...conditions: Condition[]): Partial<OperatorCondition> => ({ status: { conditions } });
  it.each<{ name: string; given: OperatorCondition | undefined; want: string | undefined }>([
    { name: 'no object', given: undefined, want: undefined },
    { name: 'nothing said', given: condition(), want: undefined },
    { name: 'True', given: condition(status(says('True', fresh))), want: undefined },
    { name: 'Unknown', given: condition(status(says('Unknown', fresh))), want: undefined },
    {
      name: '1b.2 False',
      given: condition(status(says('False', fresh))),
      want: 'operator is not upgradeable: the operator is not upgradeable: a migration is at work',
    },
    {
      name: 'False without a message',
      given: condition(status(says('False', { ...fresh, message: '' }))),
      want: 'operator is not upgradeable: the operator is not upgradeable: Migration',
    },
    {
      name: '1b.2 said of an older generation',
      given: condition(status(says('True', { observedGeneration: 1 }))),
      want: 'operator is not upgradeable: the operatorcondition status "Upgradeable"="True" is outdated',
    },
    {
      name: '1b.2 said of a generation that is not there, as of an object that was made anew',
      given: condition(status(says('True', { observedGeneration: 3 }))),
      want: 'operator is not upgradeable: the operatorcondition status "Upgradeable"="True" is outdated',
    },
    {
      name: 'another type says False',
      given: condition(status(says('False', { ...fresh, type: 'Ready' }))),
      want: undefined,
    },
    {
      name: 'False, overridden',
      given: condition({ ...status(says('False', fresh)), spec: { overrides: [says('True')] } }),
      want: undefined,
    },
    {
      name: 'outdated, overridden',
      given: condition({ ...status(says('False')), spec: { overrides: [says('True')] } }),
      want: undefined,
    },
    {
      name: 'True, overridden',
      given: condition({
        ...status(says('True', fresh)),
        spec: { overrides: [says('Unknown', { message: 'not before Monday' })] },
      }),
      want: 'operator is not upgradeable: the operator is not upgradeable: not before Monday',
    },
  ])('$name', ({ given, want }) => {
    expect(upgradeRefusal(given)).toBe(want);
  });
});
