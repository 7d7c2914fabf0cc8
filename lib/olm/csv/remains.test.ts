import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { decideRemains, type RemainsFacts } from './remains.ts';
import { csvOwnerReference, ownerLabels } from '../api/labels.ts';

const NAMESPACE = 'travel';
const TICKETS = { name: 'tickets.v1.0.0', namespace: NAMESPACE };

const labelled = (metadata: Partial<KubeObject['metadata']> = {}): RemainsFacts['labelled'][number] => ({
  resource: resources.clusterRoles,
  object: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'tickets-role', uid: 'uid-role', labels: ownerLabels(TICKETS), ...metadata },
  },
});
const facts = (more: Partial<RemainsFacts> = {}): RemainsFacts => ({
  owner: { label: TICKETS.name, namespace: NAMESPACE },
  labelled: [labelled()],
  csvs: [],
  coming: [],
  ...more,
});

describe('what a CSV that is gone has left behind (OLM 74)', () => {
  it('is deleted once nothing brings the CSV', () => {
    const left = [labelled(), labelled({ namespace: 'elsewhere' })];
    const given = facts({ labelled: left, csvs: ['another.v1'], coming: ['third.v1'] });
    const about = { kind: 'delete', resource: resources.clusterRoles, uid: 'uid-role' };
    expect(decideRemains(given).actions).toEqual([
      { ...about, ref: { name: 'tickets-role' } },
      { ...about, ref: { namespace: 'elsewhere', name: 'tickets-role' } },
    ]);
  });

  it.each([
    ['while the CSV is there', { csvs: [TICKETS.name] }],
    ['while a plan is to bring it', { coming: [TICKETS.name] }],
    [
      'when Kubernetes collects it',
      { labelled: [labelled({ ownerReferences: [csvOwnerReference({ name: TICKETS.name, uid: 'u' })] })] },
    ],
    ['when it could have named its owner', { labelled: [labelled({ namespace: NAMESPACE })] }],
    ['when it goes already', { labelled: [labelled({ deletionTimestamp: '2026-01-01T00:00:00Z' })] }],
    [
      'when it belongs to an OperatorGroup of that name',
      { labelled: [labelled({ labels: { ...ownerLabels(TICKETS), 'olm.owner.kind': 'OperatorGroup' } })] },
    ],
    [
      'when it belongs to a CSV of that name elsewhere',
      { labelled: [labelled({ labels: ownerLabels({ ...TICKETS, namespace: 'another' }) })] },
    ],
  ])('stays %s', (_when, more) => {
    expect(decideRemains(facts(more)).actions).toEqual([]);
  });

  it('knows a CSV whose name is too long for a label by its short form', () => {
    const name = `tickets-${'x'.repeat(80)}.v1.0.0`;
    const labels = ownerLabels({ name, namespace: NAMESPACE });
    const long = facts({
      owner: { label: labels['olm.owner'] ?? '', namespace: NAMESPACE },
      labelled: [labelled({ labels })],
    });
    expect(decideRemains(long).actions).toHaveLength(1);
    expect(decideRemains({ ...long, csvs: [name] }).actions).toEqual([]);
  });
});
