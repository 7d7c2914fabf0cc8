/** Plants a violation of the Content Security Policy in every place, and expects the fixture to find it. */
import type { Page } from '@playwright/test';
import { eventually, expect, test } from './fixtures/capstan.ts';
import { openSignedIn } from './fixtures/sign-in.ts';

// Refused before any request is made: there is no such host.
const FOREIGN = 'https://violation.invalid/picture.png';

// The second is Chromium's, now and then, about what the test itself hooks into the empty page that every pop-up is at first.
test.use({ expectedErrors: [/violation\.invalid|The provided callback is no longer runnable/] });

async function plant(page: Page, name: string): Promise<void> {
  await page.evaluate((source) => {
    new Image().src = source;
  }, `${FOREIGN}?${name}`);
}

test('a violation is found in a page, a pop-up, a second tab and another context', async ({
  page,
  context,
  browser,
  capstan,
  violations,
}) => {
  await plant(page, 'page');

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => {
      window.open('/plans');
    }),
  ]);
  await popup.waitForURL('**/plans');
  await plant(popup, 'popup');

  const tab = await context.newPage();
  await tab.goto('/operators');
  await plant(tab, 'tab');

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await openSignedIn(stranger, capstan.launchUrl);
  await plant(stranger, 'context');

  const found: string[] = [];
  await eventually(() => {
    found.push(...violations.take());
    for (const name of ['page', 'popup', 'tab', 'context']) {
      expect(found.join('\n')).toMatch(new RegExp(`violates img-src: .*\\?${name}`));
    }
  });
  await other.close();
});
