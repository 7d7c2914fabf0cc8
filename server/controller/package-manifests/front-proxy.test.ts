import { expect, it } from 'vitest';
import { isAllowedName, parseFrontProxy, requesterOf } from './front-proxy.ts';

const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'extension-apiserver-authentication' },
  data: {
    'requestheader-client-ca-file': 'PEM',
    'requestheader-allowed-names': '["front"]',
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
  },
};

it('reads who asks from the headers that the API server names', () => {
  const proxy = parseFrontProxy(configMap);
  if (typeof proxy === 'string') throw new Error(proxy);
  const requester = requesterOf(proxy, {
    'x-remote-user': ['jane'],
    'x-remote-group': ['a', 'b'],
    'x-remote-extra-acme.com%2fproject': ['p'],
    authorization: ['Bearer x'],
  });
  expect(requester).toEqual({ user: 'jane', groups: ['a', 'b'], extra: { 'acme.com/project': ['p'] } });
  expect(requesterOf(proxy, { 'x-remote-group': ['system:masters'] })).toBeUndefined();
  expect(requesterOf(proxy, { 'x-remote-user': [''] })).toBeUndefined();
  expect(isAllowedName(proxy, 'front')).toBe(true);
  expect(isAllowedName(proxy, 'other')).toBe(false);
  expect(isAllowedName(proxy, undefined)).toBe(false);
  expect(isAllowedName({ ...proxy, allowedNames: [] }, undefined)).toBe(true);
});

it.each([{}, { 'requestheader-client-ca-file': 'PEM', 'requestheader-allowed-names': 'front' }])(
  'says what an API server without aggregation lacks: %j',
  (data) => {
    expect(parseFrontProxy({ ...configMap, data })).toMatch(/lacks requestheader-/);
  },
);
