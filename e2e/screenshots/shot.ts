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

/** Once the text stands there. */
export const shown =
  (text: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByText(text).first().waitFor();
    await settled(page);
  };

/** What a cluster answers whoever may not. */
export const FORBIDDEN = {
  kind: 'forbidden',
  message: 'User "eve" cannot list resource in API group at the cluster scope',
};

const never = new Promise<void>(() => undefined);

/** Nothing is answered. */
export async function hold(page: Page): Promise<void> {
  await page.route(/\/(api|k8s)\//, () => never);
}

/** The browser answers in the cluster's place. */
export const answer =
  (pattern: RegExp, status: number, json: object) =>
  async (page: Page): Promise<void> => {
    await page.route(pattern, (route) => route.fulfill({ status, json }));
  };

/** Before anything has come. */
export async function whileLoading(page: Page): Promise<void> {
  await page.locator('main [role="status"]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}
