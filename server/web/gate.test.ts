import { describe, expect, it } from 'vitest';
import {
  checkDuplicates,
  checkForm,
  checkHost,
  checkOrigin,
  checkTarget,
  checkUnsafe,
  forwardedHosts,
  hostsOf,
  loopbackHosts,
} from './gate.ts';
import type { RequestHead } from './gate.ts';

const host = 'localhost:9000';

function head(method: string, path: string, headers: Record<string, string> = {}): RequestHead {
  return { method, path, headers: { host, ...headers } };
}

const status = (verdict: { ok: boolean; status?: number }): number => verdict.status ?? 200;

describe('checkHost', () => {
  const allowed = loopbackHosts(9000, 'capstan-1.localhost');
  it.each([
    ['localhost:9000', 200],
    ['LOCALHOST:9000', 200],
    ['127.0.0.1:9000', 200],
    ['capstan-1.localhost:9000', 200],
    ['capstan-2.localhost:9000', 421],
    ['capstan-1.localhost:9001', 421],
    ['x.capstan-1.localhost:9000', 421],
    ['capstan-1.localhost.:9000', 421],
    ['[::1]:9000', 200],
    ['localhost', 421],
    ['localhost:9001', 421],
    ['localhost.:9000', 421],
    ['evil.example:9000', 421],
    ['localhost:9000.evil.example', 421],
    ['127.0.0.1:9000@evil.example', 421],
    ['127.1:9000', 421],
    ['0.0.0.0:9000', 421],
    ['', 421],
    [undefined, 421],
  ])('%s → %i', (given, want) => {
    expect(status(checkHost(given, allowed))).toBe(want);
  });

  it('knows the default port without its number', () => {
    expect(status(checkHost('localhost', loopbackHosts(80, 'x.localhost')))).toBe(200);
  });
});

describe('forwardedHosts', () => {
  const hosts = forwardedHosts([new URL('https://capstan.example'), new URL('http://10.0.0.1:30900')]);
  it.each([
    ['localhost:9000', 200],
    ['localhost:18080', 200],
    ['localhost', 200],
    ['127.0.0.1:8080', 200],
    ['[::1]:8080', 200],
    ['capstan.localhost:8080', 200],
    ['capstan.example', 200],
    ['CAPSTAN.example', 200],
    ['10.0.0.1:30900', 200],
    ['10.0.0.1', 421],
    ['capstan.example:8443', 421],
    ['capstan.example.evil.example', 421],
    ['localhost.evil.example', 421],
    ['evil.example:9000', 421],
    ['a.b.localhost', 421],
    ['localhost:x', 421],
    [undefined, 421],
  ])('%s → %i', (given, want) => {
    expect(status(checkHost(given, hosts))).toBe(want);
  });
});

describe('checkForm', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each([
    ['POST', form, 200],
    ['POST', { 'content-type': 'Application/X-www-form-urlencoded; charset=UTF-8' }, 200],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', {}, 415],
    ['GET', form, 405],
    ['PUT', form, 405],
  ])('%s %o → %i', (method, headers, want) => {
    expect(status(checkForm(head(method, '/sign-in', headers as Record<string, string>)))).toBe(want);
  });
});

it.each([
  ['https', `https://${host}`, 200],
  ['https', `http://${host}`, 403],
  ['http', `https://${host}`, 403],
] as const)('by %s, the origin %s → %i', (scheme, origin, want) => {
  const from = { ...head('POST', '/sign-in', { origin, 'sec-fetch-site': 'same-origin' }), scheme };
  expect(status(checkOrigin(from, false))).toBe(want);
});

describe('hostsOf', () => {
  it.each([
    [9000, ['x.localhost:9000']],
    [80, ['x.localhost', 'x.localhost:80']],
  ])('of port %i', (port, want) => {
    expect([...hostsOf('x.localhost', port)]).toEqual(want);
  });
});

describe('checkTarget', () => {
  it.each([
    ['/', 200],
    ['/a?b=//c', 200],
    ['//evil.example', 400],
    ['/\\evil.example', 400],
    ['http://evil.example/', 400],
    ['*', 400],
    ['', 400],
    [undefined, 400],
  ])('%s → %i', (given, want) => {
    expect(status(checkTarget(given))).toBe(want);
  });
});

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const own = `http://${host}`;

const origins: { name: string; given: RequestHead; data: boolean; want: number }[] = [
  {
    name: 'a page of ours asks',
    given: head('GET', '/k8s/version', { 'sec-fetch-site': 'same-origin' }),
    data: true,
    want: 200,
  },
  {
    name: 'a person types the address',
    given: head('GET', '/', { 'sec-fetch-site': 'none', ...navigation }),
    data: false,
    want: 200,
  },
  {
    name: 'a link elsewhere opens a page',
    given: head('GET', '/', { 'sec-fetch-site': 'cross-site', ...navigation }),
    data: false,
    want: 200,
  },
  {
    name: 'a link elsewhere opens data',
    given: head('GET', '/k8s/version', { 'sec-fetch-site': 'cross-site', ...navigation }),
    data: true,
    want: 403,
  },
  {
    name: 'a form elsewhere posts',
    given: head('POST', '/', { 'sec-fetch-site': 'cross-site', ...navigation }),
    data: false,
    want: 403,
  },
  {
    name: 'a frame elsewhere shows a page',
    given: head('GET', '/', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    }),
    data: false,
    want: 403,
  },
  {
    name: 'an image elsewhere',
    given: head('GET', '/icon', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    }),
    data: false,
    want: 403,
  },
  {
    name: 'another port of this host',
    given: head('GET', '/k8s/version', { 'sec-fetch-site': 'same-site' }),
    data: true,
    want: 403,
  },
  { name: 'our origin', given: head('POST', '/api/access', { origin: own }), data: true, want: 200 },
  {
    name: 'another scheme',
    given: head('POST', '/api/access', { origin: `https://${host}` }),
    data: true,
    want: 403,
  },
  {
    name: 'a foreign origin that claims to be ours',
    given: head('POST', '/api/access', { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }),
    data: true,
    want: 403,
  },
  {
    name: 'a sandboxed origin',
    given: head('GET', '/k8s/version', { origin: 'null' }),
    data: true,
    want: 403,
  },
  {
    name: 'an unknown value',
    given: head('GET', '/k8s/version', { 'sec-fetch-site': 'Same-Origin' }),
    data: true,
    want: 403,
  },
  { name: 'a program reads', given: head('GET', '/k8s/version'), data: true, want: 200 },
  { name: 'a program writes without origin', given: head('POST', '/k8s/api/v1/pods'), data: true, want: 403 },
  { name: 'a stream without origin', given: head('GET', '/api/stream'), data: true, want: 403 },
];

describe('checkOrigin', () => {
  it.each(origins)('$name → $want', ({ given, data, want }) => {
    expect(status(checkOrigin(given, data))).toBe(want);
  });
});

const ours = { 'x-capstan-request': '1' };

describe('checkUnsafe', () => {
  it.each([
    { name: 'a read', given: head('GET', '/'), want: 200 },
    {
      name: 'a write of ours',
      given: head('POST', '/', { ...ours, 'content-type': 'application/json; charset=utf-8' }),
      want: 200,
    },
    {
      name: 'an apply',
      given: head('PATCH', '/', { ...ours, 'content-type': 'application/apply-patch+yaml' }),
      want: 200,
    },
    { name: 'a DELETE without body', given: head('DELETE', '/', ours), want: 200 },
    {
      name: 'a write without our header',
      given: head('POST', '/', { 'content-type': 'application/json' }),
      want: 403,
    },
    {
      name: 'another value of our header',
      given: head('POST', '/', { 'x-capstan-request': '1, 1' }),
      want: 403,
    },
    {
      name: 'a body without a type',
      given: head('POST', '/', { ...ours, 'content-length': '2' }),
      want: 415,
    },
    {
      name: 'a chunked body without a type',
      given: head('POST', '/', { ...ours, 'transfer-encoding': 'chunked' }),
      want: 415,
    },
    {
      name: 'a form',
      given: head('POST', '/', { ...ours, 'content-type': 'multipart/form-data' }),
      want: 415,
    },
    { name: 'JSON as text', given: head('POST', '/', { ...ours, 'content-type': 'text/plain' }), want: 415 },
    {
      name: 'two types',
      given: head('POST', '/', { ...ours, 'content-type': 'text/plain, application/json' }),
      want: 415,
    },
    { name: 'a stream by GET', given: head('GET', '/api/stream'), want: 403 },
    { name: 'a preflight', given: head('OPTIONS', '/'), want: 405 },
    { name: 'a tunnel', given: head('CONNECT', '/'), want: 405 },
    { name: 'a lower-case method', given: head('post', '/', ours), want: 405 },
  ])('$name → $want', ({ given, want }) => {
    expect(status(checkUnsafe(given))).toBe(want);
  });
});

describe('checkDuplicates', () => {
  it.each([
    { given: ['Host', 'a', 'Accept', 'x', 'accept', 'y'], want: 200 },
    { given: ['Host', 'a', 'host', 'b'], want: 400 },
    { given: ['Origin', 'a', 'ORIGIN', 'a'], want: 400 },
    { given: ['Content-Length', '1', 'content-length', '2'], want: 400 },
    { given: ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'identity'], want: 400 },
    { given: ['X-Capstan-Request', '0', 'X-Capstan-Request', '1'], want: 400 },
  ])('$given → $want', ({ given, want }) => {
    expect(status(checkDuplicates(given))).toBe(want);
  });
});
