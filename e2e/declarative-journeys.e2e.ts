/** Whole lives of real declarative operators, and of a family whose child fails, as people see them. */
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { urls } from '#lib/urls.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { writeArchive } from '#server/catalog/read/package-archive.ts';
import { fileServer, type FileServer } from '#server/kudo/testing/file-server.ts';
import { heldEngine, type HeldEngine } from '#server/kudo/testing/kudo-bench.ts';
import { smallPackage } from '#server/kudo/testing/small-package.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { Page } from '@playwright/test';
import { eventually, expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';

const GLOBAL = 'capstan-system';
/** Each package has a source of its own: what was asked of one that is gone is remembered for a while. */
const sourceOf = (name: string): string => `${name}-repository`;
const at_ = (name: string) => ({ catalogNamespace: GLOBAL, catalog: sourceOf(name), package: name });

// Asked for before the catalog has been read; and what old packages write is asked for as they write it.
test.use({ expectedErrors: [/404.*(-repository|policy\/v1beta1)/] });

interface Repository extends AsyncDisposable {
  readonly engine: HeldEngine;
}

/** A catalog source with these packages, and an engine that runs them. */
async function repository(
  kube: KubeClient,
  name: string,
  packages: readonly { entry: string; file: string; files: PackageFiles }[],
): Promise<Repository> {
  const source = sourceOf(name);
  for (const crd of kudoCrds)
    await kube.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  for (const kind of Object.values(kudoResources)) await eventually(() => kube.list(kind));
  const server: FileServer = await fileServer({
    '/index.yaml': `apiVersion: v1\nentries:\n${packages.map(({ entry }) => entry).join('')}`,
    ...Object.fromEntries(packages.map(({ file, files }) => [`/${file}`, writeArchive(files)])),
  });
  const engine = await heldEngine(kube);
  await kube.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: source, namespace: GLOBAL },
    spec: { sourceType: 'grpc', address: server.url, displayName: 'Real operators' },
  });
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await kube.delete(resources.catalogSources, { namespace: GLOBAL, name: source });
      await engine.stop();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A package of those beside the tests; undefined where they are absent. */
async function real(name: string): Promise<PackageFiles | undefined> {
  return (await realPackages()).find((one) => one.name.startsWith(`${name} `))?.files;
}

async function openInstall(page: Page, name: string, namespace: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Namespace' });
  await eventually(
    async () => {
      await page.goto(urls.installOperatorPackage(at_(name)));
      await expect(field.or(page.getByText(/cannot be shown/))).toBeVisible();
      if (!(await field.isVisible())) throw new Error('the catalog has not been read yet');
    },
    { timeoutMs: 90_000 },
  );
  await field.fill(namespace);
}

test('mysql is installed, backed up, changed, restored and uninstalled', async ({
  page,
  capstan: { kube },
}) => {
  const files = await real('mysql');
  test.skip(files === undefined, 'the real packages are not there');
  if (files === undefined) return;
  const entry = '  mysql:\n    - {operatorVersion: 0.3.0, appVersion: "5.7", urls: [mysql.tgz]}\n';
  await using held = await repository(kube, 'mysql', [{ entry, file: 'mysql.tgz', files }]);
  const main = page.getByRole('main');
  const picture = (plan: string) => main.getByRole('list', { name: `Plan ${plan}` });
  const here = { namespace: 'shop', name: 'mysql-instance' };

  await test.step('install', async () => {
    await openInstall(page, 'mysql', here.namespace);
    await expect(main).toContainText('Will be created.');
    await main.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(picture('deploy')).toContainText('cleanup: Complete');
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('a backup, asked for by keyboard alone', async () => {
    await main.getByRole('button', { name: 'Run plan' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Run backup' })).toBeVisible();
    while (
      !(await page
        .getByRole('menuitem', { name: 'Run backup' })
        .evaluate((one) => one === document.activeElement))
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Run plan backup?' });
    await expect(dialog).toContainText('Runs 3 steps');
    const run = dialog.getByRole('button', { name: 'Run backup' });
    while (!(await run.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(picture('backup')).toContainText('cleanup: Complete');
  });

  await test.step('parameters changed: the plan is named before, and its manifests are compared', async () => {
    await main.getByRole('link', { name: /^Parameters/ }).click();
    await main.getByRole('link', { name: 'Edit parameters' }).click();
    await expect(main.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
    await main.getByRole('textbox', { name: /PASSWORD/i }).fill('s3cret');
    await expect(main).toContainText('Runs plan deploy because PASSWORD changes.');
    await expect(main.getByRole('region', { name: 'Manifests of plan deploy' })).toContainText(
      '(new PASSWORD)',
    );
    await expect(main).not.toContainText('s3cret');
    await expectCleanIn(page, EVERY_LOOK);
    await main.getByRole('button', { name: 'Save changes' }).click();
    await eventually(async () => {
      const deployment = await kube.get(resources.deployments, here);
      expect(JSON.stringify(deployment['spec'])).toContain('s3cret');
      // Until it says so, the page may show the run before.
      const instance = await kube.get(kudoResources.instances, here);
      expect(at(instance, 'status', 'planStatus', 'deploy', 'status')).toBe('COMPLETE');
      expect(at(instance, 'spec', 'planExecution', 'planName') ?? '').toBe('');
    });
    await expect(picture('deploy')).toContainText('cleanup: Complete');
  });

  await test.step('restore', async () => {
    await main.getByRole('button', { name: 'Run plan' }).click();
    await page.getByRole('menuitem', { name: 'Run restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run restore' }).click();
    await expect(picture('restore')).toContainText('cleanup: Complete');
  });

  await test.step('what it made is there, and how it does', async () => {
    await main.getByRole('navigation').getByRole('link', { name: 'Objects' }).click();
    const row = main.getByRole('row').filter({ hasText: 'Deployment' });
    await expect(row).toContainText('mysql-instance');
    await expect(row).toContainText('Healthy');
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('the backup is put on a schedule, and taken off', async () => {
    await main.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await main.getByRole('button', { name: 'Schedule plan…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a plan of mysql-instance' });
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('backup');
    await dialog.getByRole('textbox', { name: 'Schedule' }).fill('0 3 * *');
    await expect(dialog.getByRole('button', { name: 'Set schedule' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('textbox', { name: 'Schedule' }).fill('0 3 * * *');
    await expect(dialog).toContainText('Next:');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await dialog.getByRole('button', { name: 'Set schedule' }).click();
    await expect(main).toContainText('0 3 * * * (UTC)');
    await main.getByRole('button', { name: 'Schedule plan…' }).click();
    await dialog.getByRole('textbox', { name: 'Schedule' }).fill('');
    await dialog.getByRole('button', { name: 'Remove schedule' }).click();
    await expect(main).toContainText('No plan runs on a schedule.');
  });

  await test.step('all runs are kept, with how long they took', async () => {
    await main.getByRole('navigation').getByRole('link', { name: 'History' }).click();
    const runs = main.getByRole('table', { name: 'History' }).getByRole('row');
    await expect(runs).toHaveCount(5);
    await expect(runs.nth(1)).toContainText('restore');
    await expect(runs.nth(1)).toContainText(/\d+ (sec|min)/);
  });

  await test.step('uninstall', async () => {
    await main.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('It has no plan cleanup');
    await dialog.getByRole('textbox').fill(here.name);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No instances')).toBeVisible();
    await eventually(
      async () => {
        const { items } = await kube.list(resources.deployments, { namespace: here.namespace });
        expect(items).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  });
  expect(held.engine.errors).toEqual([]);
});

test('zookeeper is installed and scaled', async ({ page, capstan: { kube } }) => {
  const files = await real('zookeeper');
  test.skip(files === undefined, 'the real packages are not there');
  if (files === undefined) return;
  const entry = '  zookeeper:\n    - {operatorVersion: 0.3.3, appVersion: 3.6.2, urls: [zookeeper.tgz]}\n';
  await using held = await repository(kube, 'zookeeper', [{ entry, file: 'zookeeper.tgz', files }]);
  const main = page.getByRole('main');
  const replicas = async (): Promise<unknown> => {
    const { items } = await kube.list(resources.statefulSets, { namespace: 'zoo' });
    return at(items[0], 'spec', 'replicas');
  };

  await openInstall(page, 'zookeeper', 'zoo');
  await main.getByRole('textbox', { name: /Node Count/ }).fill('1');
  await main.getByRole('button', { name: 'Install', exact: true }).click();
  const picture = main.getByRole('list', { name: 'Plan deploy' });
  await expect(picture).toContainText('cleanup: Complete', { timeout: 60_000 });
  expect(await replicas()).toBe(1);

  await main.getByRole('link', { name: /^Parameters/ }).click();
  await main.getByRole('link', { name: 'Edit parameters' }).click();
  await main.getByRole('textbox', { name: /Node Count/ }).fill('2');
  await expect(main).toContainText('Runs plan deploy because NODE_COUNT changes.');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await eventually(async () => expect(await replicas()).toBe(2));
  await expect(picture).toContainText('cleanup: Complete', { timeout: 60_000 });
  expect(held.engine.errors).toEqual([]);
});

test('a child that fails is seen inside its parent, and tried again', async ({ page, capstan: { kube } }) => {
  const parent = smallPackage({
    name: 'fleet',
    tasks: { boat: 'kind: KudoOperator, spec: {package: boat, instanceName: boat}' },
    plans: { deploy: ['boat'], cleanup: ['boat'] },
  });
  const child = smallPackage({
    name: 'boat',
    tasks: { leak: 'kind: Toggle, spec: {resources: [a.yaml], parameter: FLOATS}' },
    plans: { deploy: ['leak'] },
    parameters: ['{name: FLOATS, default: "maybe"}'],
    templates: { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: boat}\n' },
  });
  await using held = await repository(kube, 'fleet', [
    {
      entry: '  fleet:\n    - {operatorVersion: 1.0.0, urls: [fleet.tgz]}\n',
      file: 'fleet.tgz',
      files: parent,
    },
    { entry: '  boat:\n    - {operatorVersion: 1.0.0, urls: [boat.tgz]}\n', file: 'boat.tgz', files: child },
  ]);
  const main = page.getByRole('main');
  await openInstall(page, 'fleet', 'ocean');
  await main.getByRole('button', { name: 'Install', exact: true }).click();

  const tree = main.getByRole('list', { name: 'Installed instances' });
  await expect(tree).toContainText('Failed');
  await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('boat: Failed');
  await expectCleanIn(page, EVERY_LOOK);
  await tree.getByRole('link', { name: 'boat' }).click();
  await expect(main).toContainText('Installed by');

  // What failed is set right, first below, then above.
  await main.getByRole('link', { name: /^Parameters/ }).click();
  await main.getByRole('link', { name: 'Edit parameters' }).click();
  await main.getByRole('textbox', { name: /FLOATS/i }).fill('true');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('leak: Complete');
  await main.getByRole('link', { name: 'fleet-instance' }).click();
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('boat: Complete');

  await main.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('These instances are deleted with it: boat.');
  await expect(dialog.getByRole('list', { name: 'Plan cleanup' })).toContainText('boat');
  await expectCleanIn(page, NARROW_AND_WIDE);
  expect(held.engine.errors).toEqual([]);
});
