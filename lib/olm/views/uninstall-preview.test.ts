import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { uninstallPreview } from './uninstall-preview.ts';
import type { UninstallFacts } from './uninstall-preview.ts';

function object(kind: string, name: string, namespace?: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, uid: `uid-${name}`, ...optional({ namespace }) },
  };
}

const facts: UninstallFacts = {
  csv: object('ClusterServiceVersion', 'op.v1', 'ns'),
  subscriptions: [object('Subscription', 'op', 'ns')],
  owned: [
    object('ClusterRole', 'op-role'),
    object('Deployment', 'op', 'ns'),
    object('Deployment', 'op', 'ns'),
  ],
  instances: [],
  operatorGroups: [object('OperatorGroup', 'ns', 'ns')],
  unknown: [],
};

describe('uninstallPreview', () => {
  it('deletes the Subscription before the CSV', () => {
    expect(uninstallPreview(facts).deletes).toEqual([
      { kind: 'Subscription', name: 'op', namespace: 'ns', uid: 'uid-op' },
      { kind: 'ClusterServiceVersion', name: 'op.v1', namespace: 'ns', uid: 'uid-op.v1' },
    ]);
  });

  it('lists each object once, the important ones first', () => {
    expect(uninstallPreview(facts).goes.map(({ kind }) => kind)).toEqual([
      'Subscription',
      'ClusterServiceVersion',
      'Deployment',
      'ClusterRole',
    ]);
  });

  it.each([
    { count: 0, want: { code: 'noInstances' } },
    { count: 1, want: { code: 'data', values: { kind: 'Ticket', count: 1 } } },
    { count: 3, want: { code: 'data', values: { kind: 'Ticket', count: 3 } } },
    { count: undefined, want: { code: 'uncounted', values: { kind: 'Ticket' } } },
  ])('keeps a CRD with $count instances and says why', ({ count, want }) => {
    const instance = { crd: 'tickets.x', kind: 'Ticket', ...optional({ count }) };
    const [crd] = uninstallPreview({ ...facts, instances: [instance] }).stays;
    expect(crd).toMatchObject({
      kind: 'CustomResourceDefinition',
      name: 'tickets.x',
      why: want,
    });
  });

  it('keeps the namespace and its OperatorGroup', () => {
    expect(uninstallPreview(facts).stays.map(({ kind }) => kind)).toEqual(['OperatorGroup', 'Namespace']);
  });
});
