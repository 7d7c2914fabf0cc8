import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import { refusedPods } from './refused-pods.ts';

const message = 'pods "tickets-1" is forbidden: no PriorityClass with name missing was found';
const refused = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message };

const deployment = (
  conditions: unknown,
  metadata: KubeObject['metadata'] = { name: 'tickets', namespace: 'team-a' },
): KubeObject => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, status: { conditions } });

describe('pods that are refused', () => {
  const rows: { name: string; given: KubeObject[]; want: string[] }[] = [
    { name: 'with the reason', given: [deployment([refused])], want: [message] },
    {
      name: 'beside a rollout that has taken too long',
      given: [
        deployment([
          { type: 'Available', status: 'False', message: 'Deployment does not have minimum availability.' },
          { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too long' },
          refused,
        ]),
      ],
      want: [message],
    },
    {
      name: 'without a message: by its reason',
      given: [deployment([{ ...refused, message: '' }])],
      want: ['FailedCreate'],
    },
    { name: 'not any more', given: [deployment([{ ...refused, status: 'False' }])], want: [] },
    {
      name: 'of another Deployment',
      given: [deployment([refused], { name: 'other', namespace: 'team-a' })],
      want: [],
    },
    {
      name: 'in another namespace',
      given: [deployment([refused], { name: 'tickets', namespace: 'team-b' })],
      want: [],
    },
    { name: 'that nobody has tried to make', given: [deployment(undefined), deployment('x')], want: [] },
    { name: 'where there is no Deployment', given: [], want: [] },
  ];
  it.each(rows)('are told: $name', ({ given, want }) => {
    const told = want.map((text) => ({ deployment: 'tickets', message: text }));
    expect(refusedPods(anInstallableCsv(), given)).toEqual(told);
  });
});
