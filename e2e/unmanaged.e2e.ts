/** Operators that Helm brought, below those that Capstan manages: for who may see all of it, a part, and nothing. */
import type { Page } from '@playwright/test';
import { urls } from '#lib/urls.ts';
import { places } from '#local/testing/people/state.ts';
import { anchorsOf, HELM_OPERATOR, installByHelm } from '#local/testing/unmanaged.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { expect, test } from './fixtures/personas.ts';

const namespace = 'helm-harbor';
const group = 'boats.example';
const PARTLY = 'Only partly checked for operators that were installed another way';
const BLIND = 'Not checked for operators that were installed another way';

let installed: Promise<void> | undefined;

test.beforeEach(async ({ wharf }) => {
  // Once for each cluster, which the tests of a worker share.
  installed ??= installByHelm(wharf.person('cluster-admin').client, { namespace, group });
  await installed;
});

const managed = (page: Page) => page.getByRole('table', { name: 'Installed operators' });
const unmanaged = (page: Page) => page.getByRole('region', { name: 'Not managed' });
const orphans = (page: Page) => page.getByRole('region', { name: 'CRDs without an operator' });

test('what Helm brought is shown with its kinds, which lead to their instances', async ({
  visitor,
  wharf,
}) => {
  const { page, become, complaints } = visitor;
  await become(wharf.person('cluster-admin'));
  await page.goto(wharf.origin + urls.operators());
  await expect(managed(page)).toBeVisible();
  const row = unmanaged(page).getByRole('row', { name: new RegExp(HELM_OPERATOR) });
  await expect(row).toContainText('v1.2.0');
  await expect(row).toContainText(namespace);
  await expect(row).toContainText('of 1 ready');
  await expect(row).toContainText('Helm release fleet');
  await expect(row).toContainText('Chart boats-0.4.0');
  // Nothing can be done to it here.
  await expect(unmanaged(page).getByRole('button')).toHaveCount(0);
  await expect(managed(page).getByText(HELM_OPERATOR)).toHaveCount(0);

  const old = orphans(page).getByRole('row', { name: new RegExp(anchorsOf(group).group) });
  await expect(old.getByRole('link', { name: 'Anchor' })).toBeVisible();
  await expect(orphans(page)).not.toContainText('Boat');
  await expectCleanIn(page, NARROW_AND_WIDE, 'operators that are not managed');

  await row.getByRole('link', { name: 'Boat' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Boat');
  await expect(page.getByRole('link', { name: 'north' })).toBeVisible();
  expect(complaints()).toEqual([]);
});

test('in a namespace, what is there', async ({ visitor, wharf }) => {
  const { page, become } = visitor;
  await become(wharf.person('cluster-admin'));
  await page.goto(wharf.origin + urls.operators({ namespace }));
  await expect(unmanaged(page).getByRole('row', { name: new RegExp(HELM_OPERATOR) })).toBeVisible();
  await expect(unmanaged(page).getByRole('columnheader', { name: 'Namespace' })).toHaveCount(0);
  await expect(orphans(page)).toHaveCount(0);

  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/unmanaged'));
  await page.goto(wharf.origin + urls.operators({ namespace: places[0] }));
  await (await answered).finished();
  await expect(page.getByText('Checking for other operators')).toHaveCount(0);
  await expect(unmanaged(page)).toHaveCount(0);
});

test('what may not be looked at is named, and nothing is guessed', async ({ visitor, wharf }) => {
  const { page, become } = visitor;
  // May list CRDs and CSVs, and neither roles nor Deployments.
  await become(wharf.person('installer'));
  await page.goto(wharf.origin + urls.operators());
  const notice = page.getByRole('status').filter({ hasText: PARTLY });
  await expect(notice).toContainText('ClusterRole, ClusterRoleBinding, DaemonSet, Deployment');
  await expect(unmanaged(page)).toHaveCount(0);
  await expect(orphans(page)).toHaveCount(0);
  await notice.getByText('How to get access').click();
  await expect(notice).toContainText('clusterrolebindings');

  await become(wharf.person('viewer'));
  await page.goto(wharf.origin + urls.operators({ namespace: places[0] }));
  await expect(page.getByRole('status').filter({ hasText: BLIND })).toContainText('CustomResourceDefinition');
  await expect(page.getByText(HELM_OPERATOR)).toHaveCount(0);
});
