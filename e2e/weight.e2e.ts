/** What a page loads before it can be used. Bytes, not time: the same on every machine. */
import { brotliCompressSync } from 'node:zlib';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { signIn } from './fixtures/sign-in.ts';

/**
 * A little above what is reached; design.md §7 wants 170 kB for the first page. The heaviest here takes 204.8, a package. Lower it when
 * pages lose weight.
 */
// Pages are taken over before all has come since they come with their content: what that asks for counts, too, on slow machines.
const BUDGET_KB = 208;

const PACKAGE = { catalogNamespace: 'capstan-system', catalog: 'capstan-samples', package: 'flight-ticket' };

const pages = {
  catalog: urls.catalog(),
  package: urls.package(PACKAGE),
  operators: urls.operators(),
  upgrades: urls.upgrades(),
  plans: urls.plans(),
  groups: urls.operatorGroups(),
  sources: urls.catalogSources(),
  kinds: urls.allInstances(),
};

test('pages stay light', async ({ browser, capstan }) => {
  for (const [name, path] of Object.entries(pages)) {
    await test.step(name, async () => {
      // A cache of its own, empty: signing in without a page loads nothing.
      const context = await browser.newContext();
      await signIn(context, capstan.launchUrl);
      const page = await context.newPage();
      const scripts: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() !== 'script') return;
        const body = response.body();
        // One that comes after the count goes with its context.
        body.catch(() => undefined);
        scripts.push(body);
      });
      await page.goto(`${capstan.origin}${path}`, { waitUntil: 'load' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      // With its texts, which come a little later.
      await page.locator('html[data-ready]').waitFor();
      const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length);
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      // Without the framework itself something is wrong with the counting.
      expect(kilobytes).toBeGreaterThan(100);
      expect.soft(kilobytes, `${name}: kB of JavaScript at brotli 11`).toBeLessThanOrEqual(BUDGET_KB);
      await context.close();
    });
  }
});
