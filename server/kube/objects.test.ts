import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '#lib/base/address.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isLater, itemFrom, objectFrom, withoutManagedFields } from './objects.ts';
import { checkedPath } from './paths.ts';

describe('isLater', () => {
  it('compares as numbers of any length', () => {
    const version = fc.bigInt({ min: 0n, max: 2n ** 80n });
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(isLater(String(a), String(b))).toBe(a > b);
      }),
    );
  });
  it.each([undefined, '', 'abc', '-1', '01'])('does not compare %s', (version) => {
    expect(isLater(version, '1')).toBeUndefined();
    expect(isLater('1', version)).toBeUndefined();
  });
});

describe('objects', () => {
  it('takes what lists leave out from the resource', () => {
    expect(itemFrom({ metadata: { name: 'a' }, spec: {} }, resources.deployments)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: {},
    });
  });
  it('gives an answer without a name the empty one', () => {
    const review = { apiVersion: 'v1', kind: 'A', metadata: {}, status: { allowed: true } };
    expect(objectFrom(review)).toEqual({ ...review, metadata: { name: '' } });
  });
  it.each([
    null,
    'x',
    [],
    {},
    { apiVersion: 'v1', kind: 'A' },
    { apiVersion: 'v1', kind: 'A', metadata: { name: 1 } },
  ])('refuses %j', (value) => {
    expect(() => objectFrom(value)).toThrow('not a Kubernetes object');
  });
  it('drops managedFields and nothing else', () => {
    const object = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a', managedFields: [{}] }, x: 1 };
    expect(withoutManagedFields(object)).toEqual({
      apiVersion: 'v1',
      kind: 'A',
      metadata: { name: 'a' },
      x: 1,
    });
    expect(object.metadata.managedFields).toHaveLength(1);
  });
});

describe('checkedPath', () => {
  const { pods, subscriptions, namespaces, clusterRoles } = resources;
  const rows = [
    {
      name: 'core',
      given: checkedPath(pods, { namespace: 'a', name: 'b' }),
      want: '/api/v1/namespaces/a/pods/b',
    },
    { name: 'all namespaces', given: checkedPath(pods), want: '/api/v1/pods' },
    {
      name: 'group and subresource',
      given: checkedPath(subscriptions, { namespace: 'a', name: 'b', subresource: 'status' }),
      want: '/apis/operators.coreos.com/v1alpha1/namespaces/a/subscriptions/b/status',
    },
    {
      name: 'a namespace of no use to a cluster-scoped kind',
      given: checkedPath(namespaces, { namespace: 'a', name: 'b' }),
      want: '/api/v1/namespaces/b',
    },
    {
      name: 'what needs encoding',
      given: checkedPath(clusterRoles, { name: 'system:a?b#c%2f' }),
      want: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa%3Fb%23c%252f',
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(given).toBe(want);
  });
  it.each(['', '.', '..', 'a/b', 'x'.repeat(254)])('refuses the name %j', (name) => {
    expect(() => checkedPath(pods, { namespace: 'a', name })).toThrow('not a valid name');
  });
  it('wants a namespace where there must be one', () => {
    expect(() => checkedPath(pods, { name: 'b' })).toThrow('needs a namespace');
  });
  it('leaves empty parameters out of the query', () => {
    expect(queryOf({ a: undefined, b: '', c: 0, d: 'x=y,z' })).toBe('?c=0&d=x%3Dy%2Cz');
    expect(queryOf({ a: ['1', '', '2'], b: [] })).toBe('?a=1&a=2');
  });
});
