import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { PIN_ANNOTATION } from '#lib/olm/api/pin.ts';
import { at, bench } from '#local/testing/installs.ts';
import type { Bench } from '#local/testing/installs.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';

// A cluster of its own: the journey begins where nothing is installed.
test.use({ catalogs: [samples] });

const NAMESPACES = ['cargo', 'hold', 'travel'] as const;
const V1 = 'flight-ticket.v1.0.0';
const V2 = 'flight-ticket.v2.0.0';

test('somebody reviews an upgrade, leaves one, pins one, and approves the others at once', async ({
  page,
  capstan,
}) => {
  const user = bench(capstan.cluster.kubeconfig);

  await test.step('version 1 runs in three namespaces, and version 2 waits', async () => {
    await page.goto('/upgrades');
    await expect(page.getByText('No Subscriptions')).toBeVisible();
    for (const namespace of NAMESPACES) await installOld(user, namespace);
    await expect(page.getByRole('row', { name: /Flight Ticket/ })).toHaveCount(NAMESPACES.length);
    for (const namespace of NAMESPACES) {
      await expect(rowIn(page, namespace)).toContainText('Needs approval');
      await expect(rowIn(page, namespace)).toContainText(/1\.0\.0.*2\.0\.0/);
    }
    await expectCleanIn(page, NARROW_AND_WIDE, 'upgrades');
  });

  await test.step('a list in which nothing matches leads back to all, and from there to what was searched for', async () => {
    await expect(async () => {
      await page.goto('/operators?state=good&q=flght');
      await expect(page.getByText(/^None of the 3 rows matches/)).toBeVisible();
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await expect(page.getByRole('row', { name: /Flight Ticket/ })).toHaveCount(NAMESPACES.length);
      await expect(page).toHaveURL(/\/operators$/);
      // The message goes after five seconds.
      await page.getByRole('button', { name: 'Undo' }).click({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByLabel('Search installed operators')).toHaveValue('flght');
    await openUpgrades(page);
  });

  await test.step('the review shows what moves, what to look at, and what differs', async () => {
    await rowIn(page, 'travel')
      .getByRole('link', { name: /Review/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Before you approve' })).toBeVisible();
    await expect(page.getByText(/permissions? that version 1\.0\.0 does not have/)).toBeVisible();
    await expect(page.getByText(/downgrad/i)).toBeVisible();
    await page.getByRole('button', { name: /^CustomResourceDefinition/ }).click();
    await expect(page.getByRole('button', { name: 'Next change' })).toBeVisible();
    await expectCleanIn(page, NARROW_AND_WIDE, 'review');
  });

  await test.step('“Not now” uninstalls nothing and leaves the plan waiting', async () => {
    await page.getByRole('button', { name: 'Not now' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Nothing is uninstalled either way');
    await expect(dialog.getByRole('button', { name: /Uninstall/ })).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: /Create a newer plan/ })).toBeDisabled();
    await expectCleanIn(page, NARROW_AND_WIDE, 'not-now');
    await dialog.getByRole('button', { name: 'Leave it pending' }).click();
    await expect(dialog).toBeHidden();
    expect(at(await planOf(user, 'travel'), 'spec.approved')).toBe(false);
  });

  await test.step('a pin takes the plan away, and none comes back', async () => {
    await openUpgrades(page);
    await rowIn(page, 'hold')
      .getByRole('link', { name: /Review/ })
      .click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('radio', { name: /Stay on the installed version/ }).check();
    await page.getByRole('button', { name: 'Stay on this version' }).click();
    await openUpgrades(page);
    await expect(rowIn(page, 'hold')).toContainText('Pinned to the installed version');
    await eventually(async () => {
      const target = { namespace: 'hold', name: 'flight-ticket' };
      const subscription = await user.client.get(resources.subscriptions, target);
      expect(subscription.metadata.annotations?.[PIN_ANNOTATION]).toBe(V1);
      expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
      const plans = await user.list(resources.installPlans, 'hold');
      expect(plans.filter((plan) => at(plan, 'spec.approved') === false)).toEqual([]);
    });
  });

  await test.step('the others are approved at once, and upgrade', async () => {
    await page.getByRole('checkbox', { name: /Select all 2 waiting plans/ }).check();
    await page.getByRole('button', { name: 'Approve 2 plans' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTitle(V2)).toHaveCount(2);
    await expect(dialog.getByText(/downgrad/i)).toHaveCount(2);
    await expectCleanIn(page, NARROW_AND_WIDE, 'approve');
    await dialog.getByRole('button', { name: 'Approve 2 plans' }).click();
    await expect(dialog.getByText('Approved', { exact: true })).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    for (const namespace of ['cargo', 'travel']) {
      await user.untilPhase(namespace, V2, 'Succeeded');
      await expect(rowIn(page, namespace)).toHaveCount(0);
    }
    await expect(page.getByText('2 more operators are up to date')).toBeVisible();
    await expectCleanIn(page, NARROW_AND_WIDE, 'after');
  });

  await test.step('what cannot be resolved stands there, and leads to the explanation', async () => {
    await user.install({
      namespace: 'broken',
      package: 'flight-ticket',
      catalog: samples.name,
      targetNamespaces: ['broken'],
      spec: { channel: 'no-such-channel' },
    });
    await expect(rowIn(page, 'broken')).toContainText('Could not resolve');
    await expectCleanIn(page, NARROW_AND_WIDE, 'stuck');
    await rowIn(page, 'broken').getByRole('link', { name: 'Its Subscription' }).click();
    await expect(page.getByRole('main')).toContainText('no-such-channel');
  });
});

async function installOld(user: Bench, namespace: string): Promise<void> {
  await user.install({
    namespace,
    package: 'flight-ticket',
    catalog: samples.name,
    targetNamespaces: [namespace],
    spec: { channel: 'stable', startingCSV: V1, installPlanApproval: 'Manual' },
  });
  const first = await eventually(() => planOf(user, namespace));
  await user.approve(namespace, first.metadata.name);
  await user.untilPhase(namespace, V1, 'Succeeded');
}

/** The plan that waits. */
async function planOf(user: Bench, namespace: string): ReturnType<Bench['client']['get']> {
  const plans = await user.list(resources.installPlans, namespace);
  const found = plans.find((plan) => at(plan, 'spec.approved') === false);
  if (found === undefined) throw new Error(`no plan waits in ${namespace}`);
  return found;
}

function rowIn(page: Page, namespace: string): ReturnType<Page['getByRole']> {
  return page.getByRole('row', { name: new RegExp(`Flight Ticket.*${namespace}`) });
}

async function openUpgrades(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upgrades' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrades' })).toBeVisible();
}
