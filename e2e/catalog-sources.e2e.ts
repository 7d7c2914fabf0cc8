import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { walkTo } from './fixtures/steps.ts';

test.use({ expectedErrors: [/dryRun=All|no-such-source/] });

const GLOBAL = 'capstan-system';

function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('table', { name: 'Catalog sources' }).getByRole('row', { name });
}

async function openList(page: Page): Promise<void> {
  await page.goto('/catalogs');
  await expect(row(page, /Capstan samples/)).toBeVisible();
}

async function specOf({ kube }: Capstan, name: string): Promise<unknown> {
  return (await kube.get(resources.catalogSources, { namespace: GLOBAL, name }))['spec'];
}

async function makeSource(capstan: Capstan, name: string, spec: object): Promise<void> {
  await capstan.kube.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: GLOBAL },
    spec: { sourceType: 'grpc', ...spec },
  });
}

test('the list tells where packages come from, and leads to each source', async ({ page }) => {
  await openList(page);
  const samples = row(page, /Capstan samples/);
  await expect(samples).toContainText('All namespaces');
  await expect(samples).toContainText('Directory');
  await expect(samples).toContainText('Ready');
  await expect(samples).toContainText('3 packages');
  await page.getByLabel('Search catalog sources').fill('no such source');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await samples.getByRole('link', { name: 'Capstan samples' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Capstan samples' })).toBeVisible();

  await test.step('what the controller manages is not edited', async () => {
    await expect(page.getByText('The controller manages this source', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Actions for Capstan samples' }).click();
    await expect(page.getByRole('menuitem', { name: 'Remove…' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('its packages are one step away', async () => {
    await page.getByRole('link', { name: 'Browse packages' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /Flight Ticket/ })).toBeVisible();
  });
});

test('a source is added by keyboard alone', async ({ page, capstan }) => {
  await openList(page);
  await walkTo(page, page.getByRole('link', { name: 'Add catalog source' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Add catalog source' })).toBeVisible();
  const image = page.getByRole('radio', { name: /^Image/ });
  await expect(image).toBeChecked();
  await walkTo(page, image);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^gRPC/ })).toBeChecked();
  await walkTo(page, page.getByLabel('Address'));
  await page.keyboard.type('registry.shop.svc:50051');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('registry');
  await walkTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('by-keyboard');
  await expect(page.getByText('Dry run passed.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/catalogs/${GLOBAL}/by-keyboard`));
  await expect(page.getByRole('heading', { level: 1, name: 'by-keyboard' })).toBeVisible();
  expect(await specOf(capstan, 'by-keyboard')).toEqual({
    sourceType: 'grpc',
    address: 'registry.shop.svc:50051',
  });
});

test('wrong input is told at its field, before and by the cluster', async ({ page }) => {
  await page.goto('/catalogs/new');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeEnabled();
  await expect(async () => {
    await add.click();
    await expect(page.getByText('Image and address unset: enter the image.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const image = page.getByLabel('Image', { exact: true }).last();
  await expect(image).toBeFocused();
  await image.fill('https://quay.io/team/catalog');
  await expect(page.getByText('Without https:// or docker:// in front.')).toBeVisible();
  await image.fill(`quay.io/team/catalog@sha256:${'0'.repeat(64)}`);
  await expect(page.getByText(/so it is not polled/)).toBeVisible();
  await image.fill('quay.io/team/catalog:v1');
  await page.getByLabel('Poll interval').fill('15');
  await expect(page.getByText(/Not a duration/)).toBeVisible();
  await page.getByLabel('Poll interval').fill('15m');

  await page.getByRole('radio', { name: /^gRPC/ }).check();
  await page.getByLabel('Address').fill('https://example.com');
  await expect(page.getByText(/This is a URL/)).toBeVisible();
  await page.getByRole('radio', { name: /^HTTP/ }).check();
  await page.getByLabel('URL', { exact: true }).fill('https://me:secret@example.com');
  await expect(page.getByText(/No user name or password/)).toBeVisible();
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/all');

  await page.getByLabel('Priority').fill('high');
  await expect(page.getByText(/A whole number/)).toBeVisible();
  await page.getByLabel('Priority').fill('');
  await page.getByLabel('Name', { exact: true }).fill('capstan-samples');
  await expect(page.getByText('A catalog source with this name already exists.')).toBeVisible();
  await page.getByRole('radio', { name: /^One namespace only/ }).check();
  await page.getByLabel('Namespace', { exact: true }).fill('no-such-namespace');
  await expect(page.getByText(/namespaces "no-such-namespace" not found/).first()).toBeVisible();
});

test('OperatorHub.io is one choice, and says what is wrong without internet', async ({ page, capstan }) => {
  await page.goto('/catalogs/new');
  await page.getByRole('radio', { name: /^OperatorHub.io/ }).check();
  await expect(page.getByLabel('Display name')).toHaveValue('Community Operators');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await expect(page.getByText('Dry run passed.')).toBeVisible();
  await add.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Community Operators' })).toBeVisible();
  expect(await specOf(capstan, 'operatorhubio-catalog')).toEqual({
    sourceType: 'grpc',
    image: 'quay.io/operatorhubio/catalog:latest',
    displayName: 'Community Operators',
    publisher: 'OperatorHub.io',
    updateStrategy: { registryPoll: { interval: '60m' } },
  });
  // This machine may have no way out; with one, the content is read.
  await expect(
    page
      .getByRole('main')
      .getByText(
        /^(Access denied|Not a valid catalog|Not found|Could not load|Address not allowed|Not reachable|Loading content|Ready)$/,
      )
      .first(),
  ).toBeVisible();
});

const catalog = [
  { schema: 'olm.package', name: 'parcels', defaultChannel: 'stable' },
  { schema: 'olm.channel', package: 'parcels', name: 'stable', entries: [{ name: 'parcels.v1.0.0' }] },
  {
    schema: 'olm.bundle',
    package: 'parcels',
    name: 'parcels.v1.0.0',
    image: 'registry.example.com/parcels:v1',
    properties: [{ type: 'olm.package', value: { packageName: 'parcels', version: '1.0.0' } }],
  },
]
  .map((entry) => JSON.stringify(entry))
  .join('\n');

test('what a source over HTTP holds appears in the catalog, and goes with it', async ({ page }) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/jsonl').end(catalog);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  try {
    await page.goto('/catalogs/new?kind=http');
    await page.getByLabel('URL', { exact: true }).fill(`http://127.0.0.1:${String(port)}/all`);
    await page.getByLabel('Name', { exact: true }).fill('post');
    await expect(page.getByText('Dry run passed.')).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'post' })).toBeVisible();
    await page.getByRole('link', { name: 'Browse packages' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'parcels' })).toBeVisible();
    await page.goto(`/catalogs/${GLOBAL}/post`);
    await page.getByRole('button', { name: 'Actions for post' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove post?' });
    await expect(dialog).toContainText('1 package is offered only here');
    await expect(dialog.getByRole('list')).toContainText('parcels');
    await dialog.getByRole('button', { name: 'Remove post' }).click();
    await expect(page).toHaveURL(/\/catalogs$/);
    await page.goto('/catalog');
    await expect(page.getByRole('main').getByRole('link', { name: /Flight Ticket/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'parcels' })).toHaveCount(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a source is edited, disabled, enabled and removed', async ({ page, capstan }) => {
  await makeSource(capstan, 'depot', {
    address: 'registry.depot.svc:50051',
    displayName: 'Depot',
    description: 'kept',
  });
  await page.goto(`/catalogs/${GLOBAL}/depot`);
  await expect(page.getByRole('heading', { level: 1, name: 'Depot' })).toBeVisible();

  await test.step('only what was changed is written', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit depot' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByLabel('Priority').fill('-5');
    await expect(page.getByText('Dry run passed.')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Of its page; that of the form begins with "Edit".
    await expect(page.getByRole('heading', { level: 1, name: 'Depot', exact: true })).toBeVisible();
    expect(await specOf(capstan, 'depot')).toEqual({
      sourceType: 'grpc',
      address: 'registry.depot.svc:50051',
      displayName: 'Depot',
      description: 'kept',
      priority: -5,
    });
  });

  const annotations = async (): Promise<Record<string, string>> => {
    const ref = { namespace: GLOBAL, name: 'depot' };
    return (await capstan.kube.get(resources.catalogSources, ref)).metadata.annotations ?? {};
  };

  await test.step('a check is asked for', async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await eventually(async () => {
      expect(Date.parse((await annotations())['capstan.dev/refresh'] ?? '')).toBeGreaterThan(0);
    });
  });

  await test.step('it is disabled and enabled again', async () => {
    const disabled = page.getByText(/^Its content is not loaded, and its packages/);
    await page.getByRole('button', { name: 'Actions for Depot' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(disabled).toBeVisible();
    expect((await annotations())['capstan.dev/disabled']).toBe('true');
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await expect(disabled).toBeHidden();
    expect(await annotations()).not.toHaveProperty(['capstan.dev/disabled']);
  });

  await test.step('with a Subscription that uses it, its name has to be typed', async () => {
    await capstan.kube.create(resources.subscriptions, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'parcels', namespace: 'default' },
      spec: { name: 'parcels', source: 'depot', sourceNamespace: GLOBAL },
    });
    await expect(
      page.getByRole('table', { name: 'Subscriptions that use it' }).getByRole('link', { name: 'parcels' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Depot' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Depot?' });
    await expect(dialog).toContainText('1 Subscription uses it');
    await expect(dialog.getByRole('link', { name: 'default/parcels' })).toBeVisible();
    const remove = dialog.getByRole('button', { name: 'Remove Depot' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel(/^Enter depot/).fill('depot');
    await remove.click();
    await expect(page).toHaveURL(/\/catalogs$/);
    await eventually(async () => {
      const found = await capstan.kube
        .get(resources.catalogSources, { namespace: GLOBAL, name: 'depot' })
        .catch((error: unknown) => error);
      expect(isKubeError(found, 'notFound')).toBe(true);
    });
    // Tests of other files begin with a cluster without Subscriptions.
    await capstan.kube.delete(resources.subscriptions, { namespace: 'default', name: 'parcels' });
  });
});

test('a source in trouble and its dialog are accessible', async ({ page, capstan }) => {
  const name = 'lost-to-look-at';
  await makeSource(capstan, name, { address: 'nowhere.example:50051' });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`/catalogs/${GLOBAL}/${name}`);
  await expect(page.getByText('No Subscriptions use this catalog source.')).toBeVisible();
  await expectCleanIn(page, NARROW_AND_WIDE);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(page.getByRole('dialog').getByText(/Installed operators keep running/)).toBeVisible();
  await expectCleanIn(page, NARROW_AND_WIDE);
});
