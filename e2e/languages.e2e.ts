import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { OPERATOR_HUB } from '#lib/olm/sources/draft.ts';
import { urls } from '#lib/urls.ts';
import { LOCALE_COOKIE, PSEUDO } from '#messages/locales.ts';
import { optional } from '#lib/base/loose.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { heldEngine } from '#server/kudo/testing/kudo-bench.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { excess } from './fixtures/clean.ts';
import {
  FERRY,
  FERRY_INSTANCE,
  FERRY_TABS,
  INSTANCE_TABS,
  installFerry,
  offerFerries,
  serveKinds,
} from './fixtures/ferry.ts';
import { rawTexts, wordsOf } from './fixtures/raw-text.ts';
import type { DataWords } from './fixtures/raw-text.ts';
import { install, openPackage } from './fixtures/steps.ts';
import { flightTickets as tickets } from '#local/testing/flight-ticket.ts';

// A cluster of its own: the journey begins where the operator is not installed.
test.use({ catalogs: [samples] });

const NAMESPACE = 'travel';
const flightTicket = {
  catalogNamespace: 'capstan-system',
  catalog: 'capstan-samples',
  package: 'flight-ticket',
};
const PACKAGE = urls.package(flightTicket);
const TICKETS = '/instances/flights.com/v1/flighttickets';

test('a reader chooses a language, and it stays', async ({ page }) => {
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible();
  await page.goto('/operators');
  await expect(page.getByRole('heading', { level: 1, name: 'Installierte Operatoren' })).toBeVisible();
});

test.describe('without a choice', () => {
  test.use({ locale: 'ja-JP' });

  test('the browser’s language decides', async ({ page }) => {
    await page.goto('/operators');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page.getByRole('heading', { level: 1, name: 'インストール済みオペレーター' })).toBeVisible();
  });
});

test.describe('in the pseudo-locale', () => {
  test.use({ expectedErrors: [/no-such-page/] });

  test('no page shows a text from elsewhere, and none is wider than the window', async ({
    page,
    capstan,
  }) => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: NAMESPACE, version: '1.0.0', approval: 'Manual' });
    const progress = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Flight Ticket 1.0.0 is running')).toBeVisible();
    await capstan.kube.create(tickets, {
      apiVersion: 'flights.com/v1',
      kind: 'FlightTicket',
      metadata: { namespace: NAMESPACE, name: 'to-oslo' },
      spec: { from: 'Lisbon', to: 'Oslo', number: 2 },
    });
    await eventually(async () => {
      const ticket = await capstan.kube.get(tickets, { namespace: NAMESPACE, name: 'to-oslo' });
      expect(JSON.stringify(ticket['status'])).toContain('ready for travel');
    });
    await serveKinds(capstan.kube);
    await using _ferries = await offerFerries(capstan.kube);
    await using _engine = await heldEngine(capstan.kube);
    await installFerry(capstan.kube);
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: PSEUDO, url: capstan.origin }]);
    const data = await dataOf(page, capstan);
    for (const path of [...(await paths(capstan)), progress])
      await test.step(path, () => look(page, path, data));
  });
});

/** Every kind of page, with something on it. */
async function paths({ kube }: Capstan): Promise<string[]> {
  const [plan] = (await kube.list(resources.installPlans, { namespace: NAMESPACE })).items;
  const operator = `/operators/${NAMESPACE}/flight-ticket.v1.0.0`;
  return [
    '/catalog',
    PACKAGE,
    `${PACKAGE}/install`,
    '/operators',
    operator,
    `${operator}?tab=instances`,
    `${operator}?tab=subscription`,
    `${operator}?tab=permissions`,
    `${operator}?tab=events`,
    urls.uninstall({ namespace: NAMESPACE, name: 'flight-ticket.v1.0.0' }),
    '/upgrades',
    '/plans',
    `/plans/${NAMESPACE}/${plan?.metadata.name ?? ''}`,
    '/operatorgroups',
    '/catalogs',
    '/catalogs/new',
    '/catalogs/new?kind=operatorhub',
    '/catalogs/capstan-system/capstan-samples',
    '/catalogs/capstan-system/capstan-samples?tab=warnings',
    '/instances',
    TICKETS,
    `${TICKETS}/${NAMESPACE}/to-oslo`,
    `${TICKETS}/${NAMESPACE}/to-oslo?tab=events`,
    ...declarativePaths(),
    '/no-such-page',
  ];
}

function declarativePaths(): string[] {
  return [
    ...FERRY_TABS.map((tab) => urls.operatorPackage(FERRY, undefined, { tab })),
    urls.installOperatorPackage(FERRY),
    urls.declarative(),
    ...INSTANCE_TABS.map((tab) => urls.declarativeInstance(FERRY_INSTANCE, undefined, optional({ tab }))),
    urls.editDeclarative(FERRY_INSTANCE),
    urls.installOperatorPackage(FERRY, undefined, { upgrade: FERRY_INSTANCE }),
    urls.authoring(),
  ];
}

async function look(page: Page, path: string, data: DataWords): Promise<void> {
  await page.goto(path);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[role=status][aria-label]')).toHaveCount(0);
    expect.soft(await rawTexts(page, data), `${path}: texts that are in no catalogue`).toEqual([]);
    // A window that was made narrower is filled anew a frame later.
    await expect
      .configure({ soft: true })
      .poll(() => excess(page), `${path}, ${String(width)} px: wider than the window`)
      .toBeLessThanOrEqual(0);
  }
}

/** Everything that the cluster and the catalog say. */
async function dataOf(page: Page, { kube }: Capstan): Promise<DataWords> {
  const lists = await Promise.all(
    [
      resources.namespaces,
      resources.subscriptions,
      resources.clusterServiceVersions,
      resources.installPlans,
      resources.catalogSources,
      resources.operatorGroups,
      resources.operatorConditions,
      resources.serviceAccounts,
      resources.roles,
      resources.roleBindings,
      resources.clusterRoles,
      resources.clusterRoleBindings,
      resources.deployments,
      resources.pods,
      tickets,
      ...Object.values(kudoResources),
      resources.configMaps,
      resources.events,
      {
        group: 'apiextensions.k8s.io',
        version: 'v1',
        plural: 'customresourcedefinitions',
        kind: 'CustomResourceDefinition',
        namespaced: false,
      },
    ].map((resource) => kube.list(resource)),
  );
  const answers = await Promise.all(
    [
      ...[urls.api.packages(), urls.api.package(flightTicket), urls.api.sources(), '/api/session'],
      ...[urls.api.operatorPackage(FERRY), urls.api.operatorPackage(FERRY, '2.1.0_1.1.0')],
    ].map(async (path) => {
      const text = await page.evaluate(async (asked) => {
        const response = await fetch(asked, { headers: { 'x-capstan-request': '1' } });
        return response.ok ? response.text() : 'null';
      }, path);
      return (JSON.parse(text) ?? undefined) as unknown;
    }),
  );
  // What an upgrade would make, and the sentence of KUDO's own admission.
  const foretold = ['ferry-2.1.0-1.1.0', 'parameter "CREW" is required but has no value set'];
  return wordsOf(lists, answers, OPERATOR_HUB, foretold);
}
