import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { openPackage } from './fixtures/steps.ts';

test.use({ restrictions: ['--gitops'], expectedErrors: [/403 \(Forbidden\)|409 \(Conflict\).*dryRun=All/] });

const NAMESPACE = 'committed';

test('with GitOps every action hands out what to commit, and nothing gets around it', async ({
  page,
  capstan,
}) => {
  await test.step('the whole console says so', async () => {
    await expect(page.getByText('GitOps', { exact: true })).toBeVisible();
  });

  const yaml = await test.step('an installation becomes a file', async () => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await page.getByRole('link', { name: 'Install', exact: true }).click();
    await page.getByLabel('Installed namespace').fill(NAMESPACE);
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    return downloaded(page, page.getByRole('dialog', { name: /^Install Flight Ticket/ }));
  });

  await test.step('nothing has changed', async () => {
    const { items } = await capstan.kube.list(resources.subscriptions, {});
    expect(items).toEqual([]);
    const found = await capstan.kube
      .get(resources.namespaces, { name: NAMESPACE })
      .catch((error: unknown) => error);
    expect(isKubeError(found, 'notFound')).toBe(true);
  });

  await test.step('the file, applied, is the installation', async () => {
    const kinds = parseAllDocuments(yaml).map((document) => String(document.get('kind')));
    expect(kinds).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
    await apply(capstan, yaml);
    await page.goto(`/operators/${NAMESPACE}/subscriptions/flight-ticket`);
    await expect(page.getByText(/Flight Ticket 2\.0\.0 is running/)).toBeVisible();
  });

  await test.step('a form is tried in a dry run before it is handed out', async () => {
    await page.getByRole('link', { name: 'Create FlightTicket' }).click();
    await page.getByLabel('Name', { exact: true }).fill('to-oslo');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Create FlightTicket to-oslo' });
    await expect(dialog).toContainText('dry run passed');
    await apply(capstan, await downloaded(page, dialog));
    await eventually(async () => {
      const text = await capstan.cluster.kubectl('get', 'flighttickets', '-n', NAMESPACE, '-o', 'name');
      expect(text).toContain('to-oslo');
    });
  });

  await test.step('a request around the page is refused', async () => {
    expect(await postNamespace(page, 'around')).toEqual({ status: 403, kind: 'gitops' });
    expect(await postNamespace(page, 'around', '?dryRun=All')).toMatchObject({ status: 201 });
  });
});

async function downloaded(page: Page, dialog: Locator): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+\.yaml$/);
  const text = readFileSync(await download.path(), 'utf8');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  return text;
}

async function apply(capstan: Capstan, yaml: string): Promise<void> {
  await capstan.cluster.shell(`kubectl apply --filename - <<'END-OF-YAML'\n${yaml}END-OF-YAML\n`);
}

/** As a page would that ignores the mode. */
async function postNamespace(
  page: Page,
  name: string,
  query = '',
): Promise<{ status: number; kind: unknown }> {
  return page.evaluate(
    async ([namespace, search]) => {
      const response = await fetch(`/k8s/api/v1/namespaces${search ?? ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-capstan-request': '1' },
        body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
      });
      const body = (await response.json()) as { kind?: unknown };
      return { status: response.status, kind: body.kind };
    },
    [name, query],
  );
}
