/** The console under a path of a host that others share, behind a proxy that passes the path on as it is. */
import { once } from 'node:events';
import { createServer, request as makeRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { tokenOfPerson } from '#local/testing/people/person.ts';
import { collectErrors, expect, samples, test } from './fixtures/capstan.ts';
import { install, openInstalled, openPackage } from './fixtures/steps.ts';

const BASE = '/tools/capstan';
const PLACE = 'travel';

test.use({ catalogs: [samples], restrictions: ['--auth', 'token', '--base-path', BASE] });

interface Proxy extends AsyncDisposable {
  readonly origin: string;
  /** What was asked for outside of the path. */
  readonly refused: readonly string[];
}

/** Leads to the console what is under the path, and nothing else. */
async function proxyTo(console_: string): Promise<Proxy> {
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    if (url !== BASE && !url.startsWith(`${BASE}/`)) {
      refused.push(`${method} ${url} from ${headers.referer ?? 'nowhere'}`);
      response.writeHead(404).end();
      return;
    }
    const onwards = makeRequest(console_ + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    response.on('close', () => onwards.destroy());
    request.pipe(onwards);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${String(port)}`,
    refused,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('everything stays under the path: catalog, install, form, live rows, sign-out', async ({
  browser,
  capstan,
}) => {
  const person = { name: 'below', namespace: 'default', rights: [] };
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, person);
  const whom = ['--clusterrole', 'cluster-admin', '--serviceaccount', 'default:below'];
  await capstan.cluster.kubectl('create', 'clusterrolebinding', 'below', ...whom);
  await using ends = new AsyncDisposableStack();
  const proxy = ends.use(await proxyTo(capstan.origin));
  const context = await browser.newContext({ locale: 'en-GB' });
  ends.defer(() => context.close());
  const page = await context.newPage();
  const errors = collectErrors(page);
  const home = proxy.origin + BASE;

  await test.step('a deep link leads to the door, and back to its place', async () => {
    await page.goto(`${home}/operators?namespace=default`);
    expect(page.url()).toBe(`${home}/sign-in?to=%2Foperators%3Fnamespace%3Ddefault`);
    await signIn(page, token);
    await expect(page).toHaveURL(`${home}/operators?namespace=default`);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, path: BASE });
  });

  await test.step('the first page is under the path, with its icons', async () => {
    for (const address of [home, `${home}/`]) {
      await page.goto(address);
      await expect(page).toHaveURL(`${home}/catalog`);
    }
    const icon = page.locator('link[rel="icon"]');
    expect((await page.request.get(proxy.origin + ((await icon.getAttribute('href')) ?? ''))).status()).toBe(
      200,
    );
    await expect(page.getByRole('link', { name: /Flight Ticket/ }).first()).toHaveAttribute(
      'href',
      /^\/tools\/capstan\//,
    );
  });

  await test.step('an operator is installed from link to link, and told of as it happens', async () => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: PLACE });
    await expect(page.getByText('Flight Ticket 2.0.0 is running')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${home}/operators/`));
  });

  await test.step('its form makes an object, and a reload shows it', async () => {
    await page.getByRole('link', { name: 'Create FlightTicket' }).click();
    await page.getByLabel('Name', { exact: true }).fill('to-oslo');
    await page.getByLabel('From', { exact: true }).fill('Lisbon');
    await page.getByLabel('To', { exact: true }).fill('Oslo');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'to-oslo' })).toBeVisible();
    await expect(page.getByText('Booked').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'to-oslo' })).toBeVisible();
    await openInstalled(page);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'to-oslo' })).toBeVisible();
  });

  await test.step('settings are kept for this console alone, and the colours come with the page', async () => {
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect((await context.cookies()).map(({ path }) => path)).toEqual([BASE, BASE]);
  });

  expect(errors, 'errors on the browser console').toEqual([]);

  await test.step('what is not there says so, with a way on', async () => {
    await page.goto(`${home}/nothing/here`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /catalog/i })
      .click();
    await expect(page).toHaveURL(`${home}/catalog`);
  });

  await test.step('signing out forgets the session, and signing in goes on', async () => {
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You have signed out.')).toBeVisible();
    expect((await context.cookies()).filter(({ httpOnly }) => httpOnly)).toEqual([]);
    await signIn(page, token);
    await expect(page).toHaveURL(`${home}/catalog`);
  });

  expect(proxy.refused, 'requests outside of the path').toEqual([]);
});
