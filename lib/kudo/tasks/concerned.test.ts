import { expect, it } from 'vitest';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { concernedInstances } from './concerned.ts';

it('KUDO 60: whose instances are looked at', () => {
  const instances = [
    anInstance(),
    anInstance({ operatorVersion: { name: 'other' } }, { metadata: { name: 'two', namespace: 'ns' } }),
  ];
  const owner = { apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', name: 'inst', uid: 'i1' };
  const owned = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns', ownerReferences: [owner] },
  };
  const pipe = { ...owned, metadata: { ...owned.metadata, annotations: { 'kudo.dev/pipepod': 'true' } } };
  expect(concernedInstances(owned, 'changed', instances)).toEqual(['ns/inst']);
  expect(concernedInstances(pipe, 'changed', instances)).toEqual(['ns/inst']);
  expect(concernedInstances(pipe, 'deleted', instances)).toEqual([]);
  expect(concernedInstances(aVersion(), 'changed', instances)).toEqual(['ns/inst']);
  const child = anInstance({}, { metadata: { name: 'child', namespace: 'ns', ownerReferences: [owner] } });
  expect(concernedInstances(child, 'changed', instances)).toEqual(['ns/child', 'ns/inst']);
});
