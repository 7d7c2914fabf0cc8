/** Ways to begin: an example, nothing but what is required, a live instance, and any YAML that somebody has. */
import type { Locator, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { expect, samples, test } from './fixtures/capstan.ts';
import { expectClean } from './fixtures/clean.ts';
import { tickets } from './fixtures/scene.ts';
import { install, openPackage } from './fixtures/steps.ts';

// A cluster of its own: the operator is installed once, by the first journey.
test.use({ catalogs: [samples] });
test.describe.configure({ mode: 'serial' });

const NAMESPACE = 'journeys';
const NEW = `/instances/${tickets.group}/${tickets.version}/${tickets.plural}/new?namespace=${NAMESPACE}`;

test('from an example of the operator', async ({ page, capstan }) => {
  await openPackage(page, 'flight', /Flight Ticket/);
  await install(page, { namespace: NAMESPACE });
  await expect(page.getByText(/Flight Ticket .* is running/)).toBeVisible();
  await openNew(page);
  const from = page.getByLabel('Start from');
  const example = (await from.locator('option').first().textContent()) ?? '';
  expect(example).toMatch(/^Example /);
  await page.getByRole('button', { name: 'Propose a name' }).click();
  await expect(nameOf(page)).toHaveValue(/-[a-z\d]{5}$/);
  await expectClean(page);
  const name = await nameOf(page).inputValue();
  await create(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect((await capstan.kube.get(tickets, { namespace: NAMESPACE, name })).kind).toBe('FlightTicket');
});

test('from an empty document, with only what is required', async ({ page, capstan }) => {
  await openNew(page);
  await page.getByLabel('Start from').selectOption({ label: 'An empty object' });
  await expect(nameOf(page)).toHaveValue('');
  await create(page);
  // What is missing is said at its field, and nothing was sent.
  await expect(nameOf(page)).toHaveAttribute('aria-invalid', 'true');
  await nameOf(page).fill('only-required');
  await page.getByLabel('From', { exact: true }).fill('Lisbon');
  await page.getByLabel('To', { exact: true }).fill('Oslo');
  await page.getByLabel('Number of seats').fill('1');
  await create(page);
  await expect(page.getByRole('heading', { level: 1, name: 'only-required' })).toBeVisible();
  const stored = await capstan.kube.get(tickets, { namespace: NAMESPACE, name: 'only-required' });
  expect(stored['spec']).toMatchObject({ from: 'Lisbon', to: 'Oslo', number: 1 });
});

test.describe('where a name is taken', () => {
  // The dry run may be quicker than the next step, and finds the same.
  test.use({ expectedErrors: [/status of 409/] });

  test('a taken name is said before anything is sent, and the cluster can complete one', async ({ page }) => {
    await openNew(page);
    await nameOf(page).fill('only-required');
    await expect(page.getByText('FlightTicket only-required already exists.')).toBeVisible();
    await page.getByRole('switch', { name: 'Generate a unique name' }).check();
    await expect(page.getByLabel('Name prefix')).toHaveValue('only-required-');
    await create(page);
    await expect(page.getByRole('heading', { level: 1, name: /^only-required-.{5}$/ })).toBeVisible();
  });
});

test('from a live instance, without what the cluster wrote', async ({ page, capstan }) => {
  const ref = { namespace: NAMESPACE, name: 'only-required' };
  await capstan.kube.patch(tickets, ref, { type: 'merge', body: { metadata: { labels: { team: 'a' } } } });
  await page.goto(`/instances/${tickets.group}/v1/${tickets.plural}/${NAMESPACE}/only-required`);
  await page.getByRole('link', { name: 'Clone' }).click();
  await expect(page.getByText('A clone of only-required, with its own name')).toBeVisible();
  const name = await nameOf(page).inputValue();
  expect(name).toMatch(/^only-required-[a-z\d]{5}$/);
  await create(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const clone = await capstan.kube.get(tickets, { namespace: NAMESPACE, name });
  expect(clone.metadata.labels).toEqual({ team: 'a' });
  expect(clone['spec']).toMatchObject({ from: 'Lisbon', to: 'Oslo' });
});

test('another start asks before it replaces what was entered, and undo brings it back', async ({ page }) => {
  await openNew(page);
  await page.getByLabel('From', { exact: true }).fill('Precious');
  await page.getByLabel('Start from').selectOption({ label: 'An empty object' });
  const dialog = page.getByRole('dialog', { name: 'Replace what you entered?' });
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('Precious');
});

test.describe('where the cluster refuses one', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('from several documents, of which one fails and is tried again', async ({ page, capstan }) => {
    await openNew(page);
    await page.getByLabel('Start from').selectOption({ label: 'YAML or JSON from a file or the clipboard…' });
    const dialog = page.getByRole('dialog', { name: 'Start from YAML or JSON' });
    await dialog.getByLabel('Or paste it here').fill(documents);
    await expectClean(page);
    await dialog.getByRole('button', { name: 'Use text' }).click();
    const list = page.getByRole('region', { name: 'Documents' });
    await expect(row(list, 'brought-map')).toContainText('Ready');
    await expect(row(list, 'brought-ticket')).toContainText('1 error');
    await expectClean(page);
    await page.getByRole('button', { name: 'Create all 2' }).click();
    await expect(row(list, 'brought-map')).toContainText('Created');
    await expect(row(list, 'brought-ticket')).toContainText('Failed');
    await row(list, 'brought-ticket').getByRole('button').first().click();
    await page.getByLabel('Number of seats').fill('2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('2 of 2 created')).toBeVisible();
    const stored = await capstan.kube.get(tickets, { namespace: NAMESPACE, name: 'brought-ticket' });
    expect(stored['spec']).toEqual({ from: 'Rome', to: 'Paris', number: 2 });
    const map = await capstan.kube.get(resources.configMaps, { namespace: NAMESPACE, name: 'brought-map' });
    expect(map['data']).toEqual({ a: '1' });
  });
});

test('from a file that is dropped on the page', async ({ page }) => {
  await openNew(page);
  await expect(nameOf(page)).toBeVisible();
  const text = `{"apiVersion":"flights.com/v1","kind":"FlightTicket","metadata":{"name":"dropped","namespace":"${NAMESPACE}"}}`;
  const data = await page.evaluateHandle((json) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([json], 'ticket.json', { type: 'application/json' }));
    return transfer;
  }, text);
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: data });
  await expect(nameOf(page)).toHaveValue('dropped');
  await expect(page.getByRole('textbox', { name: 'YAML' })).toContainText('kind: FlightTicket');
});

for (const width of [390, 1440]) {
  test(`the page is clean at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openNew(page);
    await expect(nameOf(page)).toBeVisible();
    await expectClean(page);
    await page.getByLabel('Start from').selectOption({ label: 'An existing instance…' });
    const dialog = page.getByRole('dialog', { name: 'Which FlightTicket to clone?' });
    await expect(dialog.getByRole('button', { name: /^only-required/ }).first()).toBeVisible();
    await expectClean(page);
  });
}

const documents = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: brought-map
  namespace: ${NAMESPACE}
data:
  a: "1"
---
apiVersion: flights.com/v1
kind: FlightTicket
metadata:
  name: brought-ticket
  namespace: ${NAMESPACE}
spec:
  from: Rome
  to: Paris
  number: 11
`;

async function openNew(page: Page): Promise<void> {
  await page.goto(NEW);
  await expect(page.getByLabel('Start from')).toBeVisible();
}

function nameOf(page: Page): Locator {
  return page.getByLabel('Name', { exact: true });
}

function row(list: Locator, name: string): Locator {
  return list.getByRole('listitem').filter({ hasText: name });
}

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}
