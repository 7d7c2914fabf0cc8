/** One real tab: notes when each beat has appeared in the page's DOM; rows that a page leaves out are not seen. */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ensureChromium, sandboxArgs } from '#local/test/chromium.ts';
import { urls } from '#lib/urls.ts';
import { beats, NAMESPACE } from './beats.ts';
import type { Moments } from './beats.ts';
import { openSignedIn } from '../../e2e/fixtures/sign-in.ts';

const SEEN = 'capstanBenchSeen';

export interface Tab extends AsyncDisposable {
  seen: () => Promise<Moments>;
}

export async function openTab(launchUrl: string): Promise<Tab> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--disable-gpu', ...sandboxArgs],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openSignedIn(page, launchUrl);
  await page.goto(new URL(urls.instances(beats, { namespace: NAMESPACE }), launchUrl).href);
  await page.getByRole('row').nth(1).waitFor();
  await observe(page);
  return {
    seen: () => page.evaluate((name): Moments => Reflect.get(window, name) as Moments, SEEN),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function observe(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const moments: [number, number][] = [];
    Reflect.set(window, name, moments);
    const known = new Set<number>();
    new MutationObserver((changes) => {
      const at = Date.now();
      for (const { target } of changes) {
        for (const [, text] of (target.textContent ?? '').matchAll(/~(\d+)~/g)) {
          const beat = Number(text);
          if (known.has(beat)) continue;
          known.add(beat);
          moments.push([beat, at]);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, SEEN);
}
