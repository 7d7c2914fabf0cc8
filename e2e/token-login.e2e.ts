/** The console as people reach it in a cluster: it knows nobody until they bring a token. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as makeRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { startChild } from '#local/start/child.ts';
import type { Child } from '#local/start/child.ts';
import { tokenOfPerson } from '#local/testing/people/person.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';

test.use({ restrictions: ['--auth', 'token'] });

const namespace = 'default';
const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const place = '/operators?namespace=default';

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a token signs in, leads back to the place, and its end leads to the door again', async ({
  browser,
  capstan,
}) => {
  const name = 'token-login';
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, { name, namespace, rights: everything });
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(capstan.origin + place);
    await expect(page.getByRole('heading', { name: 'Sign in to Capstan' })).toBeVisible();
    await signIn(page, 'no-token-of-this-cluster');
    await expect(page.getByRole('alert')).toContainText('does not accept this token');
    await signIn(page, token);
    await expect(page).toHaveURL(capstan.origin + place);
    await expect(page.getByText(`system:serviceaccount:${namespace}:${name}`).first()).toBeVisible();

    // Another site cannot read or send it, nor can a script; and nothing of it is in the address.
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.value).not.toContain(token.split('.')[1]);

    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You have signed out.')).toBeVisible();
    expect(await context.cookies()).toEqual([]);

    await page.goto(capstan.origin + place);
    await signIn(page, token);
    await expect(page).toHaveURL(capstan.origin + place);
    await capstan.kube.delete(resources.serviceAccounts, { namespace, name });
    // The page asks the cluster by itself now and then, and learns of it.
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('to')).toBe(place);
  } finally {
    await context.close();
  }
});

test('who may see one namespace alone is refused the others by the cluster', async ({ browser, capstan }) => {
  const who = {
    name: 'reader',
    namespace,
    rights: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
  };
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, who);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(`${capstan.origin}/sign-in`);
    await signIn(page, token);
    await expect(page).toHaveURL(/\/catalog/);
    const read = (where: string): Promise<number> =>
      page.evaluate(async (path) => (await fetch(path)).status, `/k8s/api/v1/namespaces/${where}/configmaps`);
    await eventually(async () => {
      expect([await read(namespace), await read('kube-system')]).toEqual([200, 403]);
    });
  } finally {
    await context.close();
  }
});

/** As a Service hands requests to any of its pods: whichever it is, browsers see one address. */
const shared = { host: 'localhost:9000', origin: 'http://localhost:9000' };

interface Console {
  port: number;
  child: Child;
}

interface Told {
  status: number;
  cookies: string[];
  text: string;
}

async function startConsole(name: string, kubeconfig: string, flags: readonly string[]): Promise<Console> {
  const logs = mkdtempSync(join(tmpdir(), 'capstan-console-'));
  const child = startChild({
    name,
    module: 'dist/web/main.js',
    args: ['--auth', 'token', '--kubeconfig', kubeconfig, '--port', '0', ...flags],
    log: join(logs, 'log'),
  });
  void child.ended.then(() => {
    rmSync(logs, { recursive: true });
  });
  const [, port] = await child.line(/^Capstan is ready: http:\/\/[^:]+:(\d+)/);
  return { port: Number(port), child };
}

/** The request, for its body; and its answer once its head is there. */
function send(
  { port }: Console,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const request = makeRequest({
    ...{ host: '127.0.0.1', port, path, method, agent: false },
    headers: { ...shared, 'x-capstan-request': '1', ...headers },
  });
  const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve).once('error', reject);
  return { request, answer };
}

async function tellAll(answer: IncomingMessage): Promise<Told> {
  answer.setEncoding('utf8');
  let text = '';
  // Rejects when the connection is cut before the end.
  for await (const chunk of answer) text += String(chunk);
  const cookies = (answer.headers['set-cookie'] ?? []).filter((one) => !one.includes('Max-Age=0;'));
  return { status: answer.statusCode ?? 0, cookies: cookies.map((one) => one.split(';')[0] ?? ''), text };
}

async function ask(console_: Console, path: string, cookie = ''): Promise<Told> {
  const { request, answer } = send(console_, path, { headers: { cookie } });
  request.end();
  return tellAll(await answer);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function cookieBy(console_: Console, token: string): Promise<string> {
  const { request, answer } = send(console_, '/sign-in', { method: 'POST', headers: form });
  request.end(new URLSearchParams({ token }).toString());
  const { status, cookies } = await tellAll(await answer);
  expect(status).toBe(303);
  return cookies.join('; ');
}

async function stream(console_: Console, cookie: string): Promise<IncomingMessage> {
  const headers = { cookie, 'content-type': 'application/json' };
  const { request, answer } = send(console_, '/api/stream', { method: 'POST', headers });
  const maps = { id: 'maps', group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespace };
  request.end(JSON.stringify({ watches: [maps] }));
  return answer;
}

const configMaps = `/k8s/api/v1/namespaces/${namespace}/configmaps`;

test('two consoles behind one address: either serves the sessions of the other, as long as both have their key', async ({
  capstan,
}) => {
  const { kubeconfig } = capstan.cluster;
  const keys = mkdtempSync(join(tmpdir(), 'capstan-keys-'));
  const [old, next] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
  writeFileSync(join(keys, 'keys'), `${old ?? ''}\n`);
  const flags = ['--session-keys', keys];
  const one = await startConsole('one', kubeconfig, flags);
  const other = await startConsole('other', kubeconfig, flags);
  try {
    const token = await tokenOfPerson(kubeconfig, { name: 'two-consoles', namespace, rights: everything });
    const cookie = await cookieBy(one, token);
    expect((await ask(one, configMaps, cookie)).status).toBe(200);
    expect((await ask(other, configMaps, cookie)).status).toBe(200);
    const live = await stream(other, cookie);
    live.setEncoding('utf8');
    let seen = '';
    live.on('data', (text: string) => (seen += text)).on('error', () => undefined);
    await eventually(() => {
      expect(seen).toContain('kube-root-ca.crt');
    });

    // A new key before the old one: sessions go on, and new ones are sealed with it.
    writeFileSync(join(keys, 'keys'), `${next ?? ''}\n${old ?? ''}\n`);
    expect((await ask(other, configMaps, cookie)).status).toBe(200);
    writeFileSync(join(keys, 'keys'), `${next ?? ''}\n`);
    for (const console_ of [one, other]) {
      await eventually(async () => {
        expect((await ask(console_, configMaps, cookie)).status).toBe(401);
      });
    }
    const younger = await cookieBy(other, token);
    expect((await ask(one, configMaps, younger)).status).toBe(200);

    const { request, answer } = send(one, '/sign-out', {
      method: 'POST',
      headers: { ...form, cookie: younger },
    });
    request.end();
    const out = await answer;
    expect([out.statusCode, (await tellAll(out)).cookies]).toEqual([303, []]);
    expect((await ask(other, configMaps)).status).toBe(401);
  } finally {
    await Promise.all([one.child.stop(), other.child.stop()]);
    rmSync(keys, { recursive: true });
  }
});

test('a console that is told to end serves on while others are still sent to it, and ends nothing half', async ({
  capstan,
}) => {
  const { kubeconfig } = capstan.cluster;
  const token = await tokenOfPerson(kubeconfig, { name: 'drained', namespace, rights: everything });
  const console_ = await startConsole('drained', kubeconfig, ['--shutdown-delay', '15']);
  try {
    const cookie = await cookieBy(console_, token);
    const live = tellAll(await stream(console_, cookie));
    // Half a form, which a browser is still sending when the end has come.
    const body = new URLSearchParams({ token }).toString();
    const length = String(Buffer.byteLength(body));
    const slow = send(console_, '/sign-in', {
      method: 'POST',
      headers: { ...form, 'content-length': length },
    });
    slow.request.write(body.slice(0, 20));
    await eventually(async () => {
      expect((await ask(console_, '/readyz')).status).toBe(200);
    });

    process.kill(console_.child.pid ?? 0, 'SIGTERM');
    await eventually(async () => {
      expect((await ask(console_, '/readyz')).status).toBe(503);
    });
    expect((await ask(console_, configMaps, cookie)).status).toBe(200);
    expect((await ask(console_, '/healthz')).status).toBe(200);

    expect((await live).text).toContain('kube-root-ca.crt');
    slow.request.end(body.slice(20));
    expect((await tellAll(await slow.answer)).status).toBe(303);
    expect((await console_.child.ended).how).toBe('exit code 0');
    await expect(ask(console_, '/readyz')).rejects.toThrow('ECONNREFUSED');
  } finally {
    await console_.child.stop();
  }
});

test('who may only look is told who could add OperatorHub.io', async ({ browser, capstan }) => {
  const home = 'capstan-system';
  const read = { apiGroups: ['operators.coreos.com'], resources: ['catalogsources'] };
  const who = { name: 'looker', namespace: home, rights: [{ ...read, verbs: ['get', 'list', 'watch'] }] };
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, who);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(`${capstan.origin}/sign-in`);
    await signIn(page, token);
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('button', { name: 'Add OperatorHub.io' })).toBeDisabled();
    await expect(steps).toContainText('is a right that an administrator can grant');
  } finally {
    await context.close();
  }
});
