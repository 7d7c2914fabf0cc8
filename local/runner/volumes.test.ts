import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { isLeft, PROVISIONER, volumeFor } from './volumes.ts';

const claim = (metadata: object = {}, spec: object = {}): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  metadata: {
    ...{ namespace: 'db', name: 'data', uid: 'u1' },
    annotations: { 'volume.kubernetes.io/storage-provisioner': PROVISIONER },
    ...metadata,
  },
  spec: {
    ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'standard' },
    resources: { requests: { storage: '5Gi' } },
    ...spec,
  },
});

it('a claim gets a volume of its own: as large, as shared, bound to it, and gone with it', () => {
  expect(volumeFor(claim({}, { accessModes: ['ReadWriteMany'], volumeMode: 'Block' }))).toEqual({
    ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
    metadata: { name: 'pvc-u1', annotations: { 'pv.kubernetes.io/provisioned-by': PROVISIONER } },
    spec: {
      ...{ capacity: { storage: '5Gi' }, accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
      ...{ storageClassName: 'standard', persistentVolumeReclaimPolicy: 'Delete' },
      claimRef: {
        ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
        ...{ namespace: 'db', name: 'data', uid: 'u1' },
      },
      hostPath: { path: '/var/empty/pvc-u1' },
    },
  });
});

it.each<[string, KubeObject]>([
  ['nobody asked us for', claim({ annotations: {} })],
  [
    'another provisioner was asked for',
    claim({ annotations: { 'volume.kubernetes.io/storage-provisioner': 'else' } }),
  ],
  ['has one', claim({}, { volumeName: 'mine' })],
  ['is being deleted', claim({ deletionTimestamp: '2026-01-01T00:00:00Z' })],
])('a claim that %s gets none', (_what, object) => {
  expect(volumeFor(object)).toBeUndefined();
});

const volume = (by: string, phase: string, policy = 'Delete'): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
  metadata: { name: 'pvc-u1', annotations: { 'pv.kubernetes.io/provisioned-by': by } },
  spec: { persistentVolumeReclaimPolicy: policy },
  status: { phase },
});

it.each<[string, KubeObject, boolean]>([
  ['ours, released', volume(PROVISIONER, 'Released'), true],
  ['ours, bound', volume(PROVISIONER, 'Bound'), false],
  ['ours, to be kept', volume(PROVISIONER, 'Released', 'Retain'), false],
  ['of somebody else', volume('else', 'Released'), false],
])('%s', (_what, object, left) => {
  expect(isLeft(object)).toBe(left);
});
