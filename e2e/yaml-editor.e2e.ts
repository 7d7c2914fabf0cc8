import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { urls } from '#lib/urls.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { axeFindings, excess } from './fixtures/clean.ts';
import { pasteOver } from './fixtures/paste.ts';

const type = { group: 'editor.example', version: 'v1', plural: 'shops', kind: 'Shop', namespaced: true };
/** A little above what it takes. */
const EDITOR_KB = 175;
const HEAD = 'apiVersion: editor.example/v1\nkind: Shop\nmetadata:\n  name: corner\n  namespace: default\n';

test.use({ viewport: { width: 1440, height: 900 } });

test('YAML is written, mended, undone and left by keyboard alone', async ({ page, capstan }) => {
  await makeType(capstan);
  await page.goto(urls.newInstance(type, { namespace: 'default' }));
  const yaml = page.getByRole('textbox', { name: 'YAML' });
  await replaceAll(page, yaml, HEAD);

  await test.step('a key is completed with what it needs', async () => {
    await page.keyboard.type('sp');
    await pick(page, 'spec');
    await expect(yaml).toContainText('replicas:');
    await page.keyboard.type('2');
    await expect(page.getByLabel('Replicas')).toHaveValue('2');
  });

  await test.step('an enum value is completed', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('pol');
    await pick(page, 'policy');
    // What the key may hold is offered at once.
    await expect(page.getByRole('option', { name: 'Always default' })).toBeVisible();
    await page.keyboard.type('N');
    await pick(page, 'Never');
    await expect(yaml).toContainText('policy: Never');
    await expect(yaml).toHaveAccessibleDescription(/Escape, then Tab/);
  });

  await test.step('a problem is found, read and mended', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('clours: red');
    await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    const card = page.locator('.cm-problems');
    await expect(card).toContainText('did you mean colours?');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+.');
    await expect(card.getByRole('button', { name: 'Rename to colours' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(yaml).toContainText('colours: red');
    await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);
    await expect(yaml).toBeFocused();
  });

  await test.step('undo goes over form and YAML alike', async () => {
    const colours = page.getByLabel('Colours');
    await colours.fill('blue');
    await expect(yaml).toContainText('colours: blue');
    await expect(page.locator('.cm-fieldLine')).toHaveText(/colours: blue/);
    await yaml.focus();
    await page.keyboard.press('Control+z');
    await expect(colours).toHaveValue('red');
    await page.keyboard.press('Control+z');
    await expect(yaml).toContainText('clours: red');
    await page.keyboard.press('Control+Shift+Z');
    await page.keyboard.press('Control+y');
    await expect(colours).toHaveValue('blue');
    await expect(yaml).toBeFocused();
  });

  await test.step('broken YAML is told at its line, and the form waits with what it said last', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nreplicas: [');
    await expect(page.getByRole('alert').filter({ hasText: /Line \d+/ })).toBeVisible();
    await expect(page.getByLabel('Colours')).toHaveValue('blue');
    await eventually(async () => {
      await page.keyboard.press('Control+z');
      await expect(page.getByRole('alert').filter({ hasText: /Line \d+/ })).toHaveCount(0, {
        timeout: 5_000,
      });
    });
  });

  await test.step('the path at the cursor leads to the form and back', async () => {
    await page.getByLabel('Replicas').focus();
    const path = page.getByRole('navigation', { name: 'Path at the cursor' });
    await yaml.focus();
    await page.keyboard.press('Control+Home');
    // `colours` is on the ninth line.
    for (let line = 1; line < 9; line += 1) await page.keyboard.press('ArrowDown');
    await expect(path.getByRole('button').last()).toHaveText('colours');
    await page.getByRole('button', { name: 'Show in form' }).click();
    await expect(page.getByLabel('Colours')).toBeFocused();
    await path.getByRole('button', { name: 'spec' }).click();
    await expect(yaml).toBeFocused();
    await expect(path.getByRole('button')).toHaveText(['spec']);
  });

  await test.step('Tab passes by; once something is typed, Escape, then Tab leaves', async () => {
    await page.keyboard.press('Tab');
    await expect(yaml).not.toBeFocused();
    await yaml.focus();
    await page.keyboard.type(' ');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await expect(yaml).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(yaml).not.toBeFocused();
  });
});

test('the editor is loaded when it is opened, and helps once it is there', async ({ page, capstan }) => {
  await makeType(capstan);
  await page.setViewportSize({ width: 390, height: 800 });
  const scripts: { size: number; isEditor: boolean; isLater: boolean }[] = [];
  let isOpened = false;
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    const isLater = isOpened;
    // One that the end of the test cuts off is none of its scripts.
    const body = await response.body().catch(() => undefined);
    if (body === undefined) return;
    scripts.push({ size: gzipSync(body).length, isEditor: body.includes('cm-editor'), isLater });
  });
  await page.goto(urls.newInstance(type, { namespace: 'default' }));
  await expect(page.getByLabel('Replicas')).toBeVisible();
  expect(scripts.filter(({ isEditor }) => isEditor)).toEqual([]);
  isOpened = true;
  await page.getByRole('tab', { name: 'YAML' }).click();
  const yaml = page.getByRole('textbox', { name: 'YAML' });
  await replaceAll(page, yaml, HEAD);
  await page.keyboard.type('sp');
  await pick(page, 'spec');
  await expect(yaml).toContainText('replicas:');
  const kilobytes = scripts.filter(({ isLater }) => isLater).reduce((sum, { size }) => sum + size, 0) / 1000;
  expect(kilobytes, 'kB gzip of the editor with all its help').toBeLessThan(EDITOR_KB);
  expect(await excess(page)).toBeLessThanOrEqual(0);
});

/** Chooses a completion that is offered, or asks for it. */
async function pick(page: Page, label: string): Promise<void> {
  const option = page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: label });
  // What completes comes after the editor: until then the keys are nobody's.
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(option.first()).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
  }).toPass();
  await frames(page);
  await page.keyboard.press('Enter');
}

/** A list that has just opened takes no keys for some frames, so that nobody chooses by mistake. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 12; count += 1) await new Promise(requestAnimationFrame);
  });
}

async function replaceAll(page: Page, yaml: Locator, text: string): Promise<void> {
  await expect(yaml).toBeVisible();
  await pasteOver(yaml, text);
  await page.keyboard.press('Control+End');
}

async function makeType({ cluster }: Capstan): Promise<void> {
  const spec = {
    type: 'object',
    required: ['replicas'],
    properties: {
      replicas: { type: 'integer', minimum: 1, maximum: 9, description: 'How many. More than one is safe.' },
      policy: { type: 'string', enum: ['Always', 'Never', 'Sometimes'], default: 'Always' },
      colours: { type: 'string' },
      owner: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'shops.editor.example' },
    spec: {
      group: type.group,
      names: { kind: type.kind, plural: type.plural, singular: 'shop', listKind: 'ShopList' },
      scope: 'Namespaced',
      versions: [
        {
          name: type.version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
  const text = JSON.stringify(definition);
  await cluster.shell(`kubectl apply --server-side --filename - <<'END'\n${text}\nEND\n`);
  await eventually(async () => {
    await cluster.kubectl('wait', 'crd/shops.editor.example', '--for', 'condition=Established');
  });
}
