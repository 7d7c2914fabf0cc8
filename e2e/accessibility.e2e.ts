import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures/capstan.ts';

const PACKAGE = '/catalog/capstan-system/capstan-samples/flight-ticket';

/** Pages that need nothing installed, by what has to be on them before they are looked at. */
const pages = [
  { path: '/catalog', ready: /Flight Ticket/ },
  { path: PACKAGE, ready: /What it may do|Permissions|may do/ },
  { path: `${PACKAGE}/install`, ready: /What will be created/ },
  { path: '/operators', ready: /Installed operators/ },
  { path: '/plans', ready: /Install plans/ },
  { path: '/instances', ready: /Instances/ },
  { path: '/no-such-page', ready: /not found|no such page|does not exist|nothing here/i },
];

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const;

for (const { colorScheme, width } of looks) {
  test.describe(`${colorScheme}, ${String(width)} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, expectedErrors: [/no-such-page/] });

    test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
      for (const { path, ready } of pages) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('main').getByText(ready).first()).toBeVisible();
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
          );
          expect.soft(found, path).toEqual([]);
          const tooWide = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
          expect.soft(tooWide, `${path}: wider than the window`).toBeLessThanOrEqual(0);
        });
      }
    });
  });
}
