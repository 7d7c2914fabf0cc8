/** What the first HTML of a page shows, before any script has run, and in browsers that run none. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { install, openPackage } from './fixtures/steps.ts';

// A cluster of its own: what is installed is counted.
test.use({ catalogs: [samples] });

const NAMESPACE = 'early';
const CSV = 'flight-ticket.v2.0.0';
const TICKET = { namespace: NAMESPACE, name: 'to-oslo' };

test('lists and details can be read without a script', async ({
  page,
  browser,
  capstan: { kube, origin },
}) => {
  await openPackage(page, 'flight', /Flight Ticket/);
  await install(page, { namespace: NAMESPACE });
  await expect(page.getByText('Flight Ticket 2.0.0 is running')).toBeVisible();
  await kube.create(tickets, {
    ...{ apiVersion: 'flights.com/v1', kind: 'FlightTicket', metadata: TICKET },
    spec: { from: 'Lisbon', to: 'Oslo', number: 1 },
  });

  const waiting = { namespace: NAMESPACE, name: 'install-waits' };
  await kube.create(resources.installPlans, {
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', metadata: waiting },
    spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [] },
  });
  const status = { phase: 'RequiresApproval', catalogSources: [], plan: [] };
  const asked = { type: 'merge', body: { status } } as const;
  await kube.patch(resources.installPlans, waiting, asked, { subresource: 'status' });

  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const bare = await context.newPage();
  const samplesAt = {
    catalogNamespace: 'capstan-system',
    catalog: 'capstan-samples',
    package: 'flight-ticket',
  };
  const pages: Shown = [
    [urls.catalog(), 'Flight Ticket'],
    [urls.package(samplesAt), 'Flight Ticket'],
    [urls.operators(), 'Flight Ticket'],
    [urls.operator({ namespace: NAMESPACE, name: CSV }), '2.0.0'],
    [urls.subscription({ namespace: NAMESPACE, name: 'flight-ticket' }), 'stable'],
    [urls.plans(), CSV],
    [urls.operatorGroups(), NAMESPACE],
    [urls.catalogSources(), 'capstan-samples'],
    [urls.instances(tickets), 'to-oslo'],
    [urls.instance(tickets, TICKET), 'Lisbon'],
    [urls.plan(waiting), 'Objects'],
  ];
  await showsEach(bare, origin, pages);
  await context.close();

  await test.step('YAML and forms are there before the scripts of the page are', async () => {
    const slow = await browser.newContext({ storageState });
    const early = await slow.newPage();
    await early.route('**/_next/static/**/*.js', (route) => route.abort());
    await showsEach(early, origin, [
      [urls.newInstance(tickets), 'City the flight leaves from'],
      [urls.install(samplesAt), 'kind: Subscription'],
      [urls.newCatalogSource(), 'kind: CatalogSource'],
      [urls.plan(waiting), 'kind: InstallPlan'],
    ]);
    await slow.close();
  });
  // The list of plans is counted below.
  await kube.delete(resources.installPlans, waiting);

  await test.step('what a page came with is neither asked for again nor shown for longer than it is true', async () => {
    let asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // What a busy server is late with is asked for; then the page is loaded again, as above.
    await eventually(async () => {
      asked = [];
      await page.goto(urls.instances(tickets));
      await expect(page.getByRole('row', { name: /to-oslo/ })).toBeVisible();
      // The definition, with its columns.
      expect(asked.filter((path) => path.includes('/customresourcedefinitions/'))).toEqual([]);
    });
    await kube.delete(tickets, TICKET);
    await expect(page.getByRole('row', { name: /to-oslo/ })).toBeHidden();
  });

  await test.step('other pages are asked for when somebody points at a link, not before', async () => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('_rsc')) asked.add(pathname);
    });
    await page.goto(urls.catalogSources());
    await page.locator('html[data-ready]').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Install plans' }).hover();
    await expect.poll(() => [...asked]).toEqual([urls.plans()]);
  });
});

test.describe('texts that do not arrive', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('are asked for again, and the page is taken over when they come', async ({ page }) => {
    let asked = 0;
    const script = scriptWith('{plans:{about:"About"');
    await page.route(`**/${script}`, async (route) => {
      asked += 1;
      await (asked < 4 ? route.abort() : route.continue());
    });
    await page.goto(urls.plans());
    await expect(page.locator('html[data-ready]')).toBeVisible();
    expect(asked).toBe(4);
  });

  test('leave a long list as it came, and then show all of it', async ({ page, capstan: { kube } }) => {
    const names = Array.from({ length: 101 }, (_, index) => `waits-${String(index).padStart(3, '0')}`);
    for (const name of names) {
      await kube.create(resources.installPlans, {
        ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan' },
        metadata: { name, namespace: 'default' },
        spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [`${name}.v1.0.0`] },
      });
    }
    const held = Promise.withResolvers<undefined>();
    await page.route(`**/${scriptWith('indexAttribute')}`, async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.goto(urls.plans());
    const rows = page.getByRole('row', { name: /waits-/ });
    await expect(rows).toHaveCount(40);
    held.resolve(undefined);
    await expect(rows).toHaveCount(101);
  });
});

type Shown = readonly (readonly [path: string, text: string])[];

/** On a busy machine the server does not wait for what is late: who reads without scripts loads the page again. */
async function showsEach(page: Page, origin: string, pages: Shown): Promise<void> {
  for (const [path, text] of pages) {
    await eventually(async () => {
      await page.goto(origin + path);
      await expect(page.getByRole('main'), path).toContainText(text, { timeout: 1_000 });
    });
  }
}

/** The script of the pages that holds `text`, which is built under a name of its content. */
function scriptWith(text: string): string {
  const folder = join(import.meta.dirname, '..', '.next', 'static', 'chunks');
  const holds = (name: string): boolean =>
    name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes(text);
  const script = readdirSync(folder).find(holds);
  if (script === undefined) throw new Error(`no script of the pages holds ${text}`);
  return script;
}
