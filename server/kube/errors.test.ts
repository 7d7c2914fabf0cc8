import { describe, expect, it, vi } from 'vitest';
import { asKubeError, isKubeError, KubeError, redact, undefinedIf } from './errors.ts';
import { codeOf, errorFromNetwork } from './network-errors.ts';
import { errorFromAnswer } from './status.ts';

const status = (code: number, reason: string, message: string, details: object = {}): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code,
  reason,
  message,
  details,
});

describe('errorFromAnswer', () => {
  const rows = [
    {
      name: 'an object that is not there',
      given: {
        status: 404,
        body: status(404, 'NotFound', 'pods "x" not found', { name: 'x', kind: 'pods' }),
      },
      want: {
        kind: 'notFound',
        resourceAbsent: false,
        retryable: false,
        publicMessage: 'pods "x" not found',
      },
    },
    {
      name: 'a resource type that is not served',
      given: { status: 404, body: '404 page not found\n' },
      want: { kind: 'notFound', resourceAbsent: true, retryable: false },
    },
    {
      name: 'a name that is taken',
      given: { status: 409, body: status(409, 'AlreadyExists', 'pods "x" already exists') },
      want: { kind: 'alreadyExists', retryable: false },
    },
    {
      name: 'a concurrent change',
      given: { status: 409, body: status(409, 'Conflict', 'the object has been modified') },
      want: { kind: 'conflict', retryable: true },
    },
    {
      name: 'wrong fields, with their paths',
      given: {
        status: 422,
        body: status(422, 'Invalid', 'x is invalid', {
          name: 'x',
          causes: [
            { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.size' },
            { message: 7 },
          ],
        }),
      },
      want: {
        kind: 'invalid',
        causes: [{ field: 'spec.size', reason: 'FieldValueRequired', message: 'Required value' }],
      },
    },
    {
      name: 'an object that etcd finds too large',
      given: { status: 500, body: status(500, '', 'etcdserver: request is too large') },
      want: { kind: 'tooLarge', retryable: false },
    },
    {
      name: 'a wait asked for by header',
      given: { status: 429, retryAfter: '3', body: status(429, 'TooManyRequests', 'slow down') },
      want: { kind: 'tooManyRequests', retryAfterMs: 3000, retryable: true },
    },
    {
      name: 'a wait asked for in the Status',
      given: { status: 503, body: status(503, 'ServiceUnavailable', '', { retryAfterSeconds: 1 }) },
      want: { kind: 'unavailable', retryAfterMs: 1000, retryable: true },
    },
    {
      name: 'an expired watch, inside the stream',
      given: { status: 0, body: status(410, 'Expired', 'too old resource version: 1 (2)') },
      want: { kind: 'gone', status: 410, retryable: true },
    },
    {
      name: 'an answer of something that is no API server',
      given: { status: 502, body: '<html>bad gateway</html>' },
      want: { kind: 'unavailable', status: 502 },
    },
    { name: 'a redirect', given: { status: 302, body: '' }, want: { kind: 'unknown', retryable: false } },
    {
      name: 'an expired sign-in',
      given: { status: 401, body: '' },
      want: { kind: 'unauthorized', retryable: false },
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    const error = errorFromAnswer({ request: 'GET /api/v1/pods', ...given });
    expect(error).toMatchObject(want);
    expect(error.publicMessage).not.toBe('');
  });
});

describe('errorFromNetwork', () => {
  const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('x', { cause }), { code });
  const rows = [
    { name: 'refused', given: coded('ECONNREFUSED'), kind: 'unavailable', says: 'refused the connection' },
    { name: 'unknown name', given: coded('ENOTFOUND'), kind: 'unavailable', says: 'does not resolve' },
    {
      name: 'foreign certificate',
      given: coded('SELF_SIGNED_CERT_IN_CHAIN'),
      kind: 'unavailable',
      says: 'not trusted',
    },
    {
      name: 'another name',
      given: coded('ERR_TLS_CERT_ALTNAME_INVALID'),
      kind: 'unavailable',
      says: 'tls-server-name',
    },
    { name: 'no answer', given: coded('UND_ERR_HEADERS_TIMEOUT'), kind: 'timeout', says: 'in time' },
    {
      name: 'wrapped',
      given: coded('UND_ERR_SOCKET', coded('ECONNRESET')),
      kind: 'unavailable',
      says: 'cut',
    },
    {
      name: 'happy eyeballs',
      given: new AggregateError([coded('ECONNREFUSED')]),
      kind: 'unavailable',
      says: 'refused',
    },
    {
      name: 'a rejected client certificate',
      given: coded('ERR_SSL_TLSV13_ALERT'),
      kind: 'unavailable',
      says: 'TLS',
    },
    { name: 'anything else', given: new Error('x'), kind: 'unavailable', says: 'could not be reached' },
  ];
  it.each(rows)('$name', ({ given, kind, says }) => {
    const error = errorFromNetwork(given, 'https://cluster.example:6443');
    expect(error.kind).toBe(kind);
    expect(error.publicMessage).toContain('https://cluster.example:6443');
    expect(error.publicMessage).toContain(says);
    expect(error.cause).toBe(given);
  });

  it('tells a cancelled request from a broken one', () => {
    expect(errorFromNetwork(new DOMException('', 'AbortError'), 'x').kind).toBe('aborted');
    expect(codeOf(coded('OUTER', coded('INNER')))).toBe('INNER');
  });
});

describe('redact', () => {
  const rows = [
    { name: 'bearer', given: 'Authorization: Bearer abcdefghijkl', want: 'Authorization: Bearer [redacted]' },
    { name: 'token', given: 'x eyJhbGciOiJSUzI1.eyJzdWIiOiJ.c2ln y', want: 'x [redacted token] y' },
    { name: 'URL', given: 'http://me:secret@proxy:3128/', want: 'http://[redacted]@proxy:3128/' },
    {
      name: 'key',
      given: 'k -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- z',
      want: 'k [private key] z',
    },
    { name: 'harmless text', given: 'pods "a" is forbidden', want: 'pods "a" is forbidden' },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(redact(given)).toBe(want);
    expect(new KubeError({ kind: 'unknown', message: given }).message).toBe(want);
  });

  it('cuts what is very long', () => {
    expect(redact('x'.repeat(100_000)).length).toBeLessThan(2_100);
    expect(redact(`${'eyJhbGciOiJSUzI1-'.repeat(200_000)}.`)).toBe('[redacted token] …');
  });
});

describe('undefinedIf', () => {
  it('is undefined for the failures named, and rejects with every other', async () => {
    const gone = new KubeError({ kind: 'notFound', message: 'gone' });
    expect(await undefinedIf(Promise.resolve('there'), 'notFound')).toBe('there');
    expect(await undefinedIf(Promise.reject(gone), 'conflict', 'notFound')).toBeUndefined();
    await expect(undefinedIf(Promise.reject(gone), 'forbidden')).rejects.toBe(gone);
    const other = new Error('x');
    await expect(undefinedIf(Promise.reject(other), 'notFound')).rejects.toBe(other);
  });
});

describe('asKubeError', () => {
  it('keeps the inside of foreign errors from users', () => {
    const error = asKubeError(new TypeError('secrets of the house'));
    expect(error.kind).toBe('unknown');
    expect(error.publicMessage).not.toContain('secrets');
    expect(isKubeError(error, 'unknown')).toBe(true);
    expect(isKubeError(new Error('x'))).toBe(false);
  });

  it('knows those of another copy of this module', async () => {
    vi.resetModules();
    const copy = await import('./errors.ts');
    const foreign = new copy.KubeError({ kind: 'notFound', message: 'gone' });
    expect(copy.KubeError).not.toBe(KubeError);
    expect(isKubeError(foreign, 'notFound')).toBe(true);
    expect(asKubeError(foreign)).toBe(foreign);
  });
});
