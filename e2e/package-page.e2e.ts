import { urls } from '#lib/urls.ts';
import type { PackageTab } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn } from './fixtures/clean.ts';
import { LANTERN, lanternCatalogs } from './fixtures/lantern-catalog.ts';

// In a list of its own: Playwright would take the second catalog for options of the fixture.
test.use({ catalogs: [lanternCatalogs(), { scope: 'worker' }] });

// The browser reports that the cluster does not know the API group that is asked about.
test.use({ expectedErrors: [/404.*fire\.example\.com/] });

const address = (query: Parameters<typeof urls.package>[2] = {}): string =>
  urls.package(LANTERN, undefined, query);

test('channel and version of the address lead the page, and on to the installation', async ({ page }) => {
  await page.goto(address());
  await expect(page.getByText('Words about version 1.23.0')).toBeVisible();

  await test.step('an older version has its own words, and says that it is deprecated', async () => {
    await page.getByLabel('Version', { exact: true }).selectOption('1.4.0');
    await expect(page).toHaveURL(/version=1\.4\.0/);
    await expect(page.getByText('Words about version 1.4.0')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('This one smokes.');
    await page.reload();
    await expect(page.getByText('Words about version 1.4.0')).toBeVisible();
    await page.getByRole('link', { name: 'Install version 1.4.0' }).click();
    await expect(page).toHaveURL(/install\?.*version=1\.4\.0/);
    await expect(page.getByRole('main')).toContainText('1.4.0');
    await page.goBack();
  });

  await test.step('another channel tells that it is deprecated', async () => {
    await page.getByLabel('Channel', { exact: true }).selectOption('early');
    await expect(page.getByRole('main')).toContainText('Early is over.');
    await expect(page.getByRole('main')).not.toContainText('This one smokes.');
  });

  await test.step('a version that is gone is said, not silently another', async () => {
    await page.goto(address({ version: '0.0.7' }));
    await expect(page.getByRole('status').filter({ hasText: '0.0.7' })).toBeVisible();
    await expect(page.getByText('Words about version 1.23.0')).toBeVisible();
  });
});

test('the graph is walked and unfolded by keyboard', async ({ page }) => {
  await page.goto(address({ tab: 'versions' }));
  const lane = page.getByRole('group', { name: 'Channel stable' });
  const head = lane.getByRole('button', { name: /^1\.23\.0, channel head/ });
  await expect(head).toHaveAttribute('aria-pressed', 'true');
  const fold = lane.getByRole('button', { name: /versions from 1\.1\.0 to/ });
  await expect(fold).toBeVisible();

  await test.step('arrows go along the lane', async () => {
    await expect(async () => {
      await head.focus();
      await page.keyboard.press('ArrowLeft');
      await expect(lane.getByRole('button', { name: /^1\.22\.0/ })).toBeFocused();
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/version=1\.22\.0/);
    await expect(lane.getByRole('button', { name: /^1\.22\.0/ })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('and between lanes', async () => {
    await page.keyboard.press('ArrowDown');
    const early = page.getByRole('group', { name: 'Channel early' });
    await expect(early.getByRole('button', { name: /^1\.22\.0/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
  });

  await test.step('a fold opens', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(fold).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(lane.getByRole('button', { name: /^1\.7\.0/ })).toBeVisible();
  });
});

test('versions are listed, searched, and lead to their installation', async ({ page }) => {
  await page.goto(address({ tab: 'versions' }));
  const table = page.getByRole('table', { name: 'All versions' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await page.getByPlaceholder('Search versions').fill('1.2');
  await expect(table.getByRole('row')).toHaveCount(6);
  await page.getByLabel('In channel').selectOption('early');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page).toHaveURL(/in=early/);
  await expect(table.getByRole('row', { name: /^1\.22\.0/ })).toBeVisible();
  await expect(table.getByRole('link', { name: 'Install version 1.22.0' })).toHaveAttribute(
    'href',
    /channel=early.*version=1\.22\.0|version=1\.22\.0.*channel=early/,
  );
});

test('fields of a kind are browsed and searched', async ({ page }) => {
  await page.goto(address({ tab: 'apis' }));
  const main = page.getByRole('main');
  await expect(main.getByText('How bright it is.')).toBeVisible();
  await expect(main).toContainText('maximum 900');
  await expect(main).toContainText('default 40');
  await expect(main).toContainText('"warm", "cold"');
  await expect(main.getByText('lengthInMillimetres')).toHaveCount(0);
  await page.getByPlaceholder('Search the fields').fill('millimetres');
  await page.getByRole('button', { name: 'spec.wicks[].lengthInMillimetres' }).click();
  await expect(main.getByText('lengthInMillimetres', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Example of Lantern', { exact: true })).toContainText('lumen: 60');
});

test('permissions are told in words, the risks first', async ({ page }) => {
  await page.goto(address({ tab: 'permissions' }));
  const main = page.getByRole('main');
  await expect(main.getByText('Reads the secrets of every namespace.').first()).toBeVisible();
  await expect(main.getByText('keeper').first()).toBeVisible();
  await expect(main.getByText(/^read: configmaps/)).toBeVisible();
  await main.locator('summary', { hasText: 'The rules as YAML' }).click();
  await expect(page.getByLabel('The rules as YAML', { exact: true })).toContainText('configmaps');
});

test('dependencies name what would serve them, in whatever catalog', async ({ page }) => {
  await page.goto(address({ tab: 'dependencies' }));
  const main = page.getByRole('main');
  await expect(main).toContainText('Oil 2.1.0 from channel main of catalog');
  await expect(main).toContainText('Something to light it with');
  await expect(main).toContainText('No visible catalog provides this.');
  await main.getByRole('link', { name: 'Oil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oil' })).toBeVisible();
  await expect(page.getByText('Words about version 2.1.0')).toBeVisible();
});

test('what the provider claims stands beside what the bundle shows of it', async ({ page }) => {
  await page.goto(address());
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Capability level' }) });
  await expect(card).toContainText('The provider claims level 3: Full Lifecycle.');
  const levels = card.getByRole('list').first().locator('> li');
  await expect(levels).toHaveCount(5);
  await card.scrollIntoViewIfNeeded();
  const says: readonly (readonly string[])[] = [
    ['Claimed', 'Fields to configure: Lantern', 'Examples of 1 of 1 API: Lantern'],
    [
      'Claimed',
      'Upgrades from lantern.v1.22.0',
      'Upgrades from versions in <1.10.0',
      '24 versions in channel stable',
    ],
    ['Claimed; nothing of it can be seen in the bundle.'],
    ['Nothing of it can be seen in the bundle.'],
    ['Nothing of it can be seen in the bundle.'],
  ];
  for (const [index, words] of says.entries())
    for (const text of words) await expect(levels.nth(index)).toContainText(text);
  await expect(levels.nth(3)).not.toContainText('Claimed');

  await test.step('of an older version it says what leads to that one', async () => {
    await page.getByLabel('Version', { exact: true }).selectOption('1.4.0');
    await expect(levels.nth(1)).toContainText('Upgrades from lantern.v1.3.0');
    await expect(levels.nth(1)).not.toContainText('<1.10.0');
  });
});

const tabs: readonly PackageTab[] = ['overview', 'versions', 'apis', 'permissions', 'dependencies'];
const ready: Readonly<Record<PackageTab, RegExp>> = {
  overview: /Words about version/,
  versions: /Upgrade graph/,
  apis: /How bright it is/,
  permissions: /keeper/,
  dependencies: /from channel main/,
};

test('axe finds nothing on any tab, and nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const tab of tabs) {
    await test.step(tab, async () => {
      await page.goto(address({ tab }));
      await expect(page.getByRole('main').getByText(ready[tab]).first()).toBeVisible();
      if (tab === 'overview') {
        const limits = page.getByText('A level without evidence is no verdict.');
        // What comes with the description may take its place while it is scrolled to.
        await expect(async () => {
          await page.getByText('Basic Install').scrollIntoViewIfNeeded();
          await expect(limits).toBeVisible({ timeout: 5_000 });
        }).toPass();
      }
      await expectCleanIn(page, EVERY_LOOK, tab);
    });
  }
});
