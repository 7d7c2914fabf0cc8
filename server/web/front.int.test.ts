import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { OWN_NAME, startTestConsole } from './testing/test-console.ts';
import type { CallOptions, TestConsole } from './testing/test-console.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await startTestConsole({ kubeconfig: sharedTestCluster().kubeconfig });
});

afterAll(async () => {
  await console_.stop();
});

const dataPaths = [
  '/k8s/api/v1/namespaces',
  '/k8s/version',
  '/api/session',
  '/api/access',
  '/api/stream',
  '/api/v1/x',
  '/api/catalog/packages',
];

describe('session', () => {
  it.each(['/', '/catalog', '/nothing', '/_next/static/x.js', ...dataPaths])(
    'answers 401 without one: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await console_.call(path, {
          method,
          anonymous: true,
          headers: { origin: console_.origin, 'x-capstan-request': '1' },
        });
        expect(answer.status, `${method} ${path}`).toBe(401);
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      }
    },
  );

  it('says how to open the console', async () => {
    const answer = await console_.call('/', { anonymous: true, headers: { accept: 'text/html' } });
    expect(answer.text).toContain('token=…');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each(['/?token=', '/?token=wrong', `/?token=${'a'.repeat(43)}`, '/?token=%00'])(
    'opens none by %s',
    async (path) => {
      const answer = await console_.call(path, { anonymous: true });
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('opens by the launch URL and leaves the token behind', async () => {
    const url = new URL(console_.launchUrl());
    const answer = await console_.call(url.pathname + url.search, { anonymous: true });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/');
    const cookie = answer.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(/^capstan-session-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(url.searchParams.get('token') ?? 'none');
    // Whoever finds it later cannot use it.
    const again = await console_.call(url.pathname + url.search, { anonymous: true });
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('does not take the token as a cookie, nor a cookie of another port', async () => {
    const token = new URL(console_.launchUrl()).searchParams.get('token') ?? '';
    const [name = '', value = ''] = console_.cookie.split('=');
    for (const cookie of [`${name}=${token}`, `capstan-session-1=${value}`, `${name}=`]) {
      const answer = await console_.call('/api/session', { anonymous: true, headers: { cookie } });
      expect(answer.status, cookie).toBe(401);
    }
  });

  it('finds its cookie behind a planted one of the same name', async () => {
    const [name = ''] = console_.cookie.split('=');
    const cookie = `${name}=planted; ${console_.cookie}`;
    expect((await console_.call('/api/session', { anonymous: true, headers: { cookie } })).status).toBe(200);
  });
});

describe('host and origin', () => {
  const refused: { name: string; path: string; options: CallOptions; want: number }[] = [
    { name: 'another host', path: '/', options: { headers: { host: 'evil.example' } }, want: 421 },
    {
      name: 'a host that resolves here',
      path: '/api/session',
      options: { headers: { host: '127.0.0.1.nip.io:80' } },
      want: 421,
    },
    { name: 'another port', path: '/api/session', options: { headers: { host: 'localhost:1' } }, want: 421 },
    {
      name: 'a foreign origin',
      path: '/api/session',
      options: { headers: { origin: 'http://evil.example' } },
      want: 403,
    },
    { name: 'a null origin', path: '/api/session', options: { headers: { origin: 'null' } }, want: 403 },
    {
      name: 'another port of this host',
      path: '/k8s/version',
      options: { headers: { origin: 'http://localhost:1' } },
      want: 403,
    },
    {
      name: 'another site',
      path: '/k8s/version',
      options: { headers: { 'sec-fetch-site': 'cross-site' } },
      want: 403,
    },
    {
      name: 'a sibling site',
      path: '/k8s/version',
      options: { headers: { 'sec-fetch-site': 'same-site' } },
      want: 403,
    },
    {
      name: 'a link to data',
      path: '/k8s/api/v1/secrets',
      options: {
        headers: {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        },
      },
      want: 403,
    },
    {
      name: 'a page in a frame',
      path: '/catalog',
      options: {
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      },
      want: 403,
    },
    {
      name: 'a write without origin',
      path: '/api/access',
      options: { method: 'POST', body: '{}', headers: { origin: '' } },
      want: 403,
    },
    {
      name: 'a stream without origin',
      path: '/api/stream',
      options: { method: 'POST', body: '{}', headers: { origin: '' } },
      want: 403,
    },
    { name: 'a stream by GET', path: '/api/stream', options: {}, want: 403 },
    {
      name: 'a write without our header',
      path: '/api/access',
      options: { method: 'POST', body: '{}', headers: { 'x-capstan-request': '' } },
      want: 403,
    },
    {
      name: 'a form',
      path: '/api/access',
      options: {
        method: 'POST',
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      want: 415,
    },
    {
      name: 'JSON as text',
      path: '/api/access',
      options: { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
      want: 415,
    },
    { name: 'a preflight', path: '/api/access', options: { method: 'OPTIONS' }, want: 405 },
    { name: 'TRACE', path: '/', options: { method: 'TRACE' }, want: 405 },
  ];

  it.each(refused)('refuses $name', async ({ path, options, want }) => {
    const answer = await console_.call(path, options);
    expect(answer.status).toBe(want);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('lets a link from another site open a page', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    // No pages are served here; what counts is that the gate let it pass.
    expect((await console_.call('/catalog', { headers })).status).toBe(404);
  });

  it.each(['LOCALHOST', 'localhost', '127.0.0.1', '[::1]'])(
    'takes no session under another name of this machine, and says where to go: %s',
    async (name) => {
      const host = `${name}:${String(console_.port)}`;
      // A session that another server of this machine has been sent, or has read.
      const replayed = await console_.call('/api/session', { headers: { host } });
      expect(replayed.status).toBe(401);
      const { search } = new URL(console_.launchUrl());
      const page = await console_.call(`/${search}`, {
        anonymous: true,
        headers: { host, accept: 'text/html' },
      });
      expect([page.status, page.headers['set-cookie']]).toEqual([401, undefined]);
      expect(page.text).toContain('another name of this machine');
      // It is told to nobody who has not been told by the terminal.
      expect(page.text).not.toContain(new URL(console_.origin).hostname);
      // The address that was mistyped is still good.
      expect((await console_.call(`/${search}`, { anonymous: true })).status).toBe(303);
    },
  );

  it.each([
    ['capstan-other.localhost', 421],
    [`x.${OWN_NAME}`, 421],
    [`${OWN_NAME}.`, 421],
    [OWN_NAME, 200],
    [OWN_NAME.toUpperCase(), 200],
  ])('answers as %s: %i', async (name, want) => {
    const answer = await console_.call('/api/session', {
      headers: { host: `${name}:${String(console_.port)}` },
    });
    expect(answer.status).toBe(want);
  });

  it.each(['/healthz', '/readyz', '/metrics'])('answers probes by any name: %s', async (path) => {
    const answer = await console_.call(path, { anonymous: true, headers: { host: '10.0.0.1:9000' } });
    expect(answer.status).toBe(200);
  });

  it('sets the security headers on everything', async () => {
    for (const path of ['/healthz', '/', '/k8s/version', '/api/session', '/k8s/metrics']) {
      const { headers } = await console_.call(path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('is not ready any more once it drains', async () => {
    const other = await startTestConsole({ kubeconfig: sharedTestCluster().kubeconfig });
    other.drain();
    expect((await other.call('/readyz')).status).toBe(503);
    await other.stop();
  });
});

describe('pages', () => {
  let pages: TestConsole;
  const seen: IncomingMessage[] = [];

  beforeAll(async () => {
    pages = await startTestConsole({
      kubeconfig: sharedTestCluster().kubeconfig,
      next: (request, response) => {
        seen.push(request);
        response.end('page');
        return Promise.resolve();
      },
    });
  });

  afterAll(async () => {
    await pages.stop();
  });

  it('get one nonce per request, the same in the request and in the answer', async () => {
    const [first, second] = [await pages.call('/catalog'), await pages.call('/catalog')];
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
    expect(policy).not.toContain('unsafe');
    expect(seen.at(-2)?.headers['content-security-policy']).toBe(policy);
    expect(second.headers['content-security-policy']).not.toBe(policy);
  });

  it('see nothing of hostile headers, in either form', async () => {
    await pages.call('/catalog', {
      headers: {
        'content-security-policy': "script-src 'nonce-evil'",
        'next-action': 'x',
        'x-forwarded-host': 'evil.example',
        'x-middleware-subrequest': 'a:a:a:a:a',
        'impersonate-user': 'root',
        cookie: `${pages.cookie}; next-instant-navigation-testing=1`,
      },
    });
    const request = seen.at(-1);
    const names = Object.keys(request?.headers ?? {}).sort();
    expect(names).toEqual(['connection', 'content-security-policy', 'cookie', 'host', 'x-request-id']);
    const raw = request?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
    expect(raw.sort()).toEqual(names);
    expect(request?.headers.cookie).toBe(pages.cookie);
    expect(JSON.stringify(request?.rawHeaders)).not.toContain('evil');
  });

  it.each([
    ['POST', '/catalog', 405],
    ['GET', '/_next/image?url=http://169.254.169.254/&w=64&q=75', 404],
    ['GET', '/_next/data/x/catalog.json', 404],
    ['GET', '/__nextjs_original-stack-frame', 404],
    ['GET', '/api/unknown', 404],
    ['POST', '/api/v1/x', 200],
    ['GET', '/catalog?_rsc=1', 200],
  ])('%s %s → %i', async (method, path, want) => {
    expect((await pages.call(path, { method })).status).toBe(want);
  });

  it('take no body without a length, and no large one', async () => {
    const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' };
    expect((await pages.call('/api/v1/x', { method: 'POST', body: '{}', headers: chunked })).status).toBe(
      411,
    );
    const body = JSON.stringify('x'.repeat(1024 * 1024));
    expect((await pages.call('/api/v1/x', { method: 'POST', body })).status).toBe(413);
  });
});

describe('session endpoint', () => {
  it('says who is connected to what', async () => {
    const session = (await console_.call('/api/session')).json();
    expect(session).toMatchObject({
      cluster: { server: sharedTestCluster().server, version: expect.stringMatching(/^v1\.\d+\.\d+/) },
      user: { groups: expect.arrayContaining(['system:authenticated']) },
      mode: 'kubeconfig',
      changes: 'apply',
    });
  });
});
