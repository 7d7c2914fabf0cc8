/** People who sign in with a token, on a real API server. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { tokenOfPerson } from '#local/testing/people/person.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { NextHandler } from './front.ts';
import { startTestConsole } from './testing/test-console.ts';
import type { Answer, CallOptions, TestConsole, TestLogin } from './testing/test-console.ts';

const HOUR = 3_600;
const host = 'localhost:9000';
const origin = `http://${host}`;
const namespace = 'token-login';
const rights = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }];

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((bytes) => createSecretKey(bytes)) as [
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
];
let ring = [oldKey];
let now = 0;
const login: TestLogin = {
  keys: () => ring,
  limits: { idleSeconds: HOUR, maxSeconds: 3 * HOUR },
  now: () => now,
};

let admin: KubeClient;
let kubeconfig = '';
let first: TestConsole;
let second: TestConsole;
let token = '';

beforeAll(async () => {
  ({ kubeconfig } = sharedTestCluster());
  admin = createClient(loadConfig({ kubeconfig }));
  await admin.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  token = await tokenOfPerson(kubeconfig, { name: 'reader', namespace, rights });
  first = await startTestConsole({ kubeconfig, login });
  second = await startTestConsole({ kubeconfig, login: { ...login, trustedProxies: 1 } });
});

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await admin.delete(resources.namespaces, { name: namespace });
});

/** As a browser that came by that address; `cookie` is what it keeps. */
function visit(console_: TestConsole, path: string, { headers, ...more }: CallOptions = {}): Promise<Answer> {
  return console_.call(path, {
    ...more,
    headers: { host, accept: /\/(k8s|api)\//.test(path) ? '*/*' : 'text/html', ...headers },
  });
}

function submit(
  console_: TestConsole,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  base = '',
): Promise<Answer> {
  return visit(console_, `${base}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      origin,
      'x-capstan-request': '',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });
}

/** What a browser keeps of an answer. */
function cookieOf({ headers }: Answer): string {
  const kept = (headers['set-cookie'] ?? []).filter((text) => !text.includes('Max-Age=0;'));
  return kept.map((text) => text.split(';')[0] ?? '').join('; ');
}

async function signedIn(console_ = first): Promise<{ cookie: string }> {
  now = Math.floor(Date.now() / 1000);
  const answer = await submit(console_, { token });
  expect(answer.status).toBe(303);
  return { cookie: cookieOf(answer) };
}

const configMaps = (where = namespace): string => `/k8s/api/v1/namespaces/${where}/configmaps`;

describe('without a session', () => {
  it('pages lead to the one that signs in, which keeps the place', async () => {
    const answer = await visit(first, '/operators/a/b?namespace=a');
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/sign-in?to=%2Foperators%2Fa%2Fb%3Fnamespace%3Da',
    ]);
    const page = await visit(first, answer.headers.location ?? '');
    expect(page.status).toBe(200);
    expect(page.text).toContain('name="to" value="/operators/a/b?namespace=a"');
    expect(page.text).toContain('kubectl create token');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src data:; style-src 'nonce-/,
    );
  });

  it.each([
    '/k8s/version',
    '/api/session',
    '/api/stream',
    '/api/v1/upgrades',
    '/api/v1/unmanaged',
    '/_next/static/x.js',
    '/?token=x',
  ])('data is refused: %s', async (path) => {
    const answer = await visit(first, path, { headers: { accept: '*/*', 'x-capstan-request': '1', origin } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it.each([
    ['de', 'Bei Capstan anmelden'],
    ['ja', 'Capstan にサインイン'],
    ['fr', 'Sign in to Capstan'],
  ])('the page speaks %s', async (language, title) => {
    const page = await visit(first, '/sign-in', { headers: { 'accept-language': language } });
    expect(page.text).toContain(`<h1>${title}</h1>`);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '"><script>'])(
    'the page does not lead on to %s',
    async (to) => {
      const page = await visit(first, `/sign-in?${new URLSearchParams({ to }).toString()}`);
      expect(page.text).toContain('name="to" value="/"');
      now = Math.floor(Date.now() / 1000);
      expect((await submit(first, { token, to })).headers.location).toBe('/');
    },
  );
});

describe('below a base path', () => {
  const base = '/tools/capstan';
  let below: TestConsole;

  beforeAll(async () => {
    const next: NextHandler = (request, response) => {
      response.setHeader('Location', '/catalog');
      response.writeHead(307).end(request.url);
      return Promise.resolve();
    };
    below = await startTestConsole({ kubeconfig, next, login: { ...login, basePath: base } });
  });

  afterAll(async () => {
    await below.stop();
  });

  it.each(['/healthz', '/readyz', '/metrics'])('answers %s at the root, too', async (probe) => {
    const [root, under] = [await visit(below, probe), await visit(below, base + probe)];
    expect(root.headers['content-type']).toBe(under.headers['content-type']);
    expect([root.status, under.status]).not.toContain(404);
    expect([root.status, under.status]).not.toContain(303);
  });

  it.each(['/', '/catalog', '/sign-in', '/api/session', '/k8s/version', '/tools', `${base}x/catalog`])(
    'is not at %s',
    async (path) => {
      const answer = await visit(below, path);
      expect([answer.status, answer.headers['x-content-type-options']]).toEqual([404, 'nosniff']);
      expect(answer.text).toContain(`at ${base}/`);
    },
  );

  it('leads from one of its addresses to the other, and keeps its cookie to itself', async () => {
    now = Math.floor(Date.now() / 1000);
    const away = await visit(below, `${base}/operators?q=a`);
    expect([away.status, away.headers.location]).toEqual([303, `${base}/sign-in?to=%2Foperators%3Fq%3Da`]);
    const page = await visit(below, `${base}/sign-in?to=%2Foperators`);
    expect(page.text).toContain(`action="${base}/sign-in"`);
    expect(page.text).toContain('name="to" value="/operators"');
    const answer = await submit(below, { token, to: '/operators' }, {}, base);
    expect(answer.headers.location).toBe(`${base}/operators`);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^capstan-session-9000~tools~capstan=\S+; Path=\/tools\/capstan; Max-Age=3600; /);
    const headers = { cookie: cookieOf(answer) };
    expect((await visit(below, base + configMaps(), { headers })).status).toBe(200);
    const out = await visit(below, `${base}/sign-out`, {
      method: 'POST',
      headers: { ...headers, origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(out.headers.location).toBe(`${base}/sign-in?out=1`);
    expect(out.headers['set-cookie']?.every((text) => text.includes(`=; Path=${base}; Max-Age=0;`))).toBe(
      true,
    );
  });

  it('hides the path from Next, and tells where Next leads', async () => {
    const headers = { cookie: cookieOf(await submit(below, { token }, {}, base)) };
    const page = await visit(below, `${base}?x=1`, { headers });
    expect([page.headers.location, page.text]).toEqual([`${base}/catalog`, '/?x=1']);
    expect((await visit(below, `${base}//evil.example`, { headers })).status).toBe(400);
  });
});

describe('signing in', () => {
  it.each([
    ['', 400],
    ['ein tokän', 400],
    ['nonsense', 401],
    ['x'.repeat(8_193), 413],
    ['x'.repeat(40_000), 413],
  ])('refuses what is no token: %#', async (wrong, status) => {
    const answer = await submit(first, { token: wrong, to: '/catalog' }, { host });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
    expect(answer.text).toContain('role="alert"');
    if (wrong !== '') expect(answer.text).not.toContain(wrong);
  });

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['without saying from where', { origin: '' }, 403],
    ['as text', { 'content-type': 'text/plain' }, 415],
  ])('refuses a form %s', async (_what, headers, status) => {
    const answer = await submit(first, { token }, headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
  });

  it('takes the token as terminals give it, and leads on', async () => {
    now = Math.floor(Date.now() / 1000);
    const broken = ` Bearer ${token.slice(0, 80)}\n${token.slice(80)}\n`;
    const answer = await submit(first, { token: broken, to: '/catalog?x=1' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/catalog?x=1']);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^capstan-session-9000=\S+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(token.split('.')[1]);
  });

  it('behind TLS gives a cookie that needs it, and takes no other', async () => {
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
    now = Math.floor(Date.now() / 1000);
    const answer = await submit(second, { token }, { ...proxied, origin: `https://${host}` });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-capstan-session=\S+; Path=\/; .*; Secure$/);
    const get = (headers: Record<string, string>): Promise<Answer> =>
      visit(second, configMaps(), { headers });
    expect((await get({ ...proxied, cookie: cookieOf(answer) })).status).toBe(200);
    const renamed = cookieOf(answer).replace('__Host-capstan-session', 'capstan-session-9000');
    expect((await get({ ...proxied, cookie: renamed })).status).toBe(401);
  });

  it('may be tried so often, by one client', async () => {
    const from = (client: string): Promise<Answer> =>
      submit(second, { token: 'nonsense' }, { 'x-forwarded-for': `6.6.6.6, ${client}` });
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push((await from('203.0.113.9')).status);
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    const last = await from('203.0.113.9');
    expect([last.status, Number(last.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await from('203.0.113.10')).status).toBe(401);
  });
});

describe('a session', () => {
  it('has the rights of its token, and no others', async () => {
    const headers = await signedIn();
    expect((await visit(first, '/api/session', { headers })).json()).toMatchObject({
      user: { name: `system:serviceaccount:${namespace}:reader` },
      mode: 'token',
    });
    expect((await visit(first, configMaps(), { headers })).status).toBe(200);
    expect((await visit(first, configMaps('kube-system'), { headers })).status).toBe(403);
    expect((await visit(first, '/k8s/api/v1/nodes', { headers })).status).toBe(403);
  });

  it('is served by every replica that has the key', async () => {
    expect((await visit(second, configMaps(), { headers: await signedIn() })).status).toBe(200);
  });

  it('outlives the rotation of its key, until the key is taken out', async () => {
    const headers = await signedIn();
    ring = [newKey, oldKey];
    expect((await visit(first, configMaps(), { headers })).status).toBe(200);
    const younger = await signedIn();
    ring = [newKey];
    expect((await visit(first, configMaps(), { headers })).status).toBe(401);
    expect((await visit(second, '/plans', { headers })).headers.location).toBe(
      '/sign-in?to=%2Fplans&ended=1',
    );
    expect((await visit(second, configMaps(), { headers: younger })).status).toBe(200);
  });

  it('goes on while it is used, not by its stream, and ends in any case', async () => {
    let { cookie } = await signedIn();
    const began = now;
    const get = async (path: string): Promise<Answer> => visit(first, path, { headers: { cookie } });
    now += HOUR - 1;
    const interests = { method: 'POST', headers: { host, origin, cookie }, body: '{"watches":[]}' };
    const stream = await first.open('/api/stream', interests);
    expect([stream.statusCode, stream.headers['set-cookie']]).toEqual([200, undefined]);
    // It has a second left.
    const closed = Promise.withResolvers<unknown>();
    stream.on('error', () => undefined).once('close', closed.resolve);
    stream.resume();
    await closed.promise;
    expect((await get(configMaps())).headers['set-cookie']?.[0]).toContain('Max-Age=3600;');
    for (let hour = 0; hour < 3; hour += 1) {
      const answer = await get(configMaps());
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      now += HOUR - 1;
    }
    now = began + 3 * HOUR - 1;
    expect((await get(configMaps())).status).toBe(200);
    now += 1;
    expect((await get(configMaps())).status).toBe(401);
  });

  it('ends after an hour without use', async () => {
    const { cookie } = await signedIn();
    now += HOUR;
    expect((await visit(first, '/plans', { headers: { cookie } })).headers.location).toContain('ended=1');
  });

  it('ends for the browser that signs out', async () => {
    const { cookie } = await signedIn();
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin, cookie };
    const out = await visit(first, '/sign-out', { method: 'POST', headers: form, body: '' });
    expect([out.status, out.headers.location]).toEqual([303, '/sign-in?out=1']);
    expect(out.headers['set-cookie']?.every((text) => text.includes('=; Path=/; Max-Age=0;'))).toBe(true);
    const link = await visit(first, '/sign-out', { headers: { cookie } });
    expect([link.status, link.headers['set-cookie']]).toEqual([405, undefined]);
  });

  it('is told when its token is revoked', async () => {
    const revoked = await tokenOfPerson(kubeconfig, { name: 'gone', namespace, rights });
    now = Math.floor(Date.now() / 1000);
    const headers = { cookie: cookieOf(await submit(first, { token: revoked })) };
    expect((await visit(first, configMaps(), { headers })).status).toBe(200);
    await admin.delete(resources.serviceAccounts, { namespace, name: 'gone' });
    await eventually(async () => {
      expect((await visit(first, configMaps(), { headers })).status).toBe(401);
    });
    expect((await submit(first, { token: revoked })).status).toBe(401);
  });
});
