import type { Page } from '@playwright/test';
import { checkOf, describeCheck } from '#lib/access.ts';
import type { AccessCheck } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { urls } from '#lib/urls.ts';
import {
  catalogNamespace,
  hiddenCatalog,
  nameIn,
  openCatalog,
  places,
  tickets,
} from '#local/testing/people/state.ts';
import { leaksIn, readableWords } from '#local/testing/people/words.ts';
import { personaNames } from '#local/testing/people/personas.ts';
import { mayDo } from '#local/testing/people/rights.ts';
import type { Persona } from '#local/testing/people/personas.ts';
import { eventually, expect, test } from './fixtures/personas.ts';

/** Hundreds of pages: recording all of them would take longer than looking. */
test.use({ trace: 'off', screenshot: 'off' });

/** An action, by the text of its button or link, and the rights that it takes: all of one row, of any row. */
interface Action {
  name: string;
  needs: readonly (readonly AccessCheck[])[];
}

interface Visit {
  path: string;
  /** Those that are looked for; one that is not on the page counts as not offered. */
  actions?: readonly Action[];
  /** What a person must be able to follow for the page to show anything but what is missing. */
  reads?: readonly AccessCheck[];
  /** The region with the actions, where that comes later than the page, and what has to be read for it besides. */
  part?: { name: string; reads: readonly AccessCheck[] };
  /** What is done on the page first, where its actions wait for something. */
  first?: (page: Page) => Promise<void>;
}

const [amber, , cedar] = places;
const at = (what: string): { namespace: string; name: string } => ({
  namespace: amber,
  name: nameIn(amber, what),
});
const here = { namespace: amber };
const csv = at('operator.v1.0.0');

const inAmber = { namespace: amber };
const create = checkOf('create', tickets, inAmber);
const createTicket: Action = { name: 'Create Ticket', needs: [[create]] };
const createAnywhere: Action = {
  name: 'Create Ticket',
  needs: [
    [checkOf('create', tickets)],
    ...places.map((namespace) => [checkOf('create', tickets, { namespace })]),
  ],
};
const approve: Action = { name: 'Approve', needs: [[checkOf('patch', resources.installPlans, at('plan'))]] };
const uninstall: Action = {
  name: 'Uninstall',
  needs: [
    [
      checkOf('delete', resources.clusterServiceVersions, csv),
      checkOf('delete', resources.subscriptions, at('subscription')),
    ],
  ],
};
const follow = (resource: Parameters<typeof checkOf>[1], namespace?: string): readonly AccessCheck[] =>
  ['list', 'watch'].map((verb) => checkOf(verb, resource, { namespace }));
const install: Action = {
  name: 'Install',
  needs: [
    [
      checkOf('get', resources.catalogSources, { namespace: catalogNamespace, name: openCatalog }),
      checkOf('create', resources.subscriptions, inAmber),
      ...follow(resources.operatorGroups, amber),
      ...follow(resources.subscriptions, amber),
    ],
  ],
};

const ownCatalog = at('catalog');
const createSource = (namespace?: string): readonly AccessCheck[] => [
  checkOf('create', resources.catalogSources, { namespace }),
];
const addSource: Action = {
  name: 'Add catalog source',
  needs: [createSource(), createSource(catalogNamespace)],
};
const addSourceHere: Action = { ...addSource, needs: [...addSource.needs, createSource(amber)] };
const changeSource = (name: string): Action => ({
  name,
  needs: [[checkOf('patch', resources.catalogSources, ownCatalog)]],
});

const CAUSE = 'Why it is not ready';
/** What the panel of causes offers. */
const createGroup: Action = {
  name: 'Create OperatorGroup',
  needs: [[checkOf('create', resources.operatorGroups, inAmber)]],
};
const ailingPod = at('ailing-0');
const showLog: Action = {
  name: 'Show log',
  needs: [[{ ...checkOf('get', resources.pods, ailingPod), subresource: 'log' }]],
};

const parcel = { catalogNamespace, catalog: openCatalog, package: 'other-parcel' };
const readsOperator = follow(resources.clusterServiceVersions, amber);
/** The cause is found by whoever may look down to the pod. */
const readsWorkloads = [resources.deployments, resources.pods].map((resource) =>
  checkOf('list', resource, inAmber),
);
const vessel = at('vessel');
const patchVessel = [checkOf('patch', kudoResources.instances, vessel)];
const readsVessel = follow(kudoResources.instances, amber);
const skiff = { catalogNamespace, catalog: openCatalog, package: 'open-skiff' };
const hiddenSkiff = { catalogNamespace, catalog: hiddenCatalog, package: 'hidden-skiff' };
const readsSource = (name: string): AccessCheck =>
  checkOf('get', resources.catalogSources, { namespace: catalogNamespace, name });
const createsInstance = Object.values(kudoResources).map((kind) => checkOf('create', kind, inAmber));
const visits: readonly Visit[] = [
  { path: urls.declarative() },
  { path: urls.declarative(here), reads: readsVessel },
  {
    path: urls.declarativeInstance(vessel, here),
    actions: [
      ...['Run plan', 'Schedule plan…'].map((name) => ({ name, needs: [patchVessel] })),
      { name: 'Delete', needs: [[checkOf('delete', kudoResources.instances, vessel)]] },
    ],
    reads: readsVessel,
  },
  {
    path: urls.declarativeInstance(vessel, here, { tab: 'parameters' }),
    actions: [{ name: 'Change SAILS', needs: [patchVessel] }],
    reads: readsVessel,
  },
  { path: urls.declarativeInstance(vessel, here, { tab: 'objects' }), reads: readsVessel },
  { path: urls.declarativeInstance(vessel, here, { tab: 'history' }), reads: readsVessel },
  { path: urls.declarativeInstance(vessel, here, { tab: 'yaml' }), reads: readsVessel },
  {
    path: urls.editDeclarative(vessel, here),
    actions: [{ name: 'Save changes', needs: [patchVessel] }],
    reads: readsVessel,
    first: (page) => page.getByRole('textbox', { name: 'SAILS' }).fill('2'),
  },
  { path: urls.authoring() },
  ...[undefined, 'parameters', 'tasks', 'objects'].map((tab) => ({
    path: urls.operatorPackage(skiff, here, { tab }),
    actions: [{ name: 'Install', needs: [[readsSource(openCatalog)]] }],
  })),
  {
    path: urls.operatorPackage(hiddenSkiff, here),
    actions: [{ name: 'Install', needs: [[readsSource(hiddenCatalog)]] }],
  },
  {
    path: urls.installOperatorPackage(skiff, here),
    actions: [{ name: 'Install', needs: [[readsSource(openCatalog), ...createsInstance]] }],
  },
  {
    path: urls.installOperatorPackage(hiddenSkiff, here),
    actions: [{ name: 'Install', needs: [[readsSource(hiddenCatalog), ...createsInstance]] }],
  },
  { path: urls.catalog() },
  { path: urls.package(parcel) },
  { path: urls.install(parcel, here), actions: [install] },
  { path: urls.operators() },
  { path: urls.operators(here), reads: readsOperator },
  { path: urls.operator(csv, here), actions: [createTicket, uninstall, approve], reads: readsOperator },
  {
    path: urls.uninstall(csv, here),
    actions: [{ ...uninstall, name: `Uninstall ${nameIn(amber, 'harbour')}` }],
    reads: [checkOf('get', resources.clusterServiceVersions, csv)],
  },
  {
    path: urls.operator(at('groupless.v1.0.0'), here),
    actions: [createGroup],
    reads: readsOperator,
    part: { name: CAUSE, reads: [] },
  },
  {
    path: urls.operator(at('ailing.v1.0.0'), here),
    actions: [showLog],
    reads: readsOperator,
    part: { name: CAUSE, reads: readsWorkloads },
  },
  { path: urls.operator(csv, here, 'subscription'), actions: [approve], reads: readsOperator },
  { path: urls.operator(csv, here, 'instances'), reads: readsOperator },
  { path: urls.operator(csv, here, 'events'), reads: readsOperator },
  { path: urls.operator(csv, here, 'yaml'), reads: readsOperator },
  { path: urls.operator({ namespace: cedar, name: nameIn(cedar, 'operator.v1.0.0') }) },
  { path: urls.subscription(at('subscription'), here), reads: follow(resources.subscriptions, amber) },
  { path: urls.upgrades() },
  { path: urls.upgrades(here), reads: follow(resources.subscriptions, amber) },
  { path: urls.plans() },
  { path: urls.plans(here), actions: [approve], reads: follow(resources.installPlans, amber) },
  { path: urls.plan(at('plan'), here), actions: [approve], reads: follow(resources.installPlans, amber) },
  { path: urls.plan({ namespace: cedar, name: nameIn(cedar, 'plan') }) },
  { path: urls.operatorGroups() },
  { path: urls.operatorGroups(here), reads: follow(resources.operatorGroups, amber) },
  { path: urls.operatorGroup(at('group'), here) },
  { path: urls.catalogSources(), actions: [addSource] },
  { path: urls.catalogSources(here), actions: [addSourceHere] },
  {
    path: urls.catalogSource(ownCatalog, here),
    actions: ['Check now', 'Edit'].map(changeSource),
    reads: follow(resources.catalogSources, amber),
  },
  { path: urls.newCatalogSource(), actions: [{ name: 'Add', needs: [createSource(catalogNamespace)] }] },
  { path: urls.allInstances() },
  { path: urls.instances(tickets), actions: [createAnywhere] },
  { path: urls.instances(tickets, here), actions: [createTicket], reads: follow(tickets, amber) },
  {
    path: urls.instance(tickets, at('ticket'), here),
    actions: [
      { name: 'Delete', needs: [[checkOf('delete', tickets, at('ticket'))]] },
      { name: 'Clone', needs: [[create]] },
    ],
    reads: follow(tickets, amber),
  },
  {
    path: urls.instance(tickets, at('ticket'), here, { tab: 'yaml' }),
    actions: [{ name: 'Edit', needs: [[checkOf('update', tickets, at('ticket'))]] }],
    reads: follow(tickets, amber),
  },
  { path: urls.newInstance(tickets, here), actions: [{ name: 'Create', needs: [[create]] }] },
];

interface Control {
  name: string;
  enabled: boolean;
}

/** Everything has come, and every question about rights has its answer. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      // Shown with the page, and handled by it.
      if (document.documentElement.dataset['ready'] === undefined) return false;
      const heading = document.querySelector('main :is(h1, h2)');
      if (heading === null || document.querySelector('[aria-label="Loading"]') !== null) return false;
      return !/Checking your permissions|Checking the namespace|The namespace is being checked/.test(
        document.body.textContent,
      );
    },
    undefined,
    { polling: 50 },
  );
}

declare global {
  interface Window {
    /** Next's own. */
    next?: { router?: { push: (path: string) => void } };
  }
}

/** The first page is loaded; others are gone to from there, as people do, which spares starting everything anew. */
async function visit(page: Page, origin: string, path: string): Promise<void> {
  if (page.url().startsWith(origin)) {
    await page.evaluate((to) => window.next?.router?.push(to), path);
    await page.waitForURL(origin + path);
  } else {
    await page.goto(origin + path);
  }
  await settled(page);
}

function controlsOf(page: Page): Promise<readonly Control[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main a, main button')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent.trim(),
        enabled: element.getAttribute('aria-disabled') !== 'true',
      })),
  );
}

/** Whether one row of rights is there, by the API server's word, which is asked for each right once. */
function createJudge(who: Persona): (needs: Action['needs']) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const may = (check: AccessCheck): Promise<boolean> => {
    const key = describeCheck(check);
    const answer = known.get(key) ?? mayDo(who, check);
    known.set(key, answer);
    return answer;
  };
  return async (needs) => {
    const rows = await Promise.all(needs.map((row) => Promise.all(row.map(may))));
    return rows.some((row) => !row.includes(false));
  };
}

for (const name of personaNames) {
  test(`${name} is offered what the API server allows, and told nothing else`, async ({ visitor, wharf }) => {
    const { page } = visitor;
    const who = wharf.person(name);
    const allowed = createJudge(who);
    const readable = await readableWords(who, wharf.seeded);
    await visitor.become(who);
    for (const { path, actions = [], reads = [], part, first } of visits) {
      await visit(page, wharf.origin, path);
      const sees = await allowed([reads]);
      const seesPart = sees && (await allowed([part?.reads ?? []]));
      if (seesPart && part !== undefined) {
        await page.getByRole('region', { name: part.name }).waitFor();
        await settled(page);
      }
      if (sees && first !== undefined) {
        await first(page);
        await settled(page);
      }
      const controls = await controlsOf(page);
      for (const { group, resource } of reads.slice(0, 1)) {
        const question = `can-i list ${resource}.${group} --namespace ${amber}`;
        const told = await page.getByText(question).first().isVisible();
        expect.soft(told, `${path}: names the right to see it`).toBe(!sees);
      }
      for (const action of actions) {
        const found = controls.filter((control) => control.name === action.name);
        const want = seesPart && (await allowed(action.needs));
        const needs = action.needs.flat().map(describeCheck).join(', ');
        expect
          .soft(
            found.some(({ enabled }) => enabled),
            `${path}: ${action.name} needs ${needs}`,
          )
          .toBe(want);
        if (found.length > 0)
          expect
            .soft(
              found.every(({ enabled }) => enabled),
              `${path}: every ${action.name}`,
            )
            .toBe(want);
      }
      expect.soft(leaksIn(await page.content(), path, readable), `${path}: leaks`).toEqual([]);
      expect.soft(visitor.complaints(), `${path}: complaints of the browser`).toEqual([]);
    }
  });
}

for (const name of personaNames) {
  test(`${name} is told of each permission of a declarative operator what the API server says`, async ({
    visitor,
    wharf,
  }) => {
    const { page } = visitor;
    const who = wharf.person(name);
    await visitor.become(who);
    await visit(page, wharf.origin, urls.operatorPackage(skiff, here, { tab: 'rights' }));
    const sees = await mayDo(who, readsSource(openCatalog));
    const needs = [
      ...createsInstance,
      ...[resources.configMaps, resources.secrets].flatMap((kind) =>
        ['create', 'patch'].map((verb) => checkOf(verb, kind, inAmber)),
      ),
    ];
    for (const check of needs) {
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: describeCheck(check) });
      await expect(row, describeCheck(check)).toHaveCount(sees ? 1 : 0);
      if (sees) await expect(row).toContainText((await mayDo(who, check)) ? 'You have it' : 'Missing');
    }
  });
}

test('who may not list namespaces names one, and finds it again', async ({ visitor, wharf }) => {
  const { page } = visitor;
  await visitor.become(wharf.person('editor-without-list'));
  await visit(page, wharf.origin, urls.operators());
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await page.getByRole('button', { name: /^Namespace: / }).click();
  await page.getByLabel('Namespace', { exact: true }).fill(amber);
  await page.getByRole('button', { name: 'Use this namespace' }).click();
  await expect(page.getByRole('row', { name: /amber-harbour/ })).toBeVisible();

  await page.goto(wharf.origin + urls.operators());
  await expect(page.getByText(`Only the namespace that you can read: ${amber}`)).toBeVisible();
  await expect(page.getByRole('row', { name: /amber-harbour/ })).toBeVisible();
  await page.getByRole('button', { name: /^Namespace: / }).click();
  const known = page.getByRole('list', { name: 'Your namespaces' });
  await expect(known.getByRole('button', { name: amber })).toContainText('operators');
});

test('what is missing is named, and the Role that is offered grants just that', async ({
  visitor,
  wharf,
}) => {
  const { page } = visitor;
  await visitor.become(wharf.person('viewer'));
  await visit(page, wharf.origin, urls.plan(at('plan'), here));
  const button = page.getByRole('button', { name: 'Approve' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Why this is not possible' });
  await expect(panel).toContainText(
    `patch installplans.operators.coreos.com "amber-plan" in namespace ${amber}`,
  );
  const role = await panel.getByLabel('Role and binding', { exact: true }).innerText();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await wharf.apply(role);
  await eventually(async () => {
    await page.reload();
    await settled(page);
    expect(await button.getAttribute('aria-disabled')).toBeNull();
  });
  const who = wharf.person('viewer');
  expect(await mayDo(who, checkOf('patch', resources.installPlans, at('plan')))).toBe(true);
  expect(await mayDo(who, checkOf('patch', resources.installPlans, { namespace: amber }))).toBe(false);
});
