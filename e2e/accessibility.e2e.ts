import { expect, test } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import type { Look } from './fixtures/clean.ts';

const PACKAGE = '/catalog/capstan-system/capstan-samples/flight-ticket';

/** Pages that need nothing installed, by what has to be on them before they are looked at. */
const pages = [
  { path: '/catalog', ready: /Flight Ticket/ },
  { path: PACKAGE, ready: /Permissions/ },
  { path: `${PACKAGE}/install`, ready: /Resources to create/ },
  { path: '/operators', ready: /Installed operators/ },
  { path: '/upgrades', ready: /No Subscriptions/ },
  { path: '/plans', ready: /Install plans/ },
  { path: '/catalogs', ready: /Capstan samples/ },
  { path: '/catalogs/new', ready: /A catalog image in a container registry/ },
  { path: '/catalogs/new?kind=grpc', ready: /host:port/ },
  { path: '/catalogs/new?kind=configmap', ready: /the older form/ },
  { path: '/catalogs/capstan-system/capstan-samples', ready: /Subscriptions that use it/ },
  { path: '/catalogs/capstan-system/capstan-samples?tab=warnings', ready: /No entries skipped/ },
  { path: '/catalogs/capstan-system/capstan-samples/edit', ready: /has no form/ },
  { path: '/instances', ready: /Instances/ },
  { path: '/no-such-page', ready: /Page not found/ },
];

const looks: readonly Look[] = [
  ...NARROW_AND_WIDE,
  // A window of 1440 px at a zoom of 200 %.
  { colorScheme: 'dark', width: 720, forcedColors: 'active' },
];

// Loaded in a narrow window, and widened.
test.use({ viewport: { width: 390, height: 900 }, expectedErrors: [/no-such-page/] });

test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
  for (const { path, ready } of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(ready).first()).toBeVisible();
      await expectCleanIn(page, looks, path);
    });
  }
});
