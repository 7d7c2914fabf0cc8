import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn } from './fixtures/clean.ts';
import { LANTERN, lanternCatalogs } from './fixtures/lantern-catalog.ts';

// In a list of its own: Playwright would take the second catalog for options of the fixture.
test.use({ catalogs: [lanternCatalogs(), { scope: 'worker' }] });

// A package that is not there is asked for.
test.use({ expectedErrors: [/404.*no-such/] });

test('two packages side by side, from the page of one', async ({ page }) => {
  await page.goto(urls.package(LANTERN));
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('table');
  const row = (name: string): ReturnType<typeof table.getByRole> =>
    table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Version')).toContainText('1.23.0 (channel stable)');

  await test.step('another one is found by its name', async () => {
    await page.getByLabel('Add a package').fill('oi');
    await page.getByRole('option', { name: /^Oil/ }).click();
    await expect(row('Version').getByRole('cell')).toHaveText([
      '1.23.0 (channel stable)',
      '2.1.0 (channel main)',
    ]);
    await expect(row('Versions').getByRole('cell')).toHaveText([
      '24 versions in 2 channels',
      '2 versions in 1 channel',
    ]);
    await expect(row('Dependencies').getByRole('cell').first()).toContainText('oil >=2.0.0');
    await expect(row('Permissions').getByRole('cell')).toHaveText([
      '4 cluster rules, 0 namespace rules',
      '3 cluster rules, 0 namespace rules',
    ]);
  });

  await test.step('what is the same can be left out, and the address says all of it', async () => {
    await expect(row('Provider').getByRole('cell')).toHaveText(['Harbour', 'Harbour']);
    await page.getByRole('switch', { name: 'Only differences' }).click();
    await expect(row('Provider')).toHaveCount(0);
    await page.reload();
    await expect(row('Version').getByRole('cell')).toHaveCount(2);
    await expect(row('Provider')).toHaveCount(0);
  });

  await expectCleanIn(page, EVERY_LOOK);

  await test.step('a package that is not there is said in its column', async () => {
    const gone = { ...LANTERN, package: 'no-such' };
    await page.goto(urls.compare([LANTERN, gone]));
    await expect(page.getByRole('columnheader', { name: /no-such/ })).toContainText('no-such');
    await expect(row('Version').getByRole('cell')).toHaveText(['1.23.0 (channel stable)', '–']);
    await page.getByRole('button', { name: 'Remove no-such' }).click();
    await expect(row('Version').getByRole('cell')).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove Lantern' }).click();
    await expect(page.getByText('No packages selected')).toBeVisible();
  });
});
