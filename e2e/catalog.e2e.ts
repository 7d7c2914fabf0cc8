/** The catalog page over many packages from several sources. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { urls } from '#lib/urls.ts';
import { expect, samples, test as base } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn } from './fixtures/clean.ts';

const MANY = 300;
const CATEGORIES = ['Database', 'Monitoring', 'Storage'];

/** 300 packages of our own, three with names that people know, the samples, and a source of which nothing can be read. */
const test = base.extend<object, { folder: string; catalogs: readonly { name: string; folder: string }[] }>({
  folder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'capstan-many-'));
      await mkdir(join(folder, 'many'));
      await mkdir(join(folder, 'torn'));
      await writeFile(join(folder, 'many', 'catalog.json'), everything());
      await writeFile(join(folder, 'torn', 'torn.json'), '{"schema": "olm.package", "name": ');
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  catalogs: [
    async ({ folder }, use) => {
      await use([
        samples,
        { name: 'many', folder: join(folder, 'many') },
        { name: 'torn', folder: join(folder, 'torn') },
      ]);
    },
    { scope: 'worker' },
  ],
});

interface Known {
  name: string;
  displayName: string;
  keywords?: string[];
  kinds?: string[];
  category?: string;
}

function everything(): string {
  const numbered = Array.from({ length: MANY }, (_, index): Known => {
    const number = String(index).padStart(3, '0');
    return {
      name: `thing-${number}`,
      displayName: `Thing ${number}`,
      category: CATEGORIES[index % CATEGORIES.length] ?? '',
    };
  });
  const known: Known[] = [
    { name: 'strimzi', displayName: 'Strimzi', kinds: ['Kafka', 'KafkaTopic'], keywords: ['streams'] },
    { name: 'elephant', displayName: 'Elephant', keywords: ['postgresql'], category: 'Database' },
    { name: 'prometheus', displayName: 'Prometheus', category: 'Monitoring' },
  ];
  return lines([...numbered, ...known].flatMap(fbc));
}

function lines(entries: readonly unknown[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join('\n');
}

function fbc({ name, displayName, keywords = [], kinds = [], category = '' }: Known): unknown[] {
  const version = '1.0.0';
  const gvks = kinds.map((kind) => ({
    type: 'olm.gvk',
    value: { group: `${name}.example`, version: 'v1', kind },
  }));
  const owned = kinds.map((kind) => ({
    name: `${kind.toLowerCase()}s.${name}.example`,
    version: 'v1',
    kind,
  }));
  const metadata = {
    displayName,
    keywords,
    annotations: { categories: category, description: `What ${displayName} does.` },
    installModes: [{ type: 'AllNamespaces', supported: true }],
    provider: { name: `Makers of ${displayName.charAt(0)}` },
    customResourceDefinitions: { owned },
  };
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v${version}` }] },
    {
      schema: 'olm.bundle',
      package: name,
      name: `${name}.v${version}`,
      image: `example.invalid/${name}:${version}`,
      properties: [
        { type: 'olm.package', value: { packageName: name, version } },
        { type: 'olm.csv.metadata', value: metadata },
        ...gvks,
      ],
    },
  ];
}

const tiles = (page: Page): Locator =>
  page.getByRole('list', { name: 'Operators found' }).getByRole('listitem');
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search the catalog' });

/** Loaded, and alive: the box takes what is typed and the results follow. */
async function open(page: Page, path = '/catalog'): Promise<void> {
  await page.goto(path);
  await expect(search(page)).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/operators?$|No results/)
      .first(),
  ).toBeVisible();
}

async function type(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await search(page).fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).replaceAll('%20', '\\+')}`), {
      timeout: 2_000,
    });
  }).toPass();
}

test('search knows kinds, typing errors and other words, and says why', async ({ page }) => {
  await open(page);
  await type(page, 'topic');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page).first()).toContainText('Kind KafkaTopic');
  await type(page, 'promethus');
  await expect(page.getByText('Found for prometheus')).toBeVisible();
  await expect(tiles(page).first()).toContainText('Prometheus');
  await type(page, 'pg');
  await expect(tiles(page).first()).toContainText('Keyword postgresql');
  await type(page, 'strimzi elephant');
  await page.getByRole('button', { name: /^elephant/ }).click();
  await expect(tiles(page)).toHaveCount(1);
  await search(page).press('Escape');
  await expect(search(page)).toHaveValue('');
});

test('what is typed while the address follows stands there, too', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...given) => {
      replace(...given);
      if (!String(given[2]).endsWith('q=topic')) return;
      // Before the page has heard of its new address.
      const box = document.querySelector<HTMLInputElement>('main input[type=search]');
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      value?.set?.call(box, 'prometheus');
      box?.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await search(page).fill('topic');
  await expect(search(page)).toHaveValue('prometheus');
  await expect(page).toHaveURL(/q=prometheus$/);
});

test('facets count, stand in the address, and can be taken back', async ({ page }) => {
  await open(page);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: /^Database/ }).check();
  await expect(page.getByText(/^102 of 30\d operators$/)).toBeVisible();
  await expect(page).toHaveURL(/category=Database/);
  await page.reload();
  await expect(page.getByText(/^102 of 30\d operators$/)).toBeVisible();
  await type(page, 'prometheus');
  await expect(page.getByText(/1 operator matches your search/)).toBeVisible();
  await page.getByRole('button', { name: 'Without Category: 1' }).click();
  await expect(tiles(page)).toHaveCount(1);
  await expect(page).not.toHaveURL(/category=/);
});

test('many packages, too, are in the first HTML', async ({ page, browser, capstan }) => {
  await open(page);
  const answered = await page.evaluate(
    async (path) => (await (await fetch(path)).text()).length,
    urls.api.packages(),
  );
  expect(answered, 'more than other lists may have there').toBeGreaterThan(100_000);
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const bare = await context.newPage();
  await expect(async () => {
    await bare.goto(`${capstan.origin}${urls.catalog()}`);
    await expect(tiles(bare).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await context.close();
});

test('of many tiles few are drawn, keys lead through all, and back leads to the same place', async ({
  page,
}) => {
  await open(page);
  await expect(tiles(page).first()).toHaveAttribute('aria-setsize', /30\d/);
  expect(await tiles(page).count()).toBeLessThan(100);
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-index="0"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-index="1"]')).toBeFocused();
  await page.keyboard.press('End');
  const last = page.locator(':focus');
  await expect(last).toContainText('Thing 299');
  await expect(last).toBeInViewport();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(1_000);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Thing 299' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: /Thing 299/ })).toBeInViewport();
  await page.mouse.wheel(0, -place);
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeInViewport();
});

test('typing makes no history, and the list is one choice away', async ({ page, capstan }) => {
  await page.goto('/operators');
  await page.goto('/catalog');
  await type(page, 'thing 01');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('table', { name: 'Operators found' })).toContainText('Thing 010');
  await expect(page).toHaveURL(/view=list/);
  await page.goBack();
  await expect(page).toHaveURL(`${capstan.origin}/operators`);
});

test('catalogs are listed with how they are, and a changed one is read at once', async ({ page, folder }) => {
  await open(page);
  await page.getByRole('button', { name: /^3 catalogs/ }).click();
  const sources = page.getByRole('dialog', { name: 'Catalog sources' });
  await expect(sources).toContainText('Unavailable');
  await expect(sources).toContainText('303 packages');
  await expect(sources.getByRole('link', { name: 'Manage catalogs' })).toBeVisible();
  await page.keyboard.press('Escape');
  const added = { name: 'newcomer', displayName: 'Newcomer' };
  await writeFile(join(folder, 'many', 'newcomer.json'), lines(fbc(added)));
  await type(page, 'newcomer');
  await expect(tiles(page).first()).toContainText('Newcomer');
});

test('axe finds nothing, narrow and wide, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const query of ['', '?q=kafka', '?view=list', '?q=zzzzzz', '?category=Database']) {
    await open(page, `/catalog${query}`);
    const counted = page.getByRole('main').getByText(/No results|of 30\d|operators$/);
    await expect(counted.first()).toBeVisible();
    await expectCleanIn(page, EVERY_LOOK, query);
  }
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Show \d+ operators/ })).toBeVisible();
  const narrow = EVERY_LOOK.filter(({ width }) => width === 390);
  await expectCleanIn(page, narrow, 'filters');
});
