import { describe, expect, it } from 'vitest';
import { buildApiPath, parseApiPath, rebuildQuery } from './api-path.ts';
import type { ApiPath } from './api-path.ts';

const understood: { given: string; want: ApiPath; built?: string }[] = [
  { given: '/version', want: { kind: 'discovery', segments: ['version'] } },
  { given: '/api', want: { kind: 'discovery', segments: ['api'] } },
  { given: '/api/v1', want: { kind: 'discovery', segments: ['api', 'v1'] } },
  { given: '/apis/apps/v1', want: { kind: 'discovery', segments: ['apis', 'apps', 'v1'] } },
  { given: '/openapi/v3', want: { kind: 'discovery', segments: ['openapi', 'v3'] } },
  {
    given: '/openapi/v3/apis/flights.com/v1',
    want: { kind: 'discovery', segments: ['openapi', 'v3', 'apis', 'flights.com', 'v1'] },
  },
  { given: '/openapi/v3/api/v1', want: { kind: 'discovery', segments: ['openapi', 'v3', 'api', 'v1'] } },
  {
    given: '/api/v1/namespaces',
    want: { kind: 'resource', group: '', version: 'v1', resource: 'namespaces' },
  },
  {
    given: '/api/v1/namespaces/argocd',
    want: { kind: 'resource', group: '', version: 'v1', resource: 'namespaces', name: 'argocd' },
  },
  {
    given: '/api/v1/namespaces/argocd/finalize',
    want: {
      kind: 'resource',
      group: '',
      version: 'v1',
      resource: 'namespaces',
      name: 'argocd',
      subresource: 'finalize',
    },
  },
  {
    given: '/api/v1/namespaces/argocd/pods/a-0/log',
    want: {
      kind: 'resource',
      group: '',
      version: 'v1',
      namespace: 'argocd',
      resource: 'pods',
      name: 'a-0',
      subresource: 'log',
    },
  },
  {
    given: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    want: {
      kind: 'resource',
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      resource: 'clusterroles',
      name: 'system:node',
    },
  },
  {
    given: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node',
    want: {
      kind: 'resource',
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      resource: 'clusterroles',
      name: 'system:node',
    },
    built: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  },
];

const refused: { name: string; given: string; problem: 'malformed' | 'denied' }[] = [
  { name: 'no leading slash', given: 'api/v1', problem: 'malformed' },
  { name: 'absolute form', given: 'http://evil.example/api/v1/pods', problem: 'malformed' },
  { name: 'scheme in a segment', given: '/http:/evil.example', problem: 'denied' },
  { name: 'network-path reference', given: '//evil.example/api/v1', problem: 'malformed' },
  { name: 'empty part', given: '/api//v1/pods', problem: 'malformed' },
  { name: 'trailing slash', given: '/api/v1/pods/', problem: 'malformed' },
  { name: 'root', given: '/', problem: 'malformed' },
  { name: 'dot-dot', given: '/api/v1/namespaces/a/../b/pods', problem: 'malformed' },
  { name: 'dot', given: '/api/./v1/pods', problem: 'malformed' },
  { name: 'encoded dots', given: '/api/v1/namespaces/%2e%2e/pods', problem: 'malformed' },
  { name: 'half-encoded dots', given: '/api/v1/namespaces/.%2E/pods', problem: 'malformed' },
  { name: 'encoded slash', given: '/api/v1/namespaces/a%2fpods', problem: 'malformed' },
  { name: 'encoded slash, upper case', given: '/api/v1/namespaces/a%2Fsecrets/x', problem: 'malformed' },
  { name: 'encoded backslash', given: '/api/v1/namespaces/a%5cb', problem: 'malformed' },
  { name: 'backslash', given: '/api/v1\\..\\..\\metrics', problem: 'malformed' },
  { name: 'double encoding', given: '/api/v1/namespaces/%252e%252e/pods', problem: 'malformed' },
  { name: 'NUL', given: '/api/v1/pods%00', problem: 'malformed' },
  { name: 'raw NUL', given: '/api/v1/pods\0', problem: 'malformed' },
  { name: 'line feed', given: '/api/v1/pods%0d%0aHost:x', problem: 'malformed' },
  { name: 'raw line feed', given: '/api/v1/pods\r\nHost: x', problem: 'malformed' },
  { name: 'space', given: '/api/v1/pods%20x', problem: 'malformed' },
  { name: 'broken encoding', given: '/api/v1/%zz', problem: 'malformed' },
  { name: 'overlong UTF-8', given: '/api/v1/%c0%ae%c0%ae', problem: 'malformed' },
  { name: 'non-ASCII', given: '/api/v1/pöds', problem: 'malformed' },
  { name: 'encoded non-ASCII', given: '/api/v1/p%C3%B6ds', problem: 'malformed' },
  { name: 'full-width dots', given: '/api/v1/%EF%BC%8E%EF%BC%8E', problem: 'malformed' },
  { name: 'path parameter', given: '/api/v1/namespaces/a;x/pods', problem: 'malformed' },
  { name: 'encoded query', given: '/api/v1/pods%3Fwatch=1', problem: 'malformed' },
  { name: 'fragment', given: '/api/v1/pods%23', problem: 'malformed' },
  { name: 'upper-case resource', given: '/api/v1/Pods', problem: 'malformed' },
  { name: 'upper-case subresource', given: '/api/v1/namespaces/a/pods/b/EXEC', problem: 'malformed' },
  { name: 'bad version', given: '/api/1/pods', problem: 'malformed' },
  { name: 'bad group', given: '/apis/-x/v1/pods', problem: 'malformed' },
  { name: 'bad namespace', given: '/api/v1/namespaces/A_b/pods', problem: 'malformed' },
  { name: 'name that starts with a dot', given: '/api/v1/namespaces/a/pods/.x', problem: 'malformed' },
  { name: 'node proxy', given: '/api/v1/nodes/a/proxy/metrics', problem: 'denied' },
  { name: 'service proxy', given: '/api/v1/namespaces/a/services/b/proxy', problem: 'denied' },
  {
    name: 'service proxy with a path',
    given: '/api/v1/namespaces/a/services/b/proxy/x/y',
    problem: 'denied',
  },
  { name: 'exec', given: '/api/v1/namespaces/a/pods/b/exec', problem: 'denied' },
  { name: 'attach', given: '/api/v1/namespaces/a/pods/b/attach', problem: 'denied' },
  { name: 'port-forward', given: '/api/v1/namespaces/a/pods/b/portforward', problem: 'denied' },
  {
    name: 'ephemeral containers',
    given: '/api/v1/namespaces/a/pods/b/ephemeralcontainers',
    problem: 'denied',
  },
  { name: 'token request', given: '/api/v1/namespaces/a/serviceaccounts/b/token', problem: 'denied' },
  { name: 'encoded letter of a denied word', given: '/api/v1/namespaces/a/pods/b/%65xec', problem: 'denied' },
  { name: 'namespace proxy trick', given: '/api/v1/namespaces/a/proxy', problem: 'denied' },
  { name: 'legacy proxy verb', given: '/api/v1/proxy/nodes/a', problem: 'denied' },
  { name: 'legacy watch verb', given: '/api/v1/watch/pods', problem: 'denied' },
  {
    name: 'below a subresource',
    given: '/apis/apps/v1/namespaces/a/deployments/b/scale/c',
    problem: 'denied',
  },
  { name: 'metrics', given: '/metrics', problem: 'denied' },
  { name: 'logs', given: '/logs/kube-apiserver.log', problem: 'denied' },
  { name: 'debug', given: '/debug/pprof/heap', problem: 'denied' },
  { name: 'OpenAPI v2', given: '/openapi/v2', problem: 'denied' },
  { name: 'service-account issuer', given: '/.well-known/openid-configuration', problem: 'denied' },
  { name: 'below version', given: '/version/x', problem: 'denied' },
];

describe('parseApiPath', () => {
  it.each(understood)('reads $given', ({ given, want, built }) => {
    expect(parseApiPath(given)).toEqual({ ok: true, path: want });
    expect(buildApiPath(want)).toBe(built ?? given);
  });

  it.each(refused)('refuses $name', ({ given, problem }) => {
    expect(parseApiPath(given)).toMatchObject({ ok: false, problem });
  });

  it('refuses a path that is too long', () => {
    expect(parseApiPath(`/api/v1/${'a'.repeat(3000)}`)).toMatchObject({ ok: false, problem: 'malformed' });
  });
});

describe('rebuildQuery', () => {
  it.each([
    { given: '', want: { ok: true, query: '' } },
    { given: 'dryRun=All&fieldManager=x', want: { ok: true, query: '?dryRun=All&fieldManager=x' } },
    { given: 'labelSelector=a%3Db%2Cc', want: { ok: true, query: '?labelSelector=a%3Db%2Cc' } },
    { given: 'limit=1%0d%0aX:y', want: { ok: true, query: '?limit=1%0D%0AX%3Ay' } },
    { given: 'as=system:admin', want: { ok: false, parameter: 'as' } },
    { given: '__proto__=1', want: { ok: false, parameter: '__proto__' } },
  ])('$given', ({ given, want }) => {
    expect(rebuildQuery(given)).toEqual(want);
  });
});
