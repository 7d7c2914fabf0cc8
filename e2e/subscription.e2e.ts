/** What an installation would lead to, why it cannot be, and how a Subscription is changed with that before one's eyes. */
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { FERRY, GULL, harbourCatalogs, WRECK } from './fixtures/harbour-catalog.ts';

// In a list of its own: Playwright would take the second catalog for options of the fixture.
test.use({ catalogs: [harbourCatalogs(), { scope: 'worker' }] });

// Each goes on from where the one before has ended.
test.describe.configure({ mode: 'serial' });

const NAMESPACE = 'sea';

test('an installation says what comes with it, and why another one cannot be', async ({ page }) => {
  await page.goto(urls.install(FERRY));
  const foretold = page.getByRole('region', { name: 'Preview' });
  await expect(foretold).toContainText('ferry.v1.0.0 would be installed');
  await expect(foretold).toContainText('Dependencies');
  await expect(foretold).toContainText('buoy.v1.0.0');
  await expect(foretold).toContainText('of catalog capstan-system/quay');
  await expect(foretold).toContainText('The plan runs immediately.');
  await expectCleanIn(page, NARROW_AND_WIDE, 'install');

  await page.goto(urls.install(WRECK));
  await expect(foretold).toContainText('The operator would not be installed');
  await expect(foretold).toContainText(
    'requires Ticket (nothing.example.com/v1), which no available catalog provides',
  );
  await expectCleanIn(page, NARROW_AND_WIDE, 'conflict');
  await foretold.getByRole('link', { name: /Search the catalog for Ticket/ }).click();
  await expect(page).toHaveURL(/\/catalog\?.*q=Ticket/);
});

test('a wrong channel is explained, mended by the proposal, and the operator runs', async ({
  page,
  capstan,
}) => {
  await subscribe(capstan, 'beta');
  await page.goto(urls.subscription({ namespace: NAMESPACE, name: 'gull' }));
  const why = page.getByRole('alert').filter({ hasText: 'Could not resolve a version' });
  await expect(why).toContainText('has no channel beta');
  await expectCleanIn(page, NARROW_AND_WIDE, 'explained');
  await why.getByRole('link', { name: 'Use channel stable' }).click();

  await expect(page.getByText('Filled in as suggested; nothing is saved yet.')).toBeVisible();
  await expect(page.getByLabel('Channel', { exact: true })).toHaveValue('stable');
  const foretold = page.getByRole('region', { name: 'Preview' });
  await expect(foretold).toContainText('gull.v2.0.0 would be installed');
  await expectCleanIn(page, NARROW_AND_WIDE, 'preset');

  await test.step('another choice is foretold at once', async () => {
    await page.getByLabel('Starting version').selectOption('gull.v1.0.0');
    await expect(foretold).toContainText('gull.v1.0.0 would be installed');
    await page.getByLabel('Pin version', { exact: true }).selectOption('gull.v1.0.0');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('gull.v1.0.0 1.0.0 is running')).toBeVisible();
  const saved = await capstan.kube.get(resources.subscriptions, { namespace: NAMESPACE, name: 'gull' });
  expect(saved.metadata.annotations?.['capstan.dev/pin']).toBe('gull.v1.0.0');
  expect(saved['spec']).toMatchObject({ channel: 'stable', startingCSV: 'gull.v1.0.0' });
});

test('the config of the pods is changed with a preview, and the Deployment has it', async ({
  page,
  capstan,
}) => {
  await page.goto(urls.operator({ namespace: NAMESPACE, name: 'gull.v1.0.0' }, undefined, 'subscription'));
  await expect(page.getByText('Pinned at gull.v1.0.0')).toBeVisible();
  await expectCleanIn(page, NARROW_AND_WIDE, 'tab');
  await page.getByRole('link', { name: 'Change…' }).click();
  const foretold = page.getByRole('region', { name: 'Preview' });
  await expect(foretold).toContainText('gull.v1.0.0 stays: it is pinned');
  await page
    .getByRole('button', { name: /^Env(?! From)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add env' }).click();
  await page.getByLabel('Name', { exact: true }).fill('LEVEL');
  await page.getByLabel('Value', { exact: true }).fill('debug');
  await expect(page.getByText('This Deployment restarts its pods')).toBeVisible();
  await expectCleanIn(page, NARROW_AND_WIDE, 'form');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Subscription gull saved')).toBeVisible();
  await eventually(async () => {
    const deployment = await capstan.kube.get(resources.deployments, { namespace: NAMESPACE, name: 'gull' });
    expect(JSON.stringify(deployment['spec'])).toContain('{"name":"LEVEL","value":"debug"}');
  });
  const { spec } = await capstan.kube.get(resources.subscriptions, { namespace: NAMESPACE, name: 'gull' });
  expect(spec).toMatchObject({ channel: 'stable', config: { env: [{ name: 'LEVEL', value: 'debug' }] } });
});

async function subscribe({ kube }: Capstan, channel: string): Promise<void> {
  const [api, name] = ['operators.coreos.com', 'gull'];
  await kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE },
  });
  await kube.create(resources.operatorGroups, {
    apiVersion: `${api}/v1`,
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace: NAMESPACE },
    spec: { targetNamespaces: [NAMESPACE] },
  });
  await kube.create(resources.subscriptions, {
    apiVersion: `${api}/v1alpha1`,
    kind: 'Subscription',
    metadata: { name, namespace: NAMESPACE },
    spec: { name, source: GULL.catalog, sourceNamespace: GULL.catalogNamespace, channel },
  });
}
