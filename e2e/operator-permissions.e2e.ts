/** What the accounts of an operator may do as the cluster is, live, and who has granted it. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { FERRY, harbourCatalogs } from './fixtures/harbour-catalog.ts';

// In a list of its own: Playwright would take the second catalog for options of the fixture.
test.use({ catalogs: [harbourCatalogs(), { scope: 'worker' }] });

const NAMESPACE = 'granted';
const RBAC = 'rbac.authorization.k8s.io';
const OLM = 'operators.coreos.com';

test('the permissions of an operator are told by who grants them, as they come and go', async ({
  page,
  capstan: { kube },
}) => {
  const make = async (
    resource: (typeof resources)[keyof typeof resources],
    object: object,
  ): Promise<void> => {
    await kube.create(resource, { kind: resource.kind, ...object } as KubeObject);
  };
  await make(resources.namespaces, { apiVersion: 'v1', metadata: { name: NAMESPACE } });
  await make(resources.operatorGroups, {
    ...{ apiVersion: `${OLM}/v1`, metadata: { name: 'group', namespace: NAMESPACE } },
    spec: { targetNamespaces: [NAMESPACE] },
  });
  const { package: name, catalog: source, catalogNamespace: sourceNamespace } = FERRY;
  await make(resources.subscriptions, {
    ...{ apiVersion: `${OLM}/v1alpha1`, metadata: { name, namespace: NAMESPACE } },
    spec: { name, source, sourceNamespace },
  });
  const csv = { namespace: NAMESPACE, name: 'ferry.v1.0.0' };
  await page.goto(urls.operator(csv));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Permissions', exact: true }).click();
  await expect(page).toHaveURL(/tab=permissions/);
  const main = page.getByRole('main');
  await expect(main).toContainText('ServiceAccount ferry');
  await expect(main).toContainText('Granted by: This operator');

  const metadata = { name: 'by-hand', namespace: NAMESPACE };
  await make(resources.roles, {
    ...{ apiVersion: `${RBAC}/v1`, metadata },
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
  });
  await make(resources.roleBindings, {
    ...{ apiVersion: `${RBAC}/v1`, metadata },
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'by-hand' },
    subjects: [{ apiGroup: RBAC, kind: 'Group', name: `system:serviceaccounts:${NAMESPACE}` }],
  });
  const byHand = main.getByRole('listitem').filter({ hasText: 'RoleBinding/by-hand' }).first();
  await expect(byHand).toContainText('Granted by: Someone else');
  await expect(byHand).toContainText(`All members of system:serviceaccounts:${NAMESPACE}`);
  await expect(byHand).toContainText('secrets');
  await test.step('on a phone, the tab that is open can be seen whole', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(urls.operator(csv, undefined, 'yaml'));
    await expect(main.getByRole('link', { name: 'YAML', exact: true })).toBeInViewport({ ratio: 0.95 });
    await page.goto(urls.operator(csv, undefined, 'permissions'));
    await page.setViewportSize(before);
    await expect(byHand).toBeVisible();
  });
  await expectCleanIn(page, NARROW_AND_WIDE);
  await kube.delete(resources.roles, metadata);
  await expect(byHand).toContainText('The role by-hand does not exist');
  await kube.delete(resources.roleBindings, metadata);
  await expect(byHand).toHaveCount(0);
});
