/** Menus, panels, dialogs and hints by keyboard and pointer: they are our own, on what browsers bring. */
import { expect, test } from './fixtures/capstan.ts';

test('a menu opens, moves, searches and closes by keyboard', async ({ page }) => {
  await page.goto('/catalog');
  // Tiles come by the page's own scripts: a key that is pressed before those listen is nobody's.
  await expect(page.getByRole('link', { name: /Flight Ticket/ }).first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Settings' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect(item('Light')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Light')).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Light')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(item('Same as system')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('d');
  await expect(item('Dark')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await item('Dark').press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button).toBeFocused();
});

test('a menu closes by a press outside, and by its button', async ({ page }) => {
  await page.goto('/catalog');
  const button = page.getByRole('button', { name: 'Settings' });
  await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await button.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await button.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('the namespace panel takes and gives back the focus', async ({ page }) => {
  await page.goto('/catalog');
  const button = page.getByRole('button', { name: /^Namespace: / });
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Select a namespace' });
  await expect(panel.getByRole('option', { name: 'kube-system' })).toBeVisible();
  await expect(panel.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.press('Enter');
  await expect(panel.getByRole('option', { name: 'kube-system' })).toBeVisible();
  await panel.getByRole('button', { name: 'Create namespace' }).focus();
  await page.keyboard.press('Tab');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
});

test('a press that comes before the page is ready counts as soon as it is', async ({ page }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/catalog', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Namespace: / }).click();
  arrive(undefined);
  const panel = page.getByRole('dialog', { name: 'Select a namespace' });
  await expect(panel.getByRole('option', { name: 'kube-system' })).toBeVisible();
  await expect(panel.getByRole('combobox')).toBeFocused();
});

test('what is typed before the page is ready counts as soon as it is', async ({ page }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/catalog', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox').first();
  await search.pressSequentially('no such thing');
  arrive(undefined);
  await expect(page.getByText('No results')).toBeVisible();
  await expect(search).toHaveValue('no such thing');
});

test('a dialog keeps the focus, closes in every way, and gives the focus back', async ({ page }) => {
  await page.goto('/catalog');
  const button = page.getByRole('button', { name: /^Namespace: / });
  const dialog = page.getByRole('dialog', { name: 'Create namespace' });
  const open = async (): Promise<void> => {
    await button.click();
    await page.getByRole('button', { name: 'Create namespace' }).click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
  };
  await open();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bar may have it in between; the page behind may not.
    const behind = await page.evaluate(
      () =>
        document.activeElement?.closest('header, main, aside:not(dialog aside)') !== null &&
        document.activeElement?.closest('dialog') === null,
    );
    expect(behind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await open();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await open();
  await page.mouse.click(5, 300);
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('the drawer of small screens holds the navigation and its menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/catalog');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await drawer.getByRole('link', { name: 'Install plans' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Install plans' })).toBeVisible();
});

test('a closed button says why on focus and on hover', async ({ page }) => {
  await page.goto('/catalog/capstan-system/capstan-samples/flight-ticket/install');
  await page.getByLabel('Installed namespace').fill('No name!');
  const button = page.getByRole('button', { name: 'Install', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  const hint = page.getByRole('tooltip');
  // The preview beside it still gets shorter, and may move the button away from under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await button.hover();
    await expect(hint).toBeVisible({ timeout: 3_000 });
    await hint.hover({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
});
