/** `npm start` of somebody who has Node and nothing else: no Go, an empty cache, and the release hosts on this machine. */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { anyFreePort } from '#local/cluster/ports.ts';
import { newcomer, releaseTarget, startReleaseMirror } from '#local/testing/registry/release-mirror.ts';

const bootstrap = join(import.meta.dirname, '..', 'local', 'bootstrap', 'main.mjs');
const why =
  releaseTarget?.os === 'linux' ? undefined : 'the mirror serves the programs of this machine as releases';
if (why !== undefined) console.warn(`skipped: the first start without Go: ${why}`);
test.skip(why !== undefined, why);

test('npm start comes to its address with an empty cache and without Go', async ({ page }) => {
  await using mirror = await startReleaseMirror();
  const run = newcomer(mirror, 'home');
  const begun = performance.now();
  const started = run(bootstrap, 'start', '--name', 'first', '--port', String(await anyFreePort()));
  try {
    const [, url = ''] = await started.until(/(http:\/\/\S+token=\S+)/);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`first start: ${seconds} s to the address, load ${loadavg()[0]?.toFixed(1) ?? ''}`);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Flight Ticket/ }).first()).toBeVisible();
  } finally {
    started.interrupt();
    const { said } = await started.ended;
    expect(said).toContain(`all programs fetched from ${new URL(mirror.url).host}`);
    expect(said).not.toContain('building kube');
    await run(join(import.meta.dirname, '..', 'local', 'cluster', 'main.ts'), 'down', '--name', 'first')
      .ended;
  }
});
