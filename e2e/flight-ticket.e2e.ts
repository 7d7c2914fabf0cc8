/** What `docs/flight-ticket.md` tells a newcomer to do, step by step, its commands included; it makes the pictures of it. */
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { picture } from './fixtures/pictures.ts';
import { install, openInstalled, openPackage } from './fixtures/steps.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';

// A cluster of its own: the journey begins where the operator is not installed.
test.use({ catalogs: [samples] });

const DOCUMENT = 'docs/flight-ticket.md';
const NAMESPACE = 'travel';

test('a newcomer installs, uses, upgrades, removes and reinstalls FlightTicket', async ({
  page,
  capstan,
}) => {
  await test.step('install version 1 with manual approval', async () => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: NAMESPACE, version: '1.0.0', approval: 'Manual' });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Flight Ticket 1.0.0 is running')).toBeVisible();
    await picture(page, DOCUMENT, 'pictures/flight-ticket-installed.png');
  });

  await test.step('the form refuses number 11 at its field, and so does the API server', async () => {
    await page.getByRole('link', { name: 'Create FlightTicket' }).click();
    await fillTicket(page, { name: 'to-oslo', from: 'Lisbon', to: 'Oslo', number: '11' });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByLabel('Number of seats')).toHaveAccessibleDescription(/at most 10/);
    const [refused = ''] = commandsUnder(DOCUMENT, 'Book a ticket');
    await expect(capstan.cluster.shell(refused)).rejects.toThrow(/spec\.number: Invalid value/);
  });

  await test.step('the ticket turns ready before one’s eyes', async () => {
    await page.getByLabel('Number of seats').fill('2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'to-oslo' })).toBeVisible();
    await expect(page.getByText('Booked').first()).toBeVisible();
    const stored = await capstan.kube.get(tickets, { namespace: NAMESPACE, name: 'to-oslo' });
    expect(stored['spec']).toEqual({ from: 'Lisbon', to: 'Oslo', number: 2 });
    await picture(page, DOCUMENT, 'pictures/flight-ticket-booked.png');
    const [, list = ''] = commandsUnder(DOCUMENT, 'Book a ticket');
    expect(await capstan.cluster.shell(list)).toMatch(/^to-oslo +Lisbon +Oslo +2/m);
  });

  await test.step('version 2 waits for approval and then takes over', async () => {
    await openInstalled(page);
    await page.getByRole('link', { name: /Upgrade available/ }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await openInstalled(page);
    await expect(page.getByRole('row', { name: /Flight Ticket 2\.0\.0/ })).toContainText('Up to date');
    // Both versions have a row while one hands over to the other.
    await expect(page.getByRole('row', { name: /Flight Ticket/ })).toHaveCount(1);
    await eventually(async () => {
      const csvs = await capstan.kube.list(resources.clusterServiceVersions, { namespace: NAMESPACE });
      expect(csvs.items.map(({ metadata }) => metadata.name)).toEqual(['flight-ticket.v2.0.0']);
    });
  });

  await test.step('uninstalling says what goes and what stays, and does just that', async () => {
    await page
      .getByRole('row', { name: /Flight Ticket/ })
      .getByRole('link', { name: /Flight Ticket/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Uninstall' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('flight-ticket.v2.0.0');
    await expect(main).toContainText('flighttickets.flights.com');
    await main.getByRole('button', { name: /^Uninstall/ }).click();
    await expect(main.getByText('Flight Ticket was uninstalled')).toBeVisible();
    await expect(main).toContainText('Kept: CRD flighttickets.flights.com, 1 instance');
    await main.getByRole('link', { name: 'Installed operators' }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Installed operators' })).toBeVisible();
    await eventually(async () => {
      for (const gone of [resources.subscriptions, resources.clusterServiceVersions, resources.deployments]) {
        const { items } = await capstan.kube.list(gone, { namespace: NAMESPACE });
        expect(items).toEqual([]);
      }
    });
    await capstan.kube.get(resources.customResourceDefinitions, { name: 'flighttickets.flights.com' });
    const [list = ''] = commandsUnder(DOCUMENT, 'Remove it');
    const left = await capstan.cluster.shell(list);
    expect(left).toContain('to-oslo');
    expect(left).not.toContain('deployment');
  });

  await test.step('after reinstalling, the old ticket is still there', async () => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: NAMESPACE });
    await expect(page.getByText('Flight Ticket 2.0.0 is running')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FlightTicket' }).click();
    await expect(page.getByRole('link', { name: 'to-oslo' })).toBeVisible();
  });
});

interface TicketFields {
  name: string;
  from: string;
  to: string;
  number: string;
}

async function fillTicket(page: Page, { name, from, to, number }: TicketFields): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByLabel('Number of seats').fill(number);
}
