import { expect, it } from 'vitest';
import { matchesSelector } from '../../k8s/label-selector.ts';
import { manifestRequest, parseLabelSelector } from './manifest-request.ts';

const V1 = '/apis/packages.operators.coreos.com/v1';

it.each([
  { path: '/apis', want: { kind: 'groups' } },
  { path: '/apis/packages.operators.coreos.com', want: { kind: 'group' } },
  { path: V1, want: { kind: 'resources' } },
  { path: `${V1}/packagemanifests`, want: { kind: 'list', labels: {} } },
  { path: `${V1}/namespaces/a/packagemanifests`, want: { kind: 'list', namespace: 'a', labels: {} } },
  {
    path: `${V1}/packagemanifests`,
    search: 'fieldSelector=metadata.name=db&limit=500',
    want: { kind: 'list', name: 'db', labels: {} },
  },
  { path: `${V1}/namespaces/a/packagemanifests/db`, want: { kind: 'get', namespace: 'a', name: 'db' } },
  {
    path: `${V1}/namespaces/a/packagemanifests/db/icon`,
    want: { kind: 'icon', namespace: 'a', name: 'db' },
  },
  { path: `${V1}/namespaces/a/packagemanifests/db/scale`, want: { kind: 'wrong', status: 404 } },
  { path: `${V1}/namespaces/a/packagemanifests/db/icon/more`, want: { kind: 'wrong', status: 404 } },
  { path: `${V1}/namespaces/a/pods`, want: { kind: 'wrong', status: 404 } },
  { path: `${V1}/namespaces//packagemanifests`, want: { kind: 'wrong', status: 404 } },
  { path: `${V1}/namespaces/%zz/packagemanifests`, want: { kind: 'wrong', status: 404 } },
  { path: '/apis/apps/v1', want: { kind: 'wrong', status: 404 } },
  { path: `${V1}/packagemanifests`, search: 'watch=true', want: { kind: 'wrong', status: 405 } },
  {
    path: `${V1}/packagemanifests`,
    search: 'fieldSelector=metadata.namespace=x',
    want: { kind: 'wrong', status: 400 },
  },
  { path: `${V1}/packagemanifests`, search: 'labelSelector=a in b', want: { kind: 'wrong', status: 400 } },
])('GET $path $search', ({ path, search = '', want }) => {
  expect(manifestRequest('GET', path, new URLSearchParams(search))).toMatchObject(want);
});

it('can only be read', () => {
  expect(manifestRequest('DELETE', `${V1}/packagemanifests`, new URLSearchParams())).toMatchObject({
    kind: 'wrong',
    status: 405,
  });
});

const labels = { catalog: 'community', 'operatorframework.io/arch.amd64': 'supported', empty: '' };

it.each([
  { selector: '', fits: true },
  { selector: 'catalog=community', fits: true },
  { selector: 'catalog==community', fits: true },
  { selector: 'catalog!=community', fits: false },
  { selector: 'absent!=x', fits: true },
  { selector: 'catalog in (a, community)', fits: true },
  { selector: 'catalog notin (a,b),operatorframework.io/arch.amd64', fits: true },
  { selector: 'catalog in (a,b)', fits: false },
  { selector: '!catalog', fits: false },
  { selector: '!absent', fits: true },
  { selector: 'absent', fits: false },
  { selector: 'empty=', fits: true },
  { selector: 'constructor', fits: false },
  { selector: 'catalog=community,absent', fits: false },
])('the selector "$selector" fits: $fits', ({ selector, fits }) => {
  const parsed = parseLabelSelector(selector);
  expect(parsed).toBeDefined();
  expect(matchesSelector(parsed ?? {}, labels)).toBe(fits);
});

it.each(['a b', 'a in x', '=', 'a,,b', 'a in (b', 'a=b=c', '!'])('"%s" is no selector', (selector) => {
  expect(parseLabelSelector(selector)).toBeUndefined();
});
