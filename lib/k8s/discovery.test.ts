import { describe, expect, test } from 'vitest';
import { preferredVersion, typeOfKind } from './discovery.ts';
import { knownKind } from './resources.ts';

const at = { group: 'cert-manager.io', version: 'v1' };
const list = {
  kind: 'APIResourceList',
  resources: [
    { name: 'issuers/status', kind: 'Issuer', namespaced: true },
    { name: 'issuers', kind: 'Issuer', namespaced: true },
    { name: 'clusterissuers', kind: 'ClusterIssuer', namespaced: false },
    null,
    { kind: 'Order' },
  ],
};

describe('typeOfKind', () => {
  test.each([
    ['Issuer', { ...at, plural: 'issuers', kind: 'Issuer', namespaced: true }],
    ['ClusterIssuer', { ...at, plural: 'clusterissuers', kind: 'ClusterIssuer', namespaced: false }],
    ['Order', undefined],
    ['issuer', undefined],
  ])('%s', (kind, want) => {
    expect(typeOfKind(list, kind, at)).toEqual(want);
  });

  test.each([[undefined], [null], ['text'], [{}], [{ resources: 'none' }], [{ resources: [[], 3] }]])(
    'an odd answer has no types: %j',
    (answer) => {
      expect(typeOfKind(answer, 'Issuer', at)).toBeUndefined();
    },
  );
});

test.each([
  [{ preferredVersion: { groupVersion: 'a/v1', version: 'v1' } }, 'v1'],
  [{ preferredVersion: { version: '' } }, undefined],
  [{ preferredVersion: null }, undefined],
  [{}, undefined],
  [null, undefined],
])('preferredVersion %j', (group, want) => {
  expect(preferredVersion(group)).toBe(want);
});

test.each([
  [{ kind: 'Secret' }, 'secrets'],
  [{ kind: 'Secret', group: '', version: 'v1' }, 'secrets'],
  [{ kind: 'Secret', group: 'vault.example', version: 'v1' }, undefined],
  [{ kind: 'StorageClass', group: 'storage.k8s.io' }, 'storageclasses'],
  [{ kind: 'Clusters' }, undefined],
  [{ kind: 'Subscription' }, undefined],
  [{ kind: 'Subscription', group: 'operators.coreos.com' }, 'subscriptions'],
])('knownKind %j', (hint, plural) => {
  expect(knownKind(hint)?.plural).toBe(plural);
});
