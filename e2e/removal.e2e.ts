/** An operator goes with its data, with the rights of whoever removes it; what waits says for whom, and any tab can go on. */
import type { Page } from '@playwright/test';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { createNamespace, install, openPackage } from './fixtures/steps.ts';

// A cluster of its own: definitions go, which other journeys need.
test.use({ catalogs: [samples] });

// Asked for once it is gone.
test.use({ expectedErrors: [/404.*\/removal/] });

const NAMESPACE = 'departures';
const CSV = 'flight-ticket.v2.0.0';
const CRD = 'flighttickets.flights.com';
const FINALIZER = 'flights.com/refund';

test('an operator is removed with its data, from two tabs, though a finalizer holds it', async ({
  page,
  capstan: { kube },
}) => {
  const ticket = (name: string, finalizers: string[]): KubeObject => ({
    ...{ apiVersion: 'flights.com/v1', kind: 'FlightTicket' },
    metadata: { name, namespace: NAMESPACE, finalizers },
    spec: { from: 'Lisbon', to: 'Oslo', number: 1 },
  });
  const main = page.getByRole('main');
  const uninstall = main.getByRole('button', { name: 'Uninstall Flight Ticket' });

  await test.step('it runs, and has two instances', async () => {
    await page.goto('/');
    await createNamespace(page, NAMESPACE);
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: NAMESPACE });
    await expect(page.getByText('Flight Ticket 2.0.0 is running')).toBeVisible();
    await kube.create(tickets, ticket('to-oslo', []));
    await kube.create(tickets, ticket('to-rome', [FINALIZER]));
  });

  await test.step('what goes, what may go along, and why not', async () => {
    await page.goto(urls.uninstall({ namespace: NAMESPACE, name: CSV }));
    await expect(main.getByText('ClusterServiceVersion', { exact: true })).toBeVisible();
    const crd = page.getByRole('checkbox', { name: `CRD ${CRD}` });
    await expect(crd).toBeDisabled();
    await expect(main).toContainText('Kept: 2 instances of FlightTicket would be deleted with it.');
    await expect(uninstall).toBeEnabled();
    await page.getByRole('checkbox', { name: '2 instances of FlightTicket' }).check();
    await expect(main).toContainText(`Finalizers: ${FINALIZER}`);
    await expect(main).toContainText(`kept with CRD ${CRD}`);
    await crd.check();
    // The roles for people, and the Operator object.
    await expect(main).toContainText(`deleted with CRD ${CRD}`);
    await page.getByRole('checkbox', { name: /^OperatorGroup/ }).check();
    await expectCleanIn(page, EVERY_LOOK);
    await expect(uninstall).toHaveAttribute('aria-disabled', 'true');
    await enterName(page);
    await uninstall.click();
  });

  await test.step('the operator stays until its instances are gone', async () => {
    await expect(main).toContainText(`Waiting for the operator to remove finalizers: ${FINALIZER}`);
    await expect(main).not.toContainText('to-oslo');
    await kube.get(resources.clusterServiceVersions, { namespace: NAMESPACE, name: CSV });
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('another tab goes on where the first one stopped', async () => {
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }, {}, 'instances'));
    await expect(page.getByRole('row').filter({ hasText: 'to-rome' })).toContainText('Deleting');
    await expectCleanIn(page, EVERY_LOOK);
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }));
    await expect(main).toContainText('The removal waits until someone continues or stops it.');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await page.getByRole('link', { name: 'Review the removal' }).click();
    await expect(page.getByRole('heading', { name: 'Removal in progress' })).toBeVisible();
    const goOn = page.getByRole('button', { name: 'Continue' });
    await expect(goOn).toHaveAttribute('aria-disabled', 'true');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await enterName(page);
    await goOn.click();
    await expect(main).toContainText(`Waiting for the operator to remove finalizers: ${FINALIZER}`);
  });

  await test.step('somebody takes the operator away: it runs on for a finalizer that it does not know, which is taken off by hand', async () => {
    // Its instance still goes: it runs until then, and whoever insists may take the finalizer off.
    for (const kind of [resources.subscriptions, resources.clusterServiceVersions]) {
      const { items } = await kube.list(kind, { namespace: NAMESPACE });
      for (const { metadata } of items) {
        await kube.delete(kind, { namespace: NAMESPACE, name: metadata.name });
      }
    }
    await main.getByRole('button', { name: 'Remove finalizers' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('what belongs to it may be left behind');
    await dialog.getByRole('textbox').fill('to-rome');
    await dialog.getByRole('button', { name: 'Remove finalizers' }).click();
  });

  await test.step('all that was agreed to is gone, and the page proves it', async () => {
    await expect(main.getByText('Flight Ticket was uninstalled')).toBeVisible();
    await expect(main).toContainText('Nothing that it installed is left.');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await eventually(async () => {
      for (const kind of [resources.operatorGroups, resources.deployments, resources.serviceAccounts]) {
        const { items } = await kube.list(kind, { namespace: NAMESPACE });
        expect(items.map(({ metadata }) => metadata.name).filter((name) => name !== 'default')).toEqual([]);
      }
    });
    const crds = await kube.list(resources.customResourceDefinitions, { metadataOnly: true });
    expect(crds.items.map(({ metadata }) => metadata.name)).not.toContain(CRD);
  });

  await test.step('an operator that is not there is said to be gone', async () => {
    await page.goto(urls.uninstall({ namespace: NAMESPACE, name: CSV }));
    await expect(page.getByText(`${CSV} is not installed in ${NAMESPACE}`)).toBeVisible();
  });
});

async function enterName(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: `To delete this data, enter ${CSV}` }).fill(CSV);
}
