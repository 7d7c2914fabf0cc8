/** Browsers open six HTTP/1.1 connections to one origin; ten tabs of the console are live all the same. */
import type { BrowserContext, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { addressOf } from './fixtures/sign-in.ts';

const count = 10;

test('ten tabs are live at once, by few streams', async ({ page, context, capstan }) => {
  const tabs = [page, ...(await openTabs(context, count - 1))];
  await Promise.all(tabs.map((tab) => tab.goto(`${capstan.origin}/operators`)));
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();

  // Each tab shows the same list of namespaces; a new one comes to all of them.
  await Promise.all(tabs.map(openNamespaces));
  const name = 'seen-by-all';
  await capstan.kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
  for (const tab of tabs) await expect(tab.getByRole('option', { name })).toBeVisible();
  // Where what is followed has just changed, one stream follows another.
  await eventually(async () => expect(await gauge(capstan, 'capstan_web_streams')).toBe(1));

  // No connection is taken for good: every tab still goes to other pages.
  await Promise.all(tabs.map((tab) => tab.goto(`${capstan.origin}/catalog`)));
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Catalog', level: 1 })).toBeVisible();

  // Tabs that go let go what only they followed.
  const watches = await gauge(capstan, 'capstan_web_upstream_watches');
  await Promise.all(tabs.slice(1).map((tab) => tab.close()));
  await page.goto('about:blank');
  await eventually(async () => {
    expect(await gauge(capstan, 'capstan_web_streams')).toBe(0);
  });
  expect(watches).toBeGreaterThan(0);
});

async function openTabs(context: BrowserContext, tabs: number): Promise<Page[]> {
  return Promise.all(Array.from({ length: tabs }, () => context.newPage()));
}

async function openNamespaces(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: /^Namespace: / }).click();
}

async function gauge({ origin }: Capstan, name: string): Promise<number> {
  const text = await (await fetch(`${addressOf(origin)}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
