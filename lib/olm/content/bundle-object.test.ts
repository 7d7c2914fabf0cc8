import { expect, it } from 'vitest';
import { bundleObject } from './bundle-object.ts';

it.each([
  [
    'a Service with the names of its ports',
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'metrics' },
      spec: { ports: [{ name: 'https', port: 8443 }, { port: 1 }, 'x', { name: 7 }] },
    },
    { group: '', kind: 'Service', name: 'metrics', ports: ['https'] },
  ],
  [
    'a Service without anything',
    { apiVersion: 'v1', kind: 'Service', metadata: { name: '' } },
    { group: '', kind: 'Service', name: '', ports: [] },
  ],
  [
    'no content of others',
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { key: 'c2VjcmV0' } },
    { group: '', kind: 'Secret', name: 's' },
  ],
  [
    'the group of its API, even of a Service of somebody else',
    {
      apiVersion: 'serving.knative.dev/v1',
      kind: 'Service',
      metadata: { name: 'k' },
      spec: { ports: [{ name: 'metrics' }] },
    },
    { group: 'serving.knative.dev', kind: 'Service', name: 'k' },
  ],
])('tells %s', (_what, object, want) => {
  expect(bundleObject(object)).toEqual(want);
});
