/** What somebody sees who has just begun: nothing is installed, and there are ways to change that. */
import { OPERATOR_HUB } from '#lib/olm/sources/draft.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { expect, samples, test } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { install, openPackage, walkTo } from './fixtures/steps.ts';

// A cluster of its own: nothing is installed in it.
test.use({ catalogs: [samples] });

test('a newcomer is offered three ways, and adds OperatorHub.io by one key', async ({ page, capstan }) => {
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('npm start -- --catalog mine=./bundles');
  await expect(steps.getByRole('link', { name: 'Add a catalog' })).toHaveAttribute('href', /\/catalogs\/new/);
  await expectCleanIn(page, NARROW_AND_WIDE, 'first steps');

  await walkTo(page, steps.getByRole('button', { name: 'Add OperatorHub.io' }));
  const asked = performance.now();
  await page.keyboard.press('Enter');
  // Whether it can be reached from here is not ours to say: what the controller found out is.
  await expect(steps.getByRole('status')).toHaveText(/Unavailable|Loading|Ready|Incomplete/);
  await expect(steps.getByRole('status')).toHaveText(/Unavailable.+|\d+ packages?/, {
    timeout: 90_000,
  });
  console.log(`OperatorHub.io: an answer after ${((performance.now() - asked) / 1000).toFixed(1)} s`);
  const added = await capstan.kube.get(resources.catalogSources, {
    namespace: 'capstan-system',
    name: OPERATOR_HUB.name,
  });
  expect(added['spec']).toMatchObject({ sourceType: 'grpc', image: OPERATOR_HUB.image });
  await expectCleanIn(page, NARROW_AND_WIDE, 'OperatorHub.io added');
  await steps.getByRole('link', { name: 'Open its catalog source' }).click();
  await expect(page.getByRole('heading', { level: 1, name: OPERATOR_HUB.displayName })).toBeVisible();
  await capstan.kube.delete(resources.catalogSources, {
    namespace: 'capstan-system',
    name: OPERATOR_HUB.name,
  });
});

test.describe('when it cannot be added', () => {
  test.use({ expectedErrors: [/409/] });

  test('says why, and offers it again', async ({ page, capstan }) => {
    const steps = page.getByRole('region', { name: 'First steps' });
    const add = steps.getByRole('button', { name: 'Add OperatorHub.io' });
    await expect(add).toBeEnabled();
    await page.route(/catalogsources/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const message = 'catalogsources is full of them';
      return route.fulfill({
        status: 409,
        json: { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Conflict', code: 409, message },
      });
    });
    await add.click();
    await expect(steps).toContainText('Could not add OperatorHub.io');
    await expect(add).toBeEnabled();
    const ref = { namespace: 'capstan-system', name: OPERATOR_HUB.name };
    const found = await capstan.kube.get(resources.catalogSources, ref).catch((error: unknown) => error);
    expect(isKubeError(found, 'notFound')).toBe(true);
  });
});

test('the sample’s walk leads to its package; once something is installed the first steps are gone', async ({
  page,
}) => {
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Open the sample' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Flight Ticket' })).toBeVisible();
  await openPackage(page, 'flight', /Flight Ticket/);
  await install(page, { namespace: 'newcomer', version: '1.0.0', approval: 'Manual' });
  await page.goto('/catalog');
  await expect(page.getByRole('link', { name: /Flight Ticket/ }).first()).toBeVisible();
  await expect(steps).toBeHidden();
});
