import { expect, test } from './fixtures/capstan.ts';

test('the launch address signs in and opens the catalog', async ({ page }) => {
  await expect(page).toHaveURL(/\/catalog/);
  await expect(page.getByRole('heading', { name: 'Catalog' })).toBeVisible();
});

test('without the token nothing is shown', async ({ browser, capstan }) => {
  const stranger = await browser.newContext();
  try {
    const answer = await stranger.request.get(`${capstan.origin}/k8s/api/v1/namespaces`);
    expect(answer.status()).toBe(401);
  } finally {
    await stranger.close();
  }
});
