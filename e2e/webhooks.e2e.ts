/** FlightTicket 3 as local mode runs it: what the API server asks of it, seen where people work with it. */
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn } from './fixtures/clean.ts';

// A cluster of its own: a webhook is asked about all tickets.
test.use({ catalogs: [samples], expectedErrors: [/422 .*flighttickets/] });

const NAMESPACE = 'airfield';
const CSV = 'flight-ticket.v3.0.0';

test('webhooks refuse, fill in and convert, and their operator’s page tells of them', async ({
  page,
  capstan: { kube },
}) => {
  await test.step('its package says what its webhooks match', async () => {
    const at = { catalogNamespace: 'capstan-system', catalog: samples.name, package: 'flight-ticket' };
    await page.goto(urls.package(at, undefined, { channel: 'with-webhooks' }));
    await expect(page.getByText('This operator brings webhooks')).toBeVisible();
    await page.getByText('Show details').click();
    await expect(page.getByText('CREATE, UPDATE flighttickets.flights.com').first()).toBeVisible();
  });

  await test.step('it is installed for all namespaces', async () => {
    const OLM = 'operators.coreos.com';
    await kube.create(resources.namespaces, {
      ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    });
    const metadata = { name: 'tickets', namespace: NAMESPACE };
    await kube.create(resources.operatorGroups, {
      ...{ apiVersion: `${OLM}/v1`, kind: 'OperatorGroup', metadata, spec: {} },
    });
    await kube.create(resources.subscriptions, {
      ...{ apiVersion: `${OLM}/v1alpha1`, kind: 'Subscription', metadata },
      spec: {
        ...{ name: 'flight-ticket', channel: 'with-webhooks' },
        ...{ source: samples.name, sourceNamespace: 'capstan-system', installPlanApproval: 'Manual' },
      },
    });
  });

  await test.step('so does the plan by which it comes, before it is approved', async () => {
    const plan = await eventually(async () => {
      const [found] = (await kube.list(resources.installPlans, { namespace: NAMESPACE })).items;
      expect(found).toBeDefined();
      return found;
    });
    await page.goto(urls.plan({ namespace: NAMESPACE, name: plan?.metadata.name ?? '' }));
    await page.getByText('Show what they match').click();
    await expect(page.getByText('CREATE, UPDATE flighttickets.flights.com').first()).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    // A page that is left takes with it what it was asking for.
    await eventually(async () => {
      const ref = { namespace: NAMESPACE, name: plan?.metadata.name ?? '' };
      expect((await kube.get(resources.installPlans, ref))['spec']).toMatchObject({ approved: true });
    });
    await page.goto(urls.subscription({ namespace: NAMESPACE, name: 'tickets' }));
    await expect(page.getByText('Flight Ticket 3.0.0 is running')).toBeVisible();
  });

  await test.step('its page says what it is asked, and that it answers', async () => {
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }));
    const table = page.getByRole('table', { name: 'Called by the API server' });
    const rows = table.getByRole('row');
    await expect(rows.filter({ hasText: 'Validating webhook' })).toContainText(
      'CREATE, UPDATE flighttickets.flights.com',
    );
    await expect(rows.filter({ hasText: 'Mutating webhook' })).toContainText('Available');
    await expect(rows.filter({ hasText: 'Conversion webhook' })).toContainText('flighttickets.flights.com');
    await expect(page.getByText('Certificate renewal')).toBeVisible();
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('the form shows what the webhook refuses, and what it fills in', async () => {
    await page.goto(urls.newInstance(tickets, { namespace: NAMESPACE }));
    await page.getByLabel('Name', { exact: true }).fill('round');
    await page.getByLabel('From', { exact: true }).fill('Lisbon');
    await page.getByLabel('To', { exact: true }).fill('LISBON');
    await page.getByLabel('Number of seats').fill('2');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await expect(page.getByRole('main')).toContainText('LISBON is where the flight leaves from');
    await page.getByLabel('To', { exact: true }).fill('Oslo');
    await create.click();
    await expect(page.getByRole('heading', { level: 1, name: 'round' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('economy');
    await expect(page.getByText('Booked').first()).toBeVisible();
  });

  await test.step('what was written as version 1 is read as version 2', async () => {
    await eventually(async () => {
      const found = await kube.get({ ...tickets, version: 'v2' }, { namespace: NAMESPACE, name: 'round' });
      expect(found['spec']).toMatchObject({ route: { from: 'Lisbon', to: 'Oslo' }, travellers: 2 });
    });
  });
});
