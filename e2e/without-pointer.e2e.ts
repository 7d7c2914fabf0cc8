/** The whole way of an operator without a pointer: found, installed, used, removed. */
import type { Locator, Page } from '@playwright/test';
import { expect, samples, test } from './fixtures/capstan.ts';
import { walkTo } from './fixtures/steps.ts';

// A cluster of its own: other journeys leave the operator installed, and then the page offers something else.
test.use({ catalogs: [samples] });

const NAMESPACE = 'by-keyboard';

test('an operator is installed, used and uninstalled by keyboard alone', async ({ page }) => {
  await test.step('skip link, then search, then the package', async () => {
    await page.goto('/catalog');
    await expect(page.getByRole('link', { name: /Flight Ticket/ }).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await walkTo(page, page.getByRole('searchbox', { name: 'Search the catalog' }));
    await page.keyboard.type('flight');
    await walkTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /Flight Ticket/ })
        .first(),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /Flight Ticket/ })).toBeVisible();
    await expect(page).toHaveTitle(/flight-ticket/);
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('install', async () => {
    await walkTo(page, page.getByRole('link', { name: 'Install', exact: true }));
    await page.keyboard.press('Enter');
    const namespace = page.getByLabel('Installed namespace');
    await expect(namespace).toBeVisible();
    await walkTo(page, namespace);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(NAMESPACE);
    await pressWhenEnabled(page, page.getByRole('button', { name: 'Install', exact: true }));
    await expect(page).toHaveURL(new RegExp(`/operators/${NAMESPACE}/subscriptions/`));
    await expect(page.getByText(/Flight Ticket .* is running/)).toBeVisible();
  });

  await test.step('create an instance', async () => {
    await walkTo(page, page.getByRole('link', { name: 'Create FlightTicket' }));
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toBeVisible();
    await walkTo(page, name);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('typed');
    await pressWhenEnabled(page, page.getByRole('button', { name: 'Create', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'typed' })).toBeVisible();
  });

  await test.step('uninstall', async () => {
    await page.goto(`/operators?namespace=${NAMESPACE}`);
    const link = page
      .getByRole('main')
      .getByRole('link', { name: /Flight Ticket/ })
      .first();
    await expect(link).toBeVisible();
    await walkTo(page, link);
    await page.keyboard.press('Enter');
    const uninstall = page.getByRole('link', { name: 'Uninstall', exact: true });
    await expect(uninstall).toBeVisible();
    await walkTo(page, uninstall);
    await page.keyboard.press('Enter');
    // Its instances go along: their name has to be typed first.
    const instances = page.getByRole('checkbox', { name: /instance/ });
    await expect(instances).toBeEnabled();
    await walkTo(page, instances);
    await page.keyboard.press('Space');
    const named = page.getByRole('textbox', { name: /^To delete this data/ });
    await walkTo(page, named);
    await page.keyboard.type('typed');
    await pressWhenEnabled(page, page.getByRole('main').getByRole('button', { name: /^Uninstall/ }));
    await expect(page.getByText('Flight Ticket was uninstalled')).toBeVisible();
  });
});

/** A button that still asks whether it may act says so and does nothing. */
async function pressWhenEnabled(page: Page, button: Locator): Promise<void> {
  await walkTo(page, button);
  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
}
