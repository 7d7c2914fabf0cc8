/** What a page loads before it can be used. Bytes, not time: the same on every machine. */
import { brotliCompressSync } from 'node:zlib';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { signIn } from './fixtures/sign-in.ts';

const PACKAGE = { catalogNamespace: 'capstan-system', catalog: 'capstan-samples', package: 'flight-ticket' };

/**
 * By page, in kB at brotli 11: a little above what is reached, since what the content asks for counts, too, where a slow machine is not
 * taken over before that. They may only shrink. design.md §7 wants 170 for the first page; React and Next alone take 117.
 */
const pages: Readonly<Record<string, readonly [path: string, budget: number]>> = {
  catalog: [urls.catalog(), 208],
  package: [urls.package(PACKAGE), 208],
  install: [urls.install(PACKAGE), 237],
  operators: [urls.operators(), 201],
  upgrades: [urls.upgrades(), 203],
  plans: [urls.plans(), 193],
  groups: [urls.operatorGroups(), 198],
  sources: [urls.catalogSources(), 204],
  source: [urls.catalogSource({ namespace: 'capstan-system', name: 'capstan-samples' }), 208],
  addSource: [urls.newCatalogSource(), 235],
  kinds: [urls.allInstances(), 198],
  declarative: [urls.declarative(), 195],
};

test('pages stay light', async ({ browser, capstan }) => {
  for (const [name, [path, budget]] of Object.entries(pages)) {
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
      expect.soft(kilobytes, `${name}: kB of JavaScript at brotli 11`).toBeLessThanOrEqual(budget);
      await context.close();
    });
  }
});
