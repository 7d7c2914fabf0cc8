/** Messages in the corner: to be seen, heard and pressed whatever is open. */
import { expect, test } from './fixtures/capstan.ts';

test('a message stands above an open dialog, and outlives it', async ({ page }) => {
  // Bad news stays until it is closed: no test has to be quicker than a message.
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No clipboard.'));
  });
  await page.goto('/catalog');
  await page.getByRole('button', { name: /^Namespace: / }).click();
  await page.getByRole('button', { name: 'Create namespace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create namespace' });
  const messages = dialog.getByRole('region', { name: 'Messages' });
  const copy = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Copy as kubectl or YAML' }).click();
    await page.getByRole('menuitem', { name: 'Copy YAML' }).click();
  };
  await dialog.getByLabel('Name').fill('from-the-corner');
  await copy();
  await messages.getByRole('button', { name: 'Close message' }).click();
  await expect(messages.getByRole('button')).toHaveCount(0);
  await copy();
  await expect(messages.getByRole('button')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('button')).toHaveCount(1);
});
