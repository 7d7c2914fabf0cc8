/** Shapes that forms tend to lose, filled in by pointer, by keyboard and on a small screen; nothing of them is lost. */
import type { Locator, Page } from '@playwright/test';
import type { KubeObject } from '#lib/k8s/object.ts';
import { type Dictionary, isDictionary } from '#lib/schema-form/schema/path.ts';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectClean, expectCleanIn } from './fixtures/clean.ts';
import { kits, makeKits } from './fixtures/kits.ts';
import { walkTo } from './fixtures/steps.ts';

// A cluster of its own, for a type that others need not meet.
test.use({ catalogs: [], viewport: { width: 1440, height: 900 } });

const NAMESPACE = 'default';
const ODD_KEYS = ['a.b', 'c/d', '__proto__', 'with space', 'constructor', '8080', '~', 'x: y'];

test.beforeAll(async ({ capstan }) => {
  await makeKits(capstan);
});

test('a map keeps every key as it was typed', async ({ page, capstan }) => {
  await openNew(page, 'odd-keys');
  await find(page, 'Settings');
  const settings = page.getByRole('region', { name: 'Settings' });
  for (const key of ODD_KEYS) {
    await addEntry(settings, key);
    await page.keyboard.type(`value of ${key}`);
    await expect(settings.getByLabel(`Value of ${key}`, { exact: true })).toHaveValue(`value of ${key}`);
  }

  await test.step('what is typed right after a key is its value', async () => {
    await settings.getByRole('button', { name: 'Add entry' }).click();
    const box = settings.getByLabel('New key');
    await box.fill('at once');
    // Before anything that comes later, a frame included, could move the focus.
    const focused = await box.evaluate((input) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      return document.activeElement?.getAttribute('aria-label');
    });
    expect(focused).toBe('Value of at once');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(settings.getByLabel('Value of at once', { exact: true })).toHaveCount(0);
  });

  await test.step('a key that is taken is not taken again', async () => {
    await addEntry(settings, '__proto__');
    await expect(settings.getByText('This key already exists.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings.getByRole('button', { name: 'Add entry' })).toBeFocused();
  });

  await test.step('a key is renamed in its place, and undo gives it back', async () => {
    const key = settings.getByLabel('Key a.b', { exact: true });
    await key.fill('b.a');
    await key.press('Enter');
    await expect(settings.getByLabel('Value of b.a', { exact: true })).toHaveValue('value of a.b');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(settings.getByLabel('Value of a.b', { exact: true })).toHaveValue('value of a.b');
  });

  await create(page, 'odd-keys');
  const stored = await specOf(capstan, 'odd-keys');
  const entries = Object.entries(stored['settings'] ?? {});
  expect(new Map(entries)).toEqual(new Map(ODD_KEYS.map((key) => [key, `value of ${key}`])));
});

test('a number or text is what one says it is', async ({ page, capstan }) => {
  await openNew(page, 'either');
  await find(page, 'Port');
  const port = page.getByLabel('Port', { exact: true });
  await port.fill('8080');
  await expect(yamlOf(page)).toContainText('port: 8080');
  const which = page.getByRole('group', { name: 'Number or text' });
  await which.getByRole('button', { name: 'Text' }).click();
  await expect(yamlOf(page)).toContainText('port: "8080"');
  await port.fill('80%');
  // The quotes stay: they were there.
  await expect(yamlOf(page)).toContainText('port: "80%"');
  await expect(which).toBeHidden();
  await port.fill('8081');
  await which.getByRole('button', { name: 'Number' }).click();
  await create(page, 'either');
  expect(await specOf(capstan, 'either')).toMatchObject({ port: 8081 });

  await test.step('and so it is when it is edited', async () => {
    await page.goto(`${urls.instance(kits, { namespace: NAMESPACE, name: 'either' })}?tab=edit`);
    await expect(page.getByLabel('Port', { exact: true })).toHaveValue('8081');
    await page.getByRole('group', { name: 'Number or text' }).getByRole('button', { name: 'Text' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await expect(save).not.toHaveAttribute('aria-disabled', 'true');
    await save.click();
    await expect(dialog).toBeHidden();
    expect(await specOf(capstan, 'either')).toMatchObject({ port: '8081' });
  });
});

test('changing one choice for another keeps what both have, and the way back keeps the rest', async ({
  page,
  capstan,
}) => {
  await openNew(page, 'chosen');
  await find(page, 'Store');
  const choice = page.getByLabel('Bucket or Disk');
  await choice.selectOption({ label: 'Bucket' });
  await page.getByRole('region', { name: 'Bucket' }).getByLabel('Name', { exact: true }).fill('crate');
  await page.getByRole('region', { name: 'Bucket' }).getByLabel('Prefix').fill('mine-');
  await choice.selectOption({ label: 'Disk' });
  const disk = page.getByRole('region', { name: 'Disk' });
  await expect(disk.getByLabel('Prefix')).toHaveValue('mine-');
  await expect(yamlOf(page)).not.toContainText('crate');

  await test.step('one step of undo brings all of it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(yamlOf(page)).toContainText('name: crate');
    await expect(choice).toHaveValue('=bucket');
    await page.getByRole('button', { name: 'Redo' }).first().click();
    await expect(disk.getByLabel('Prefix')).toHaveValue('mine-');
  });

  await test.step('so does choosing it again', async () => {
    await choice.selectOption({ label: 'Bucket' });
    await expect(yamlOf(page)).toContainText('name: crate');
    await expect(yamlOf(page)).not.toContainText('disk:');
  });

  await create(page, 'chosen');
  expect(await specOf(capstan, 'chosen')).toMatchObject({
    store: { bucket: { name: 'crate', prefix: 'mine-' } },
  });
});

test.describe('what the cluster refuses', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('a rule that is tried here is said at its field at once', async ({ page }) => {
    await openNew(page, 'ranged');
    await find(page, 'Low');
    await page.getByLabel('Low').fill('5');
    await page.getByLabel('High').fill('3');
    await expect(page.getByRole('region', { name: 'Range' })).toContainText('low is above high');
    await page.getByLabel('High').fill('7');
    await expect(page.getByRole('region', { name: 'Range' })).not.toContainText('low is above high');
    await expect(note(page)).toHaveAttribute('data-dry-run', 'accepted');
  });

  test('what only the server knows lands on its field by a dry run', async ({ page, capstan }) => {
    await openNew(page, 'networked');
    await find(page, 'Host');
    const host = page.getByLabel('Host', { exact: true });
    await page.getByLabel('Block', { exact: true }).fill('10.0.0.0/8');
    await host.fill('192.168.1.1');
    await expect(note(page)).toHaveAttribute('data-dry-run', 'refused');
    await expect(host).toHaveAttribute('aria-invalid', 'true');
    await expect(host).toHaveAccessibleDescription(/the host is not in the block/);
    await page.getByLabel('Size').focus();
    await note(page).getByRole('button').click();
    await expect(host).toBeFocused();
    await expectClean(page);
    await host.fill('10.1.2.3');
    await expect(host).not.toHaveAttribute('aria-invalid', 'true');
    await expect(note(page)).toHaveAttribute('data-dry-run', 'accepted');
    await create(page, 'networked');
    expect(await specOf(capstan, 'networked')).toMatchObject({ network: { host: '10.1.2.3' } });
  });
});

test('everything is filled in by keyboard alone', async ({ page, capstan }) => {
  await page.goto(urls.newInstance(kits, { namespace: NAMESPACE }));
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeVisible();
  await walkTo(page, name);
  await page.keyboard.type('typed');
  await walkTo(page, page.getByLabel('Size'));
  await page.keyboard.type('3');

  await test.step('the search leads to a field', async () => {
    await walkBack(page, page.getByRole('combobox', { name: 'Find a field' }));
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    const add = page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Add entry' });
    await walkTo(page, add);
    await page.keyboard.press('Enter');
    await page.keyboard.type('colour');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Value of colour')).toBeFocused();
    await page.keyboard.type('red');
  });

  await test.step('a choice and a switch', async () => {
    await walkBack(page, page.getByRole('combobox', { name: 'Find a field' }));
    await page.keyboard.type('spec.enabled');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('switch', { name: 'Enabled' })).toBeFocused();
    await page.keyboard.press('Space');
    await walkBack(page, page.getByRole('combobox', { name: 'Find a field' }));
    await page.keyboard.type('mode');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Fast' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('radio', { name: 'Fast' })).toBeChecked();
  });

  await test.step('undo and redo', async () => {
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('radio', { name: 'Fast' })).not.toBeChecked();
    await page.keyboard.press('Control+Shift+Z');
    await expect(page.getByRole('radio', { name: 'Fast' })).toBeChecked();
  });

  const yaml = page.getByRole('textbox', { name: 'YAML' });
  const button = page.getByRole('button', { name: 'Create', exact: true });
  await walkTo(page, yaml);
  await page.keyboard.press('Escape');
  await walkTo(page, button);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'typed' })).toBeVisible();
  expect(await specOf(capstan, 'typed')).toEqual({
    size: 3,
    settings: { colour: 'red' },
    enabled: true,
    mode: 'Fast',
  });
});

for (const width of [390, 1440]) {
  test(`everything opened is clean and fits at ${String(width)} px; so is what is wrong, and the instance`, async ({
    page,
    capstan,
  }) => {
    const name = `full-${String(width)}`;
    const looks = EVERY_LOOK.filter((look) => look.width === width);
    await page.setViewportSize({ width, height: 900 });
    await capstan.kube.create(kits, full(name));
    await page.goto(urls.newInstance(kits, { namespace: NAMESPACE }));
    await page.getByLabel('Start from').selectOption({ label: 'An existing instance…' });
    const dialog = page.getByRole('dialog', { name: 'Which Kit to clone?' });
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('button', { name: 'Expand sections with values' }).click();
    await expect(page.getByLabel('Value of c/d')).toBeVisible();
    await expectCleanIn(page, looks, 'form');
    await page.getByLabel('Size').fill('99');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByLabel('Size')).toHaveAccessibleDescription(/at most 9/);
    await expectCleanIn(page, looks, 'error');
    await page.goto(urls.instance(kits, { namespace: NAMESPACE, name }));
    await expect(page.getByRole('link', { name: 'Clone' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Prefix')).toBeVisible();
    await expectCleanIn(page, looks, 'instance');
  });
}

function full(name: string): KubeObject {
  return {
    apiVersion: `${kits.group}/${kits.version}`,
    kind: kits.kind,
    metadata: { name, namespace: NAMESPACE, labels: { 'forms.example/of': 'all' } },
    spec: {
      size: 2,
      settings: { 'a.b': 'one', 'c/d': 'a text that is much longer than what a small screen can show of it' },
      port: '8080',
      mode: 'Fast',
      enabled: false,
      store: { disk: { path: '/srv', prefix: 'mine-' } },
      range: { low: 1, high: 2 },
      network: { block: '10.0.0.0/8', host: '10.0.0.1' },
      parts: [{ name: 'wheel', count: 4 }, { name: 'axle' }],
      extra: { deep: { deeper: [1, 'two', { three: null }] } },
    },
  };
}

/** With the required fields filled in. */
async function openNew(page: Page, name: string): Promise<void> {
  await page.goto(urls.newInstance(kits, { namespace: NAMESPACE }));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Size').fill('1');
}

async function find(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a field' }).fill(title);
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .click();
}

async function addEntry(section: Locator, key: string): Promise<void> {
  await section.getByRole('button', { name: 'Add entry' }).click();
  await section.getByLabel('New key').fill(key);
  await section.getByLabel('New key').press('Enter');
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function specOf({ kube }: Capstan, name: string): Promise<Dictionary> {
  const { spec } = await kube.get(kits, { namespace: NAMESPACE, name });
  if (!isDictionary(spec)) throw new Error(`${name} has no spec`);
  return spec;
}

function yamlOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'YAML' });
}

function note(page: Page): Locator {
  return page.locator('[data-dry-run]');
}

async function walkBack(page: Page, goal: Locator): Promise<void> {
  await walkTo(page, goal, 'Shift+Tab');
}
