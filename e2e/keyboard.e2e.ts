import type { Page } from '@playwright/test';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';

const MANY = 300;
const types = '/instances/tables.example/v1/crates';

test('the palette leads anywhere by keyboard alone', async ({ page, capstan }) => {
  await page.goto('/catalog');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search pages, operators, instances, actions' });
  await pressUntil(page, ['Control+k'], () => expect(search).toBeVisible({ timeout: 2_000 }));
  await search.fill('install plans');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Install plans',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${capstan.origin}/plans`);

  await page.keyboard.press('Control+k');
  await search.fill('flight');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Flight Ticket',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Flight Ticket/ })).toBeVisible();

  await page.keyboard.press('Control+k');
  await search.fill('no such thing');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No results.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shortcuts work everywhere but in texts', async ({ page, capstan }) => {
  await page.goto('/operators');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressUntil(page, ['g', 'c'], () =>
    expect(page).toHaveURL(`${capstan.origin}/catalog`, { timeout: 5_000 }),
  );
  const search = page.getByLabel('Search the catalog');
  await expect(search).toBeVisible();
  // A new page takes the focus a moment after it is seen.
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('go?');
  await expect(search).toHaveValue('go?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search.blur();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('From row to row');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/catalog/);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
});

/** A page that was just loaded is there to see before its scripts listen: what is pressed then is lost. */
async function pressUntil(page: Page, keys: readonly string[], seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key);
    await seen();
  }).toPass();
}

test('a long list is quick, walked by keys, and remembers its columns', async ({ page, capstan }) => {
  await makeCrates(capstan);
  await page.goto(types);
  const table = page.getByRole('table', { name: /Crate/ });
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1));
  await expect(table.locator('tbody tr[data-index]').first()).toBeVisible();
  // The first rows are replaced once what draws the others has come, and the focus would go with them.
  await expect(table.locator('tbody tr[aria-hidden]')).toHaveCount(1);
  expect(await table.locator('tbody tr[data-index]').count()).toBeLessThan(MANY / 2);

  await test.step('arrow keys go from row to row, Enter opens', async () => {
    const rows = table.locator('tbody tr[data-index]');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(table.locator('tr[data-index="1"]')).toBeFocused();
    await page.keyboard.press('End');
    await expect(table.locator(`tr[data-index="${String(MANY - 1)}"]`)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `crate-${String(MANY - 1)}` })).toBeVisible();
    await page.goBack();
  });

  await test.step('search and order are in the address', async () => {
    await page.getByRole('button', { name: 'Created' }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('crate-29');
    await expect(page).toHaveURL(/q=crate-29/);
    await page.reload();
    await expect(table.locator('tbody tr').first()).toContainText('crate-299');
    await expect(table.locator('tbody tr')).toHaveCount(11);
  });

  await test.step('columns are chosen and remembered', async () => {
    const header = table.getByRole('columnheader', { name: 'Labels' });
    await expect(header).toHaveCount(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Labels' }).click();
    await page.keyboard.press('Escape');
    await expect(header).toBeVisible();
    await page.reload();
    await expect(header).toBeVisible();
  });

  await test.step('rows stand close where that is chosen', async () => {
    const height = await rowHeight(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click();
    await page.keyboard.press('Escape');
    expect(await rowHeight(page)).toBeLessThan(height);
    await page.reload();
    await expect(table.locator('tbody tr').first()).toBeVisible();
    expect(await rowHeight(page)).toBeLessThan(height);
  });
});

test('one browser alone can choose GitOps', async ({ page, capstan }) => {
  await page.goto('/catalog');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^GitOps mode/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('GitOps', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Namespace: / }).click();
  await page.getByRole('button', { name: 'Create namespace' }).click();
  const form = page.getByRole('dialog', { name: 'Create namespace' });
  await form.getByLabel('Name').fill('by-commit');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const handedOut = page.getByRole('dialog', { name: 'Create Namespace by-commit' });
  await expect(handedOut).toContainText('kubectl create');
  const names = (await capstan.kube.list(resources.namespaces, {})).items.map(
    ({ metadata }) => metadata.name,
  );
  expect(names).not.toContain('by-commit');
});

async function rowHeight(page: Page): Promise<number> {
  const box = await page.locator('table tbody tr[data-index]').first().boundingBox();
  return box?.height ?? 0;
}

/** A type of its own with more instances than a page renders. */
async function makeCrates({ cluster }: Capstan): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crates.tables.example' },
    spec: {
      group: 'tables.example',
      names: { kind: 'Crate', plural: 'crates', singular: 'crate', listKind: 'CrateList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const crates = Array.from({ length: MANY }, (_, index): KubeObject => ({
    apiVersion: 'tables.example/v1',
    kind: 'Crate',
    metadata: { name: `crate-${String(index)}`, namespace: 'default', labels: { shelf: String(index % 7) } },
  }));
  const apply = async (objects: readonly object[]): Promise<void> => {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await cluster.shell(`kubectl apply --server-side --filename - <<'END'\n${text}\nEND\n`);
  };
  await apply([definition]);
  const established = ['crd/crates.tables.example', '--for', 'condition=Established', '--timeout', '60s'];
  // Of a definition that has no condition yet it says that it is wrong.
  await eventually(() => cluster.kubectl('wait', ...established));
  await eventually(async () => apply(crates));
}
