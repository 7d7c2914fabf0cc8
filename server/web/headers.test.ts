import { describe, expect, it } from 'vitest';
import { apiRequest, apiResponse, nextRequest, pagePolicy, rawHeadersOf } from './headers.ts';

const hostile = {
  authorization: 'Bearer x',
  'impersonate-group': 'system:masters',
  'impersonate-user': 'root',
  'next-action': 'abc',
  'next-resume': '1',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'evil.example',
  'x-http-method-override': 'DELETE',
  'x-invoke-path': '/x',
  'x-matched-path': '/x',
  'x-middleware-prefetch': '1',
  'x-middleware-subrequest': 'a:a:a:a:a',
  'x-nextjs-data': '1',
  'x-now-route-matches': '1',
  'x-original-url': '/x',
  'x-prerender-revalidate': 'x',
  'x-remote-group': 'system:masters',
  'x-remote-user': 'root',
};

describe('nextRequest', () => {
  it('lets nothing hostile pass', () => {
    expect(nextRequest({ host: 'h', ...hostile }, 'policy', { dev: false })).toEqual({
      host: 'h',
      'content-security-policy': 'policy',
    });
  });

  it('cannot be given another policy', () => {
    const given = {
      'content-security-policy': "script-src 'nonce-evil'",
      'content-security-policy-report-only': 'x',
    };
    expect(nextRequest(given, 'policy', { dev: false })).toEqual({ 'content-security-policy': 'policy' });
  });

  it('keeps what pages need', () => {
    const given = { accept: '*/*', rsc: '1', 'next-router-state-tree': 'x', 'next-url': '/' };
    expect(nextRequest(given, 'p', { dev: false })).toMatchObject(given);
  });

  it('keeps only our cookies', () => {
    const cookie = 'other=1; capstan-session-9000=s; capstanx=2; capstan-theme=dark';
    expect(nextRequest({ cookie }, 'p', { dev: false }).cookie).toBe(
      'capstan-session-9000=s; capstan-theme=dark',
    );
    expect(nextRequest({ cookie: 'other=1' }, 'p', { dev: false })).not.toHaveProperty('cookie');
  });

  it('drops a marker with a strange value', () => {
    expect(nextRequest({ rsc: '1, 1' }, 'p', { dev: false })).not.toHaveProperty('rsc');
  });
});

describe('rawHeadersOf', () => {
  it('lists pairs, and each of several values', () => {
    expect(rawHeadersOf({ a: '1', 'set-cookie': ['x', 'y'], gone: undefined })).toEqual([
      'a',
      '1',
      'set-cookie',
      'x',
      'set-cookie',
      'y',
    ]);
  });
});

describe('apiRequest', () => {
  it('passes content negotiation and nothing else', () => {
    const given = {
      accept: 'application/json',
      'content-type': 'application/json',
      cookie: 'c',
      host: 'h',
      'transfer-encoding': 'chunked',
      connection: 'upgrade',
      ...hostile,
    };
    expect(apiRequest(given, { userAgent: 'capstan', requestId: 'id' })).toEqual({
      accept: 'application/json',
      'audit-id': 'id',
      'content-type': 'application/json',
      'user-agent': 'capstan',
    });
  });
});

describe('apiResponse', () => {
  it('drops what only the API server may say to its own clients', () => {
    const given = {
      'access-control-allow-origin': '*',
      'cache-control': 'public',
      'content-security-policy': 'default-src *',
      'content-type': 'application/json',
      'set-cookie': ['a=1'],
      'transfer-encoding': 'chunked',
      'www-authenticate': 'Basic realm="x"',
      location: 'http://evil.example/',
      server: 'x',
      warning: '299 - "deprecated"',
    };
    const raw = apiResponse(given, 'id');
    const kept = Object.fromEntries(
      raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [])),
    );
    expect(kept).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-request-id': 'id',
      'x-content-type-options': 'nosniff',
      warning: '299 - "deprecated"',
    });
    expect(kept['content-security-policy']).toContain('sandbox');
    for (const name of [
      'access-control-allow-origin',
      'set-cookie',
      'transfer-encoding',
      'www-authenticate',
      'location',
      'server',
    ]) {
      expect(kept).not.toHaveProperty(name);
    }
  });
});

describe('pagePolicy', () => {
  it('allows neither inline code nor eval', () => {
    const policy = pagePolicy('N', { dev: false });
    expect(policy).not.toMatch(/unsafe/);
    expect(policy).toContain("script-src 'self' 'nonce-N' 'strict-dynamic';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it('names no origin but our own', () => {
    const sources = pagePolicy('N', { dev: false })
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1));
    expect(new Set(sources)).toEqual(new Set(["'self'", "'none'", "'nonce-N'", "'strict-dynamic'"]));
  });
});
