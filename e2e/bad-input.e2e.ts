import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resources } from '#lib/k8s/resources.ts';
import { expect, samples, test as base } from './fixtures/capstan.ts';
import { install, openPackage } from './fixtures/steps.ts';

/** The samples, and a folder in which one file is whole and one is torn. */
const test = base.extend<object, { catalogs: readonly { name: string; folder: string }[] }>({
  catalogs: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'capstan-torn-'));
      await mkdir(join(folder, 'good'));
      await writeFile(
        join(folder, 'good', 'catalog.json'),
        fbc('weather')
          .map((entry) => JSON.stringify(entry))
          .join('\n'),
      );
      await writeFile(join(folder, 'torn.json'), '{"schema": "olm.package", "name": ');
      await use([samples, { name: 'torn', folder }]);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

function fbc(name: string): unknown[] {
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v1.0.0` }] },
    {
      schema: 'olm.bundle',
      package: name,
      name: `${name}.v1.0.0`,
      image: `example.invalid/${name}:1.0.0`,
      properties: [
        { type: 'olm.package', value: { packageName: name, version: '1.0.0' } },
        { type: 'olm.csv.metadata', value: { displayName: 'Weather', installModes: [] } },
      ],
    },
  ];
}

test('a torn file hides nothing else and is named', async ({ page }) => {
  await page.goto('/catalog');
  await expect(page.getByRole('link', { name: /Flight Ticket/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Weather/ })).toBeVisible();
  await page.getByText('Show details').click();
  await expect(page.getByText('torn.json')).toBeVisible();
});

test('a Subscription to a missing package says which package and which catalog', async ({
  page,
  capstan,
}) => {
  const { kube } = capstan;
  await kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'lost' },
  });
  await kube.create(resources.operatorGroups, {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'lost', namespace: 'lost' },
    spec: {},
  });
  await kube.create(resources.subscriptions, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'nowhere', namespace: 'lost' },
    spec: { name: 'no-such-package', source: 'capstan-samples', sourceNamespace: 'capstan-system' },
  });
  await page.goto('/operators/lost/subscriptions/nowhere');
  await expect(page.getByText(/no-such-package/).first()).toBeVisible();
  await expect(page.getByText(/no operators found in package no-such-package/).first()).toBeVisible();
  await expect(page.getByText(/capstan-samples/).first()).toBeVisible();
});

test('broken YAML keeps its text and says the line', async ({ page }) => {
  await openPackage(page, 'flight', /Flight Ticket/);
  await install(page, { namespace: 'typing' });
  await page.getByRole('link', { name: 'Create FlightTicket' }).click();
  const editor = page.getByRole('textbox', { name: /YAML/ });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nspec: [broken');
  await expect(page.getByText(/Could not read the YAML: line \d+/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/Nothing was sent: could not read the YAML in line \d+/)).toBeVisible();
  await expect(editor).toContainText('spec: [broken');
});
