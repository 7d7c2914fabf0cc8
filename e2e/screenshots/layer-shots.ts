/** What opens above a page or in place of a part of it, and pages in other languages. */
import type { Page } from '@playwright/test';
import { urls } from '#lib/urls.ts';
import { LOCALE_COOKIE } from '#messages/locales.ts';
import { TRAVEL, tickets } from '../fixtures/scene.ts';
import type { Scene } from '../fixtures/scene.ts';
import { settled } from './shot.ts';
import type { Shot } from './shot.ts';

export function layerShots(scene: Scene, pages: Readonly<Record<string, string>>): Shot[] {
  return [
    ...shell(pages['operators'] ?? ''),
    message(pages['instance'] ?? ''),
    conflict(scene),
    ...languages(scene.origin, pages),
    // Last: the choice of GitOps stays with the browser.
    handOut(pages['instance'] ?? ''),
  ];
}

function open(name: string, path: string, act: (page: Page) => Promise<void>): Shot {
  return {
    name,
    path,
    window: true,
    ready: async (page) => {
      await settled(page);
      await act(page);
    },
  };
}

function shell(path: string): Shot[] {
  return [
    open('shell.settings', path, openSettings),
    open('shell.language', path, async (page) => {
      await openDrawer(page);
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menu').waitFor();
    }),
    open('shell.palette', path, async (page) => {
      await page.locator('html[data-ready]').waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill('fl');
      await dialog.getByRole('option').first().waitFor();
    }),
    open('shell.shortcuts', path, async (page) => {
      await page.locator('html[data-ready]').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    }),
  ];
}

/** Small screens keep the navigation in a drawer. */
async function openDrawer(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open navigation' });
  if (await button.isVisible()) await button.click();
}

async function openSettings(page: Page): Promise<void> {
  await openDrawer(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menu').waitFor();
}

function message(path: string): Shot {
  return open('message.dialog', path, async (page) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem').first().click();
    await dialog.getByRole('region', { name: 'Messages' }).getByRole('button').first().waitFor();
  });
}

function conflict({ kube }: Scene): Shot {
  const ref = { namespace: TRAVEL, name: 'to-tokyo' };
  let changes = 0;
  return open('instance.conflict', urls.instance(tickets, ref, undefined, { tab: 'edit' }), async (page) => {
    await page.getByLabel('To', { exact: true }).fill('Kyoto');
    changes += 1;
    const to = `Osaka ${String(changes)}`;
    await kube.patch(tickets, ref, { type: 'merge', body: { spec: { to } } });
    await page.getByRole('button', { name: 'Keep mine: spec.to' }).waitFor();
  });
}

function languages(origin: string, pages: Readonly<Record<string, string>>): Shot[] {
  return ['de', 'ja'].flatMap((locale) =>
    ['operator', 'install', 'create', 'plans'].map((name) => ({
      name: `${name}.${locale}`,
      path: pages[name] ?? '',
      before: async (page: Page) => {
        await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: origin }]);
      },
      ready: async (page: Page) => {
        await settled(page);
        await page.context().clearCookies({ name: LOCALE_COOKIE });
      },
    })),
  );
}

function handOut(path: string): Shot {
  return open('instance.hand-out', path, async (page) => {
    await openSettings(page);
    const choice = page.getByRole('menuitemcheckbox', { name: /^GitOps mode/ });
    if ((await choice.getAttribute('aria-checked')) !== 'true') await choice.click();
    await page.goto(page.url());
    await settled(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await dialog.getByText('kubectl delete').first().waitFor();
  });
}
