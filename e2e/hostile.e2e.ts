/**
 * Pages of somebody else in the browser of somebody who is signed in: from another port of the console's own name, should
 * it ever be known, whose requests carry the session's cookie; from another name of this machine; from another site; and
 * under a host name that was turned round to this machine. They get nothing, and change nothing.
 */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { expect, test } from './fixtures/capstan.ts';
import { signIn } from './fixtures/sign-in.ts';

/** Stands in every answer that would be worth reading. */
const secret = 'name-of-a-namespace-nobody-may-learn';
const planted = 'planted-by-a-hostile-page';

test.use({ expectedErrors: [/./] });

let server: Server;
let port: number;
/** What browsers have sent to it: name and cookies. */
const given: [string | undefined, string | undefined][] = [];

test.beforeAll(async () => {
  server = createServer((request, response) => {
    given.push([request.headers.host, request.headers.cookie]);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Hostile</title><body></body>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const places: readonly [string, (own: string) => string][] = [
  ['another port of the same name', (own) => new URL(own).hostname],
  ['another name of this machine', () => 'localhost'],
  ['another site', () => 'evil.test'],
];

for (const [name, host] of places) {
  test(`a page from ${name} gets nothing and changes nothing`, async ({ page, context, capstan }) => {
    await capstan.kube.create(resources.namespaces, aNamespace(secret)).catch(() => undefined);
    // From here on every request to the console is the hostile page's doing.
    await page.goto('about:blank');
    const answers = record(context, capstan.origin);
    const hostile = await context.newPage();
    await hostile.goto(`http://${host(capstan.origin)}:${String(port)}/`);

    const aim = { target: capstan.origin, name: planted };
    const got = { ...(await hostile.evaluate(fetches, aim)), ...(await hostile.evaluate(loads, aim)) };
    expect(got).toEqual(Object.fromEntries(Object.keys(got).map((attack) => [attack, 'nothing'])));
    expect(Object.keys(got).length).toBeGreaterThan(15);

    await hostile.evaluate(submits, aim);
    await expectNoFrame(hostile, capstan.origin);
    expect(answers.filter(({ path, status }) => isData(path) && status < 400)).toEqual([]);
    // Those that the browser lets be seen, of forms above all: they did arrive.
    expect(answers.filter(({ path }) => isData(path)).length).toBeGreaterThan(0);
    await expectNoWindow(hostile, capstan.origin);
    const names = (await capstan.kube.list(resources.namespaces)).items.map(({ metadata }) => metadata.name);
    expect(names).toContain(secret);
    expect(names).not.toContain(planted);

    await hostile.close();
    await page.goto(`${capstan.origin}/catalog`);
    await expect(page.getByRole('heading', { name: 'Catalog', level: 1 })).toBeVisible();
  });
}

test('no other server of this machine is sent the session, and one that has it can do nothing with it', async ({
  context,
  capstan,
}) => {
  await signIn(context, capstan.launchUrl);
  const [session] = await context.cookies(capstan.origin);
  expect(session).toBeDefined();
  const sent = async (name: string): Promise<unknown> => {
    const host = `${name}:${String(port)}`;
    const before = given.length;
    const other = await context.newPage();
    await other.goto(`http://${host}/`);
    await other.close();
    const [, cookies] = given.slice(before).find(([asked]) => asked === host) ?? ['', 'it was not asked'];
    return cookies;
  };
  const { hostname, port: own } = new URL(capstan.origin);
  // Whoever knew the name would be sent it.
  expect(await sent(hostname)).toBe(`${session?.name ?? ''}=${session?.value ?? ''}`);
  for (const host of ['localhost', '127.0.0.1']) {
    expect(await sent(host)).toBeUndefined();
    const url = `http://${host}:${own}`;
    await context.addCookies([{ name: session?.name ?? '', value: session?.value ?? '', url }]);
    const replayed = await context.newPage();
    const answer = await replayed.goto(`${url}/catalog`);
    expect(answer?.status()).toBe(401);
    await expect(replayed.getByText('You came by another name of this machine.')).toBeVisible();
    expect(await replayed.content()).not.toContain(hostname);
    await replayed.close();
  }
});

test('the same requests from the console itself succeed', async ({ page, capstan }) => {
  const got = await page.evaluate(fetches, { target: capstan.origin, name: 'made-by-the-console' });
  const succeeded = Object.keys(got).filter((attack) => /^20[01] /.test(got[attack] ?? ''));
  expect(succeeded).toEqual(
    expect.arrayContaining([
      'read a list',
      'read the session',
      'read a page',
      'create as JSON',
      'open a stream',
    ]),
  );
  const names = (await capstan.kube.list(resources.namespaces)).items.map(({ metadata }) => metadata.name);
  expect(names).toContain('made-by-the-console');
  const image = await page.evaluate(loads, { target: capstan.origin, name: 'made-by-the-console' });
  expect(image['image of the console']).toBe('load');
});

test('a host name turned round to this machine is not answered', async ({ page, context, capstan }) => {
  await page.goto('about:blank');
  const rebound = `http://evil.test:${new URL(capstan.origin).port}`;
  const answers = record(context, rebound);
  const hostile = await context.newPage();
  for (const path of [
    '/',
    new URL(await capstan.anotherUrl()).search,
    '/catalog',
    '/k8s/api/v1/namespaces',
    '/api/session',
  ]) {
    await hostile.goto(new URL(path, rebound).href);
    expect(await hostile.content()).not.toMatch(/Catalog|kube-system/);
  }
  expect(answers.length).toBeGreaterThan(4);
  expect(answers.filter(({ status }) => status !== 421)).toEqual([]);
  expect(await context.cookies(rebound)).toEqual([]);
});

interface Answer {
  path: string;
  status: number;
}

function record(context: BrowserContext, origin: string): readonly Answer[] {
  const answers: Answer[] = [];
  context.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin === origin) answers.push({ path: url.pathname, status: response.status() });
  });
  return answers;
}

function isData(path: string): boolean {
  return path.startsWith('/k8s') || path.startsWith('/api');
}

function aNamespace(name: string): { apiVersion: string; kind: string; metadata: { name: string } } {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

async function expectNoFrame(hostile: Page, target: string): Promise<void> {
  await hostile.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
  }, `${target}/catalog`);
  for (const frame of hostile.frames().filter((one) => one !== hostile.mainFrame()))
    expect(await frame.content(), 'the console in a frame').not.toMatch(/Catalog|kube-system/);
}

/** Buttons of the console cannot be pressed by a page that opened it: each loses sight of the other. */
async function expectNoWindow(hostile: Page, target: string): Promise<void> {
  const opened = await openWindow(hostile, `${target}/catalog`);
  await expect(opened.getByRole('heading', { name: 'Catalog', level: 1 })).toBeVisible();
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  const sight = await hostile.evaluate(
    () => (window as typeof window & { opened?: Window | null }).opened?.closed,
  );
  expect(sight, 'the opener sees a closed window').toBe(true);
  await opened.close();

  const data = await openWindow(hostile, `${target}/k8s/api/v1/namespaces`);
  expect(await data.content()).not.toMatch(/name-of-a-namespace|kube-system/);
  await data.close();
}

async function openWindow(hostile: Page, address: string): Promise<Page> {
  const [opened] = await Promise.all([
    hostile.context().waitForEvent('page'),
    hostile.evaluate((url) => {
      Object.assign(window, { opened: window.open(url) });
    }, address),
  ]);
  await opened.waitForURL(address);
  return opened;
}

interface Target {
  target: string;
  /** Name of the namespace that it tries to make. */
  name: string;
}

/**
 * Runs in a page. Answers what each request got hold of, or `nothing`. From the console's own origin the first five
 * succeed, which shows that they are good attacks.
 */
async function fetches({ target, name }: Target): Promise<Record<string, string>> {
  const list = `${target}/k8s/api/v1/namespaces`;
  const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const json = { 'content-type': 'application/json', 'x-capstan-request': '1' };
  const plain = { 'content-type': 'text/plain' };
  const attacks: Record<string, [string, RequestInit]> = {
    'read a list': [list, {}],
    'read the session': [`${target}/api/session`, {}],
    'read a page': [`${target}/catalog`, {}],
    'create as JSON': [list, { method: 'POST', headers: json, body: namespace }],
    'open a stream': [`${target}/api/stream`, { method: 'POST', headers: json, body: '{"watches":[]}' }],
    'read a list blindly': [list, { mode: 'no-cors' }],
    'create as text': [list, { mode: 'no-cors', method: 'POST', headers: plain, body: namespace }],
    'create as a form': [list, { mode: 'no-cors', method: 'POST', body: new URLSearchParams({ name }) }],
    delete: [`${list}/default`, { method: 'DELETE', headers: json }],
  };
  const read = async ([url, init]: [string, RequestInit]): Promise<string> => {
    try {
      // What has no answer by then got nothing.
      const signal = AbortSignal.timeout(5_000);
      const response = await fetch(url, { credentials: 'include', ...init, signal });
      // A stream does not end.
      const { value } = (await response.body?.getReader().read()) ?? {};
      const text = new TextDecoder().decode(value);
      if (response.type === 'opaque' && text === '') return 'nothing';
      return `${String(response.status)} ${text.slice(0, 100)}`;
    } catch {
      return 'nothing';
    }
  };
  const got = Object.entries(attacks).map(async ([attack, how]) => [attack, await read(how)] as const);
  return Object.fromEntries(await Promise.all(got));
}

/** Runs in a page. Everything that loads without being asked by a script, or speaks without fetch. */
async function loads({ target, name }: Target): Promise<Record<string, string>> {
  const list = `${target}/k8s/api/v1/namespaces`;
  const session = `${target}/api/session`;
  /** The first of its events says it; what has none by then got nothing. */
  const first = (source: EventTarget, ...good: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      for (const type of good) source.addEventListener(type, () => resolve(type));
      source.addEventListener('error', () => resolve('nothing'));
      setTimeout(() => resolve('nothing'), 5_000);
    });
  const add = <T extends Element>(element: T, attributes: Record<string, string>): T => {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.body.append(element);
    return element;
  };
  const load = (tag: string, attributes: Record<string, string>): Promise<string> =>
    first(add(document.createElement(tag), attributes), 'load');
  const make = (source: () => EventTarget): Promise<string> => {
    try {
      return first(source(), 'open', 'message');
    } catch {
      return Promise.resolve('nothing');
    }
  };
  const registerWorker = async (): Promise<string> => {
    try {
      // Pages of another site have none without https.
      await navigator.serviceWorker.register(session);
      return 'registered';
    } catch {
      return 'nothing';
    }
  };
  const attacks: Record<string, Promise<string>> = {
    'image of the console': load('img', { src: `${target}/icon.svg` }),
    'image of data': load('img', { src: list }),
    'script of data': load('script', { src: list }),
    'script of the session': load('script', { src: session }),
    'style of data': load('link', { rel: 'stylesheet', href: session }),
    EventSource: make(() => new EventSource(`${target}/api/stream`, { withCredentials: true })),
    WebSocket: make(() => new WebSocket(`${target.replace('http', 'ws')}/api/stream`)),
    'shared worker': make(() => new SharedWorker(session)),
    worker: make(() => new Worker(session)),
    'service worker': registerWorker(),
  };
  navigator.sendBeacon(list, JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const got = Object.entries(attacks).map(async ([attack, result]) => [attack, await result] as const);
  return Object.fromEntries(await Promise.all(got));
}

/** Runs in a page: forms are sent into frames. The field of `text/plain` is JSON as far as a form can write it. */
async function submits({ target, name }: Target): Promise<void> {
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, annotations: { a: '=' } },
  });
  const [before = '', after = ''] = text.split('=');
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const frame = document.createElement('iframe');
    frame.name = enctype;
    const form = document.createElement('form');
    const action = `${target}/k8s/api/v1/namespaces`;
    Object.assign(form, { method: 'post', action, enctype, target: frame.name });
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: before, value: after });
    form.append(input);
    document.body.append(frame, form);
    const answered = new Promise((resolve) => {
      frame.addEventListener('load', resolve);
      setTimeout(resolve, 5_000);
    });
    form.submit();
    await answered;
  }
}
