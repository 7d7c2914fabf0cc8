/** OperatorGroups, live: whom they serve, and what keeps operators from being installed under them. */
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';

const HARBOUR = 'groups-of-harbour';

test('a second OperatorGroup shows as a conflict at once, and how to end it', async ({
  page,
  capstan: { kube },
}) => {
  const create = async (name: string): Promise<void> => {
    const metadata = { namespace: HARBOUR, name };
    const spec = { targetNamespaces: [HARBOUR] };
    await kube.create(resources.operatorGroups, {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata,
      spec,
    });
  };
  await kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: HARBOUR },
  });
  await create('harbour');
  await page.goto(urls.operatorGroups({ namespace: HARBOUR }));
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row('harbour')).toContainText('No conflicts');
  await expect(row('harbour')).toContainText(HARBOUR);
  await create('second');
  await expect(row('harbour')).toContainText('Several operator groups');
  await expect(row('second')).toContainText('Several operator groups');
  await expectCleanIn(page, NARROW_AND_WIDE);

  await page.getByRole('link', { name: 'harbour', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText(`Namespace ${HARBOUR} also has second.`);
  await expect(main.getByRole('table', { name: 'Conditions' })).toContainText('MultipleOperatorGroup');
  await expectCleanIn(page, NARROW_AND_WIDE);
  await main.getByRole('link', { name: 'second' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'second' })).toBeVisible();
  await kube.delete(resources.operatorGroups, { namespace: HARBOUR, name: 'harbour' });
  await expect(main.getByText('No conflicts')).toBeVisible();
  await kube.delete(resources.operatorGroups, { namespace: HARBOUR, name: 'second' });
  await expect(main.getByText(`OperatorGroup second not found in ${HARBOUR}`)).toBeVisible();
});
