import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { packageObjects } from '../package/objects.ts';
import { readPackage } from '../package/read.ts';
import { madeKinds, madeObjects } from './made-objects.ts';

const instance: KubeObject = {
  apiVersion: 'kudo.dev/v1beta1',
  kind: 'Instance',
  metadata: { namespace: 'shop', name: 'web' },
  spec: { operatorVersion: { name: 'web-1.0.0' } },
};
const versionWith = (template: string): KubeObject =>
  packageObjects(readPackage(filesOf({ ...SOUND_PACKAGE, 'templates/app.yaml': template }))).version;
const resource = (kind: string, group = ''): Resource => ({
  ...{ group, version: 'v1', kind, namespaced: true },
  plural: `${kind.toLowerCase()}s`,
});

describe('kinds that an instance makes', () => {
  it('are those of its templates, in versions of today, and pods', () => {
    const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: b}
`;
    expect(madeKinds(instance, versionWith(template))).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap' },
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
      { apiVersion: 'v1', kind: 'Pod' },
    ]);
  });

  it('are pods alone where the version cannot be read', () => {
    expect(madeKinds(instance, { ...instance, spec: 1 })).toEqual([{ apiVersion: 'v1', kind: 'Pod' }]);
  });
});

it('the worst comes first, with the reason of its pod', () => {
  const lists = [
    {
      resource: resource('ConfigMap'),
      items: [{ apiVersion: '', kind: '', metadata: { name: 'settings' } }],
    },
    {
      resource: resource('Job', 'batch'),
      items: [
        {
          ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'backup' } },
          status: { conditions: [{ type: 'Failed', status: 'True', message: 'BackoffLimitExceeded' }] },
        },
      ],
    },
    {
      resource: resource('Pod'),
      items: [
        {
          ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'db-0' } },
          status: {
            phase: 'Running',
            containerStatuses: [
              { state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } } },
            ],
          },
        },
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'done-0' }, status: { phase: 'Succeeded' } },
      ],
    },
  ];
  expect(madeObjects(lists).map(({ name, health, why }) => [name, health, why])).toEqual([
    ['backup', 'failed', 'job "backup" has failed terminally: BackoffLimitExceeded'],
    ['db-0', 'waiting', 'CrashLoopBackOff: back-off 10s'],
    ['settings', 'healthy', undefined],
    ['done-0', 'healthy', undefined],
  ]);
});
