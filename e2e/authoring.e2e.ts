/** Packages written in the browser: opened, mended, rendered, packed, and nothing of it sent anywhere. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { urls } from '#lib/urls.ts';
import { readArchive, writeArchive } from '#server/catalog/read/package-archive.ts';
import { expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { pasteOver } from './fixtures/paste.ts';

test('a package is opened, mended, rendered with values and packed, and nothing is uploaded', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const file = (name: string) =>
    main.getByRole('navigation', { name: 'Files' }).getByRole('button', { name });
  const editor = (name: string) => main.getByRole('textbox', { name });
  const sent: string[] = [];
  await page.goto(urls.authoring());
  await expect(main).toContainText('Drop a folder or an archive (.tgz) here');
  await expectCleanIn(page, EVERY_LOOK);
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('kudo.dev/v1beta1') || body.includes('SIZE')) sent.push(request.url());
  });

  await test.step('an archive is opened, and what is wrong stands at its line', async () => {
    const broken = { ...SOUND_PACKAGE, 'params.yaml': SOUND_PACKAGE['params.yaml'].replace('SIZE', 'SICE') };
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Open archive…' }).click();
    await (
      await chooser
    ).setFiles({
      name: 'web.tgz',
      mimeType: 'application/gzip',
      buffer: writeArchive(filesOf(broken)),
    });
    const findings = main.getByRole('region', { name: 'Findings' });
    await expect(findings).toContainText('parameter "SIZE" in template app.yaml is not defined');
    await expect(main.getByRole('button', { name: 'Download package' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await findings.getByRole('button', { name: /params\.yaml:3/ }).click();
    await expect(editor('params.yaml')).toContainText('SICE');
    await expect(page.locator('.cm-lintRange, .cm-lint-marker').first()).toBeVisible();
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('it is mended, and verified with every key', async () => {
    await pasteOver(editor('params.yaml'), SOUND_PACKAGE['params.yaml']);
    await expect(main).toContainText('No findings: the package is ready to be packed.');
  });

  await test.step('templates are rendered beside their source, with values that are chosen', async () => {
    await file('templates/app.yaml').click();
    const results = main.getByRole('region', { name: 'Results' });
    await expect(results).toContainText('size: "1"');
    await results.getByRole('tab', { name: 'Values' }).click();
    await results.getByRole('textbox', { name: /SIZE/i }).fill('42');
    await results.getByRole('tab', { name: 'Rendered' }).click();
    await expect(results).toContainText('size: "42"');
    await results.getByRole('tab', { name: 'Plans' }).click();
    await expect(results.getByRole('list', { name: 'Plan deploy' })).toContainText('everything');
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('a file is added, and a template that nobody uses is told', async () => {
    await main.getByRole('textbox', { name: 'New file' }).fill('templates/more.yaml');
    await main.getByRole('button', { name: 'Add file' }).click();
    await expect(editor('templates/more.yaml')).toBeVisible();
    await expect(main.getByRole('region', { name: 'Findings' })).toContainText('more.yaml');
    await main.getByRole('button', { name: 'Remove more.yaml' }).click();
    await expect(main).toContainText('No findings');
  });

  await test.step('it is packed as the command packs it', async () => {
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download package' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('web-1.0.0.tgz');
    const folder = await mkdtemp(join(tmpdir(), 'capstan-authoring-'));
    const path = join(folder, 'web.tgz');
    await saved.saveAs(path);
    expect(await readArchive(Readable.from([await readFile(path)]))).toEqual(filesOf(SOUND_PACKAGE));
    await rm(folder, { recursive: true });
  });
  expect(sent).toEqual([]);
});

test('what is no package is told, and a broken archive too', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto(urls.authoring());
  for (const [name, buffer, words] of [
    ['broken.tgz', Buffer.from('no gzip at all'), 'the archive cannot be unpacked'],
    ['notes.tar', Buffer.from('no tar at all '.repeat(99)), 'is no tar'],
  ] as const) {
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Open archive…' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/gzip', buffer });
    await expect(main.getByRole('alert')).toContainText(words);
  }
  await expectCleanIn(page, NARROW_AND_WIDE);
});

test.describe('while the cluster is away', () => {
  test.use({ expectedErrors: [/status of 50\d|ERR_|net::/] });

  test('a package is written, rendered and packed all the same', async ({ page, capstan }) => {
    const main = page.getByRole('main');
    await capstan.cluster.kill('kube-apiserver');
    try {
      await page.goto(urls.authoring());
      await main.getByRole('button', { name: 'Start from an example' }).click();
      await expect(main).toContainText('No findings: the package is ready to be packed.');
      await main
        .getByRole('navigation', { name: 'Files' })
        .getByRole('button', { name: 'templates/deployment.yaml' })
        .click();
      await expect(main.getByRole('region', { name: 'Results' })).toContainText('replicas: 1');
      const download = page.waitForEvent('download');
      await main.getByRole('button', { name: 'Download package' }).click();
      expect((await download).suggestedFilename()).toBe('my-operator-0.1.0.tgz');
      await expectCleanIn(page, NARROW_AND_WIDE);
    } finally {
      await capstan.cluster.restart();
    }
  });
});
