/** Why an operator does not run: the cause, what helps and the button for it, on each page that shows the operator. */
import type { Locator } from '@playwright/test';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';
import { expect, samples, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { createNamespace, install, openPackage } from './fixtures/steps.ts';

// A cluster of its own: a quota is used up.
test.use({ catalogs: [samples] });

const NAMESPACE = 'stranded';
const CSV = 'flight-ticket.v2.0.0';
const quotas: Resource = {
  ...{ group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', namespaced: true },
};
const quota: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none', namespace: NAMESPACE } },
  spec: { hard: { pods: '0' } },
};

test('a cause is named on every page, with what helps', async ({ page, capstan: { kube } }) => {
  const cause = page.getByRole('region', { name: 'Why it is not ready' });
  let ticket: KubeObject = { apiVersion: '', kind: '', metadata: { name: '' } };
  const usedUp = 'The quota of the namespace is used up.';

  await test.step('an operator whose pods are refused, while it is installed', async () => {
    await page.goto('/');
    await createNamespace(page, NAMESPACE);
    await kube.create(quotas, quota);
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: NAMESPACE });
    await expect(cause).toContainText(usedUp);
    await expect(cause).toContainText(`Deployment ${NAMESPACE}/flight-ticket-operator`);
    await expect(cause).toContainText('exceeded quota: none');
    await expect(cause).toContainText('Raise the quota');
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('on its page, and in one line in the list', async () => {
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }));
    await expect(cause).toContainText(usedUp);
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('and on the page of an instance that nobody looks after', async () => {
    ticket = await kube.create(tickets, {
      ...{ apiVersion: 'flights.com/v1', kind: 'FlightTicket' },
      metadata: { name: 'to-oslo', namespace: NAMESPACE },
      spec: { from: 'Lisbon', to: 'Oslo', number: 1 },
    });
    await page.goto(urls.instance(tickets, { namespace: NAMESPACE, name: 'to-oslo' }));
    await expect(cause).toContainText(usedUp);
  });

  await test.step('what is made for it tells of its trouble on the time lines of both', async () => {
    const { name, uid = '' } = ticket.metadata;
    const owner = { apiVersion: 'flights.com/v1', kind: 'FlightTicket', name, uid };
    const container = { name: 'packing', image: 'registry.example.com/packing:1' };
    const job = { namespace: NAMESPACE, name: 'packing' };
    await kube.create(resources.jobs, {
      ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { ...job, ownerReferences: [owner] } },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
    });
    const told = (object: RegExp): Locator => page.getByRole('row').filter({ hasText: object }).first();
    await page.goto(urls.instance(tickets, { namespace: NAMESPACE, name }, {}, { tab: 'events' }));
    await expect(told(/FailedCreate.*Job packing/)).toContainText('exceeded quota: none');
    await expect(told(/ReplicaSet/)).toBeHidden();
    await expectCleanIn(page, NARROW_AND_WIDE);
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }, {}, 'events'));
    await expect(told(/FailedCreate.*Job packing/)).toContainText('exceeded quota: none');
    await expect(told(/FailedCreate.*ReplicaSet flight-ticket-operator-/)).toContainText('exceeded quota');
    await expect(told(/ClusterServiceVersion flight-ticket/)).toBeVisible();
    await expectCleanIn(page, NARROW_AND_WIDE);
    await kube.delete(resources.jobs, job);
    await page.goto(urls.instance(tickets, { namespace: NAMESPACE, name }));
    await expect(cause).toContainText(usedUp);
  });

  await test.step('it goes as soon as the cause does', async () => {
    await kube.delete(quotas, { namespace: NAMESPACE, name: 'none' });
    // Who was refused tries again after longer and longer pauses, but at once after a change.
    const { items } = await kube.list(resources.replicaSets, { namespace: NAMESPACE });
    for (const { metadata } of items) {
      const body = { metadata: { annotations: { 'example.com/quota': 'gone' } } };
      const ref = { namespace: NAMESPACE, name: metadata.name };
      await kube.patch(resources.replicaSets, ref, { type: 'merge', body });
    }
    await expect(cause).toBeHidden();
  });

  const configure = async (config: object): Promise<void> => {
    const ref = { namespace: NAMESPACE, name: 'flight-ticket' };
    await kube.patch(resources.subscriptions, ref, { type: 'merge', body: { spec: { config } } });
  };

  await test.step('no node fits: the Subscription asks for one that there is not', async () => {
    await configure({ nodeSelector: { pier: 'nine' } });
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }));
    await expect(cause).toContainText('No node fits the affinity or the node selector of the pod.');
  });

  await test.step('it crashes: the log of its last run is read with the rights of the user', async () => {
    await configure({ nodeSelector: null, env: [{ name: 'OPERATOR_VERSION', value: 'next' }] });
    await expect(cause).toContainText('The container keeps exiting.');
    await expect(cause).toContainText('exit code 1');
    await cause.getByRole('button', { name: 'Show log' }).click();
    await expect(page.getByRole('figure')).toContainText('"next" is not a version');
    await expectCleanIn(page, EVERY_LOOK);
    await page.goto(urls.operators({ namespace: NAMESPACE }));
    await expect(page.getByRole('table')).toContainText('The container keeps exiting.');
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('with the settings that it needs it is well again', async () => {
    await configure({ env: null });
    await expect(page.getByRole('table')).toContainText('Succeeded');
    await expect(page.getByRole('table')).not.toContainText('The container keeps exiting.');
  });

  await test.step('it runs, and its Subscription asks a catalog that is not there', async () => {
    const ref = { namespace: NAMESPACE, name: 'flight-ticket' };
    await kube.patch(resources.subscriptions, ref, { type: 'merge', body: { spec: { source: 'nowhere' } } });
    await page.goto(urls.operator({ namespace: NAMESPACE, name: CSV }, {}, 'subscription'));
    await expect(cause).toContainText('nowhere');
    await expectCleanIn(page, EVERY_LOOK);
  });
});
