/** What `docs/kudo-first-operator.md` tells a newcomer to do, step by step, with its files and its commands. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { commandsUnder, documentedYaml } from '#local/testing/deploy/documented.ts';
import { fileServer } from '#server/kudo/testing/file-server.ts';
import { heldEngine } from '#server/kudo/testing/kudo-bench.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn } from './fixtures/clean.ts';
import { pasteOver } from './fixtures/paste.ts';

const DOCUMENT = 'docs/kudo-first-operator.md';
const ROOT = join(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs', 'pictures');
const INSTANCE = { namespace: 'first', name: 'first-operator-instance' };

test.use({ viewport: { width: 1440, height: 900 } });

test('a newcomer writes an operator, installs, scales, extends and removes it', async ({ page, capstan }) => {
  const { kube, cluster } = capstan;
  const main = page.getByRole('main');
  const [operator = '', params = '', deployment = '', backup = '', next = ''] = documentedYaml(DOCUMENT);
  const repository = await mkdtemp(join(tmpdir(), 'capstan-repository-'));
  await using server = await fileServer();
  for (const crd of kudoCrds)
    await kube.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  for (const kind of Object.values(kudoResources)) await eventually(() => kube.list(kind));
  await using engine = await heldEngine(kube);

  /** Packs what is in the editor, and offers it. */
  const offer = async (name: string): Promise<void> => {
    await expect(main).toContainText('No findings: the package is ready to be packed.');
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download package' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(name);
    await saved.saveAs(join(repository, name));
    // As it is written there, but for the folder.
    const [index = ''] = commandsUnder(DOCUMENT, 'Offer it');
    const [program = '', ...words] = index.replace(/ repository$/, ` ${repository}`).split(' ');
    await promisify(execFile)(program, words, { cwd: ROOT });
    for (const file of ['index.yaml', name])
      server.files.set(`/${file}`, await readFile(join(repository, file)));
  };

  await test.step('write', async () => {
    await page.goto('/declarative');
    await main.getByRole('link', { name: 'Write an operator' }).click();
    await main.getByRole('button', { name: 'Start from an example' }).click();
    await write(page, 'operator.yaml', operator);
    await write(page, 'params.yaml', params);
    await write(page, 'templates/deployment.yaml', deployment);
    await expect(main.getByRole('region', { name: 'Results' })).toContainText('replicas: 2');
    await picture(page, 'write');
  });

  await test.step('verify, and offer', async () => {
    await write(page, 'templates/deployment.yaml', deployment.replace('.Params.replicas', '.Params.replica'));
    await expect(main.getByRole('region', { name: 'Findings' })).toContainText(
      'parameter "replica" in template deployment.yaml is not defined',
    );
    await write(page, 'templates/deployment.yaml', deployment);
    await offer('first-operator-0.1.0.tgz');
    await page.goto('/catalogs');
    await page.getByRole('link', { name: 'Add catalog source' }).first().click();
    await page.getByRole('radio', { name: /^HTTP/ }).check();
    await page.getByLabel('URL', { exact: true }).fill(server.url);
    await page.getByLabel('Name', { exact: true }).fill('my-operators');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'my-operators' })).toBeVisible();
  });

  await test.step('install', async () => {
    await eventually(async () => {
      await page.goto('/catalog');
      await main.getByRole('checkbox', { name: /KUDO/ }).check({ timeout: 5_000 });
    });
    await main.getByRole('link', { name: /first-operator/ }).click();
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('nginx');
    await main.getByRole('link', { name: 'Install', exact: true }).click();
    await main.getByRole('combobox', { name: 'Namespace' }).fill('first');
    await expect(main).toContainText('Will be created.');
    await main.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('nginx: Complete');
    expect(at(await kube.get(resources.deployments, INSTANCE), 'spec', 'replicas')).toBe(2);
    await picture(page, 'installed');
  });

  await test.step('scale', async () => {
    await main.getByRole('link', { name: /^Parameters/ }).click();
    await main.getByRole('link', { name: 'Edit parameters' }).click();
    await main.getByRole('textbox', { name: /Replicas/ }).fill('3');
    await expect(main).toContainText('Runs plan deploy because replicas changes.');
    await expect(main.getByRole('region', { name: 'Manifests of plan deploy' })).toContainText('replicas: 3');
    await picture(page, 'scale');
    await main.getByRole('button', { name: 'Save changes' }).click();
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('nginx: Complete');
    const [shown = ''] = commandsUnder(DOCUMENT, 'Scale it');
    await eventually(async () => expect(await cluster.shell(shown)).toMatch(/3\/3/));
  });

  await test.step('a backup plan', async () => {
    await page.goto('/authoring');
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Open archive…' }).click();
    await (await chooser).setFiles(join(repository, 'first-operator-0.1.0.tgz'));
    await main.getByRole('textbox', { name: 'New file' }).fill('templates/backup.yaml');
    await main.getByRole('button', { name: 'Add file' }).click();
    await write(page, 'templates/backup.yaml', backup);
    await write(page, 'operator.yaml', next);
    await offer('first-operator-0.2.0.tgz');
    await page.goto('/catalogs/capstan-system/my-operators');
    await page.getByRole('button', { name: 'Check now' }).click();
    // A page that is left takes with it what it was asking for.
    await eventually(async () => {
      const ref = { namespace: 'capstan-system', name: 'my-operators' };
      const { annotations } = (await kube.get(resources.catalogSources, ref)).metadata;
      expect(annotations?.['capstan.dev/refresh']).toBeDefined();
    });
    await eventually(async () => {
      await page.goto(`/declarative/${INSTANCE.namespace}/${INSTANCE.name}`);
      await expect(main).toContainText('Version 0.2.0 is available', { timeout: 5_000 });
    });
    await main.getByRole('link', { name: 'Upgrade…' }).click();
    await expect(main).toContainText('Plan backup is new.');
    await main.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await expect(main).toContainText('first-operator-0.2.0');
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('nginx: Complete');
    // Until the plan of the upgrade has begun, that of the version before stands there as complete.
    await eventually(async () => {
      await main.getByRole('button', { name: 'Run plan' }).click();
      await page.getByRole('menuitem', { name: 'Run backup' }).click({ timeout: 5_000 });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Run backup' }).click();
    await expect(main.getByRole('list', { name: 'Plan backup' })).toContainText('tidy: Complete');
    await expectCleanIn(page, EVERY_LOOK);
    await picture(page, 'backup');
  });

  await test.step('remove', async () => {
    await main.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(INSTANCE.name);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // Others may have instances beside it.
    await expect(page).toHaveURL(/\/declarative(\?|$)/);
    await expect(page.getByRole('row', { name: new RegExp(INSTANCE.name) })).toBeHidden();
    await eventually(
      async () => {
        const { items } = await kube.list(resources.deployments, { namespace: INSTANCE.namespace });
        expect(items).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  });
  await rm(repository, { recursive: true });
  expect(engine.errors).toEqual([]);
});

/** Puts the text into the file, as by selecting all and pasting. */
async function write(page: Page, file: string, text: string): Promise<void> {
  const main = page.getByRole('main');
  await main
    .getByRole('navigation', { name: 'Files' })
    .getByRole('button', { name: new RegExp(`^${file.replaceAll('.', String.raw`\.`)}`) })
    .click();
  const editor = main.getByRole('textbox', { name: file });
  await pasteOver(editor, text);
  const last = text.trim().split('\n').at(-1) ?? '';
  await expect(editor).toContainText(last.trim());
}

/** Taken anew with `CAPSTAN_PICTURES=1`; else only that it can be. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(PICTURES, `first-operator-${name}.png`);
  const isAsked = process.env['CAPSTAN_PICTURES'] === '1';
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.screenshot(isAsked ? { path } : {});
}
