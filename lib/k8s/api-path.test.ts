import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
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

/** Parts that mean something to the API server, parts that could, and noise. */
const words = fc.constantFrom(
  ...[
    'api',
    'apis',
    'v1',
    'v1beta1',
    'apps',
    'namespaces',
    'pods',
    'nodes',
    'secrets',
    'a',
    'b-0',
    'system:x',
  ],
  ...[
    'status',
    'finalize',
    'log',
    'scale',
    'proxy',
    'exec',
    'token',
    'attach',
    'watch',
    'redirect',
    'portforward',
  ],
  ...[
    'version',
    'openapi',
    'v3',
    'metrics',
    '..',
    '.',
    '',
    '%2e',
    '%2f',
    '%5c',
    ';',
    '%00',
    '%3F',
    '%23',
    '\\',
    '%',
  ],
);
const noise = fc.string({ maxLength: 6 });
const part = fc.oneof(
  { weight: 8, arbitrary: words },
  { weight: 1, arbitrary: noise },
  { weight: 1, arbitrary: noise.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: words.map((word) => `%${(word.codePointAt(0) ?? 0).toString(16)}${word.slice(1)}`),
  },
  { weight: 1, arbitrary: fc.tuple(words, words).map((two) => two.join('')) },
);
const tail = fc.array(part, { maxLength: 7 });
const anyPath = fc
  .tuple(fc.constantFrom([], ['api', 'v1'], ['apis', 'apps', 'v1']), tail)
  .map(([root, rest]) => `/${[...root, ...rest].join('/')}`);

/** The API server's own reading of a path, after `NewRequestInfo` of k8s.io/apiserver. */
function requestInfo(path: string): Record<string, string | undefined> {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  const isCore = parts[0] === 'api';
  const group = isCore ? '' : parts[1];
  const version = isCore ? parts[1] : parts[2];
  let rest = parts.slice(isCore ? 2 : 3);
  let verb: string | undefined;
  if (rest[0] === 'proxy' || rest[0] === 'watch') {
    verb = rest[0];
    rest = rest.slice(1);
  }
  let namespace: string | undefined;
  if (rest[0] === 'namespaces' && rest.length > 1) {
    namespace = rest[1];
    if (rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize') rest = rest.slice(2);
  }
  const [resource, name, subresource] = rest;
  return { group, version, verb, namespace, resource, name, subresource };
}

describe('any path', () => {
  const runs = { numRuns: effort(5000, 50_000) };

  it('that passes is built of nothing but its parts, and reads the same again', () => {
    fc.assert(
      fc.property(anyPath, (given) => {
        const parsed = parseApiPath(given);
        if (!parsed.ok) return;
        const built = buildApiPath(parsed.path);
        expect(built).toMatch(/^(?:\/(?:[A-Za-z0-9_.~-]|%3A|%40|%2B|%3D)+)+$/);
        expect(built).not.toMatch(/\.\.|\/\.?(?:\/|$)/);
        expect(parseApiPath(built)).toEqual(parsed);
      }),
      runs,
    );
  });

  it('that passes means to the API server what it means here', () => {
    let passed = 0;
    fc.assert(
      fc.property(anyPath, (given) => {
        const parsed = parseApiPath(given);
        if (!parsed.ok || parsed.path.kind === 'discovery') return;
        passed += 1;
        const { kind: _, ...parts } = parsed.path;
        const read = requestInfo(buildApiPath(parsed.path));
        expect(read).toEqual({
          verb: undefined,
          name: undefined,
          subresource: undefined,
          ...parts,
          namespace: parts.namespace ?? (parts.resource === 'namespaces' ? parts.name : undefined),
        });
        expect(['proxy', 'exec', 'attach', 'portforward', 'token']).not.toContain(read['subresource']);
      }),
      runs,
    );
    expect(passed).toBeGreaterThan(50);
  });
});

describe('any query', () => {
  it('that passes carries known parameters only, each with its value', () => {
    const name = fc.oneof(fc.constantFrom('limit', 'watch', 'as', 'dryRun', '%61s', 'labelSelector'), noise);
    const pair = fc.tuple(name, noise).map(([key, value]) => `${key}=${value}`);
    const query = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
    fc.assert(
      fc.property(query, (given) => {
        const rebuilt = rebuildQuery(given);
        if (!rebuilt.ok) return;
        expect(rebuilt.query).toMatch(/^(?:\?[A-Za-z]+=[\w.~*%+-]*(?:&[A-Za-z]+=[\w.~*%+-]*)*)?$/);
        const sorted = (text: string): string => [...new URLSearchParams(text)].join('\n');
        expect(sorted(rebuilt.query)).toBe(sorted(given));
        expect(new URLSearchParams(rebuilt.query).has('as')).toBe(false);
      }),
      { numRuns: effort(2000, 20_000) },
    );
  });
});
