import type { Page } from '@playwright/test';

export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Before the page is opened: breaks or delays what it will ask for. */
  readonly before?: (page: Page) => Promise<void>;
  /** Resolves once the page shows what the picture is of. */
  readonly ready: (page: Page) => Promise<void>;
  /** Only what the window shows. */
  readonly window?: boolean;
}

/** Nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label]') === null);
  await page.waitForLoadState('load');
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
