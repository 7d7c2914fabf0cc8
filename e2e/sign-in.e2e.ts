import { expect, test } from './fixtures/capstan.ts';

test('the launch address signs in and opens the catalog', async ({ page }) => {
  await expect(page).toHaveURL(/\/catalog/);
  await expect(page.getByRole('heading', { name: 'Catalog' })).toBeVisible();
});

test('a launch address signs in one browser, once; Enter in the terminal gives another', async ({
  browser,
  capstan,
}) => {
  const address = await capstan.anotherUrl();
  const [first, second] = [await browser.newContext(), await browser.newContext()];
  try {
    const page = await first.newPage();
    await page.goto(address);
    await expect(page).toHaveURL(/\/catalog/);
    await expect(page.getByRole('heading', { name: 'Catalog' })).toBeVisible();
    const found = await second.newPage();
    await found.goto(address);
    await expect(found.getByRole('heading', { name: 'This console needs its launch URL' })).toBeVisible();
    await expect(found.getByText('Press Enter in that terminal for another one.')).toBeVisible();
    expect(await second.cookies()).toEqual([]);
    // Who is signed in already is not turned away by an address of before.
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Catalog' })).toBeVisible();
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test('without the token nothing is shown', async ({ browser, capstan }) => {
  const stranger = await browser.newContext();
  try {
    const page = await stranger.newPage();
    const answer = await page.goto(`${capstan.origin}/k8s/api/v1/namespaces`);
    expect(answer?.status()).toBe(401);
  } finally {
    await stranger.close();
  }
});
