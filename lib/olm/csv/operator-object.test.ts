import { describe, expect, it } from 'vitest';
import { resources } from '../../k8s/resources.ts';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import { componentLabel, MANAGED_LABEL } from '../api/labels.ts';
import type { OperatorObject } from '../api/types.ts';
import { decideOperator, operatorsOf, type Component, type OperatorObjectFacts } from './operator-object.ts';

const NAME = 'tickets.team-a';
const label = componentLabel('tickets', 'team-a');
const csv = anInstallableCsv('tickets.v1.0.0', {
  metadata: { labels: { [label]: '' } },
  status: {
    ...{ phase: 'Succeeded', reason: 'InstallSucceeded', message: 'done' },
    conditions: [{ phase: 'Pending', reason: 'RequirementsUnknown' }],
  },
});
const deployment = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
  metadata: { name: 'tickets', namespace: 'team-a', labels: { [label]: '' } },
  status: { conditions: [{ type: 'Available', status: 'True', reason: 'Up', secret: 1 }, { type: 'odd' }] },
};
const components: Component[] = [
  { resource: resources.deployments, object: deployment },
  { resource: resources.clusterServiceVersions, object: csv },
];
const operator: OperatorObject = {
  ...{ apiVersion: 'operators.coreos.com/v1', kind: 'Operator', spec: {} },
  metadata: { name: NAME, uid: 'o1', labels: { [MANAGED_LABEL]: 'true' } },
};
const facts = (more: Partial<OperatorObjectFacts> = {}): OperatorObjectFacts => ({
  ...{ name: NAME, operator, components, isVouchedFor: true },
  ...more,
});

describe('1h.7 the Operator of a package', () => {
  it('is made before it says anything', () => {
    expect(decideOperator(facts({ operator: undefined }))).toMatchObject({
      actions: [{ kind: 'apply', object: { kind: 'Operator', metadata: { name: NAME } } }],
      again: { kind: 'now' },
    });
  });

  it('lists by its label what belongs to it, with the state of each', () => {
    const { status, actions } = decideOperator(facts());
    expect(actions).toEqual([]);
    expect(status?.components).toEqual({
      labelSelector: {
        matchExpressions: [{ key: 'operators.coreos.com/tickets.team-a', operator: 'Exists' }],
      },
      refs: [
        {
          ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
          ...{ name: 'tickets.v1.0.0', namespace: 'team-a' },
          conditions: [{ type: 'Succeeded', status: 'True', reason: 'InstallSucceeded', message: 'done' }],
        },
        {
          ...{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'tickets', namespace: 'team-a' },
          conditions: [{ type: 'Available', status: 'True', reason: 'Up' }],
        },
      ],
    });
  });

  it('stays as it is while nothing changes, in whatever order things are found', () => {
    const { status } = decideOperator(facts());
    const said: OperatorObject = { ...operator, ...(status === undefined ? {} : { status }) };
    const again = facts({ operator: said, components: components.toReversed() });
    expect(decideOperator(again).status).toBe(said.status);
  });

  it('has room for so many', () => {
    const many = Array.from({ length: 501 }, (_, index) => ({
      resource: resources.serviceAccounts,
      object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: `a${String(index)}` } },
    }));
    expect(decideOperator(facts({ components: many })).status?.components?.refs).toHaveLength(500);
  });

  it.each([
    { name: 'is ours: deleted', given: operator, want: ['delete'] },
    {
      name: 'is somebody else’s: left alone',
      given: { ...operator, metadata: { name: NAME, uid: 'o1' } },
      want: [],
    },
    { name: 'is not there: not made', given: undefined, want: [] },
    {
      name: 'goes already: left alone',
      given: { ...operator, metadata: { ...operator.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
      want: [],
    },
  ])('that nothing vouches for and that $name', ({ given, want }) => {
    const { actions } = decideOperator(facts({ operator: given, isVouchedFor: false }));
    expect(actions.map(({ kind }) => kind)).toEqual(want);
  });

  it('is named by the labels of what belongs to it', () => {
    expect(operatorsOf(csv)).toEqual([NAME]);
    expect(operatorsOf(anInstallableCsv('x.v1'))).toEqual([]);
  });
});
