/** What `docs/logger.md` tells a newcomer to do, step by step, its commands included; it makes the pictures of it. */
import type { Page } from '@playwright/test';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { loggers } from '#local/testing/samples/loggers.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { picture } from './fixtures/pictures.ts';
import { install, openInstalled, openPackage } from './fixtures/steps.ts';

// A cluster of its own: the journey begins where the operator is not installed.
test.use({ catalogs: [samples] });

// Asked for once it is gone.
test.use({ expectedErrors: [/404.*\/removal/] });

const DOCUMENT = 'docs/logger.md';
const NAMESPACE = 'logs';
const HELLO = { namespace: NAMESPACE, name: 'hello' };

test('a newcomer installs Logger, breaks what it looks after, scales and removes it', async ({
  page,
  capstan,
}) => {
  const main = page.getByRole('main');

  await test.step('install', async () => {
    await openPackage(page, 'logger', /^Logger/);
    await install(page, { namespace: NAMESPACE });
    await expect(page.getByText('Logger 2.0.0 is running')).toBeVisible();
  });

  await test.step('ask for loggers', async () => {
    await page.getByRole('link', { name: 'Create Logger' }).click();
    await page.getByLabel('Name', { exact: true }).fill('hello');
    await page.getByLabel('Name in its lines').fill('hello');
    await page.getByLabel('Interval in seconds').fill('1');
    await page.getByLabel('Number of loggers').fill('2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'hello' })).toBeVisible();
    await showsAvailable(page, '2 of 2 running.');
    await picture(page, DOCUMENT, 'pictures/logger-available.png');
    const stored = await capstan.kube.get(loggers, HELLO);
    expect(stored['spec']).toEqual({ name: 'hello', timeInterval: 1, replicas: 2, prefix: 'INFO' });
    const made = await run(capstan, 2);
    for (const { metadata } of made)
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'Logger', name: 'hello', controller: true }]);
    const [pods = '', logs = ''] = commandsUnder(DOCUMENT, 'Ask for loggers');
    expect(await capstan.cluster.shell(pods)).toMatch(/^hello-0 .+Running[^]+^hello-1 .+Running/m);
    await eventually(async () => {
      expect(await capstan.cluster.shell(logs)).toMatch(
        /^writes to \/.+ every 1 s\n\S+Z INFO hello: activity 1\n\S+Z INFO hello: activity 2\n/,
      );
    });
  });

  await test.step('break something', async () => {
    const before = uidsOf(await run(capstan, 2));
    for (const command of commandsUnder(DOCUMENT, 'Break something')) await capstan.cluster.shell(command);
    await eventually(async () => {
      for (const uid of uidsOf(await run(capstan, 2))) expect(before).not.toContain(uid);
    });
    await showsAvailable(page, '2 of 2 running.');
  });

  await test.step('change it', async () => {
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    await page.getByLabel('Number of loggers').fill('3');
    await page.getByLabel('Prefix').fill('DEBUG');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await expect(save).not.toHaveAttribute('aria-disabled', 'true');
    await picture(page, DOCUMENT, 'pictures/logger-change.png');
    await save.click();
    await expect(dialog).toBeHidden();
    await eventually(async () => {
      for (const pod of await run(capstan, 3))
        expect(JSON.stringify(pod['spec'])).toContain('{"name":"LOGGER_PREFIX","value":"DEBUG"}');
    });
    const [scale = ''] = commandsUnder(DOCUMENT, 'Change it');
    await capstan.cluster.shell(scale);
    expect((await run(capstan, 1)).map(({ metadata }) => metadata.name)).toEqual(['hello-0']);
    await page.goto('/');
  });

  await test.step('remove it with what it made', async () => {
    await openInstalled(page);
    await page
      .getByRole('row', { name: /Logger/ })
      .getByRole('link', { name: /Logger/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Uninstall' }).click();
    await page.getByRole('checkbox', { name: '1 instance of Logger' }).check();
    await page.getByRole('textbox', { name: 'To delete this data, enter hello' }).fill('hello');
    await main.getByRole('button', { name: 'Uninstall Logger' }).click();
    await expect(main.getByText('Logger was uninstalled')).toBeVisible();
    // Half a minute may pass before the garbage collector knows a new kind.
    await eventually(
      async () => {
        for (const gone of [
          resources.subscriptions,
          resources.clusterServiceVersions,
          resources.deployments,
          resources.pods,
        ]) {
          const { items } = await capstan.kube.list(gone, { namespace: NAMESPACE });
          expect(items).toEqual([]);
        }
      },
      { timeoutMs: 90_000 },
    );
    await capstan.kube.get(resources.customResourceDefinitions, { name: 'loggers.example.com' });
    expect((await capstan.kube.list(loggers)).items).toEqual([]);
  });
});

async function showsAvailable(page: Page, running: string): Promise<void> {
  await expect(page.getByRole('definition').getByText('Available', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: running })).toBeVisible();
}

/** Once all that are asked for run, and no other pod of it is there. */
async function run({ kube }: Capstan, count: number): Promise<KubeObject[]> {
  return eventually(async () => {
    const logger = await kube.get(loggers, HELLO);
    expect(at(logger, 'status')).toMatchObject({
      ...{ state: 'Available', replicas: count, readyReplicas: count },
      observedGeneration: logger.metadata.generation,
    });
    const labelSelector = 'app.kubernetes.io/instance=hello';
    const { items } = await kube.list(resources.pods, { namespace: NAMESPACE, labelSelector });
    const living = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(living).toHaveLength(count);
    return living;
  });
}

function uidsOf(pods: readonly KubeObject[]): unknown[] {
  return pods.map(({ metadata }) => metadata.uid);
}
