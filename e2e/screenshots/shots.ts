/** What is photographed: a page, and what makes it show the wanted state. */
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import type { Unmanaged, UnownedKind } from '#lib/olm/views/unmanaged.ts';
import { urls } from '#lib/urls.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { PACKAGE, pagesOf, tickets, TRAVEL, V1 } from '../fixtures/scene.ts';
import type { Scene } from '../fixtures/scene.ts';
import { layerShots } from './layer-shots.ts';
import { declarativeShots } from './declarative-shots.ts';
import { answer, FORBIDDEN, hold, settled, shown, whileLoading } from './shot.ts';
import type { Shot } from './shot.ts';

export function emptyShots(): Shot[] {
  return [
    { name: 'catalog.first-steps', path: urls.catalog(), ready: shown('First steps') },
    { name: 'operators.empty', path: urls.operators(), ready: settled },
    { name: 'upgrades.empty', path: urls.upgrades(), ready: settled },
    { name: 'plans.empty', path: urls.plans(), ready: settled },
    { name: 'groups.empty', path: urls.operatorGroups(), ready: settled },
    { name: 'declarative.empty', path: urls.declarative(), ready: settled },
    { name: 'kinds.empty', path: urls.allInstances(), ready: settled },
  ];
}

export async function populatedShots(scene: Scene): Promise<Shot[]> {
  const pages = await pagesOf(scene);
  const everyPage = Object.entries(pages).map(([name, path]) => ({ name, path, ready: settled }));
  return [
    ...everyPage,
    ...states(pages),
    ...sourceShots(scene),
    ...interactions(pages),
    ...trouble(pages),
    ...layerShots(scene, pages),
    ...declarativeShots(),
  ];
}

function states(pages: Readonly<Record<string, string>>): Shot[] {
  return [
    { name: 'catalog.no-match', path: urls.catalog(undefined, { q: 'zzz' }), ready: settled },
    { name: 'operators.namespace', path: urls.operators({ namespace: TRAVEL }), ready: settled },
    { name: 'operator.subscription', path: urls.operator(V1, undefined, 'subscription'), ready: settled },
    { name: 'operator.permissions', path: urls.operator(V1, undefined, 'permissions'), ready: settled },
    { name: 'operator.events', path: urls.operator(V1, undefined, 'events'), ready: settled },
    {
      name: 'operator.yaml',
      path: urls.operator(V1, undefined, 'yaml'),
      ready: shown('apiVersion'),
      window: true,
    },
    {
      name: 'operator.gone',
      path: urls.operator({ namespace: TRAVEL, name: 'no-such-operator.v9' }),
      ready: settled,
    },
    { name: 'instances.none', path: urls.instances(tickets, { namespace: 'default' }), ready: settled },
    { name: 'instance.events', path: `${pages['instance'] ?? ''}?tab=events`, ready: settled },
    { name: 'instance.yaml', path: `${pages['instance'] ?? ''}?tab=yaml`, ready: shown('apiVersion') },
    { name: 'package.gone', path: urls.package({ ...PACKAGE, package: 'no-such' }), ready: settled },
    { name: 'compare', path: urls.compare([PACKAGE, { ...PACKAGE, package: 'no-such' }]), ready: settled },
    { name: 'compare.empty', path: urls.compare([]), ready: settled },
    { name: 'no-such-page', path: '/no-such-page', ready: settled },
  ];
}

/** Catalog sources in their states; made here, as most of them have something wrong. */
function sourceShots(scene: Scene): Shot[] {
  const at = (name: string, tab?: 'warnings' | 'events'): string =>
    urls.catalogSource({ namespace: PACKAGE.catalogNamespace, name }, undefined, tab);
  const make = (name: string, spec: object) => async (): Promise<void> => {
    await scene.kube
      .create(resources.catalogSources, {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'CatalogSource',
        metadata: { name, namespace: PACKAGE.catalogNamespace },
        spec: { sourceType: 'grpc', ...spec },
      })
      .catch((error: unknown) => {
        // The first of the looks has made it.
        if (!isKubeError(error, 'alreadyExists')) throw error;
      });
  };
  const lost = { image: 'registry.invalid/team/catalog:v1', displayName: 'Lost' };
  return [
    { name: 'source.problem', path: at('lost'), before: make('lost', lost), ready: settled },
    { name: 'source.spec-wrong', path: at('empty'), before: make('empty', {}), ready: settled },
    { name: 'source.warnings', path: at(PACKAGE.catalog, 'warnings'), ready: settled },
    {
      name: 'source.edit',
      path: urls.editCatalogSource({ namespace: PACKAGE.catalogNamespace, name: 'lost' }),
      before: make('lost', lost),
      ready: settled,
    },
    {
      name: 'source.remove',
      path: at('lost'),
      before: make('lost', lost),
      window: true,
      ready: async (page) => {
        await settled(page);
        await page.getByRole('button', { name: 'Actions for Lost' }).click();
        await page.getByRole('menuitem', { name: 'Remove…' }).click();
        await page.getByRole('dialog').getByText('keep running').first().waitFor();
      },
    },
    { name: 'source.gone', path: at('no-such'), ready: settled },
    {
      name: 'addSource.wrong',
      path: urls.newCatalogSource(),
      ready: async (page) => {
        await settled(page);
        await page.getByLabel('Image', { exact: true }).last().fill('https://quay.io/team/catalog');
        await page.getByText('Without https://').waitFor();
      },
    },
  ];
}

function interactions(pages: Readonly<Record<string, string>>): Shot[] {
  const at = (name: string): string => pages[name] ?? '';
  const then =
    (act: (page: Page) => Promise<void>) =>
    async (page: Page): Promise<void> => {
      await settled(page);
      await act(page);
    };
  const open = (name: string, path: string, act: (page: Page) => Promise<void>): Shot => ({
    name,
    path,
    ready: then(act),
    window: true,
  });
  return [
    open('shell.namespaces', at('catalog'), async (page) => {
      await page.getByRole('button', { name: /^Namespace: / }).click();
      await page.getByRole('listbox').getByRole('option', { name: TRAVEL }).waitFor();
    }),
    open('shell.create-namespace', at('catalog'), async (page) => {
      await page.getByRole('button', { name: /^Namespace: / }).click();
      await page.getByRole('button', { name: 'Create namespace' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Not a name');
    }),
    open('operators.menu', at('operators'), async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /Actions/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    }),
    open('operator.uninstall', at('operator'), async (page) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /Uninstall/ })
        .first()
        .click();
      await page.getByText('Also delete').waitFor();
    }),
    open('instance.delete', at('instance'), async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    }),
    open('create.errors', at('create'), async (page) => {
      await page.getByLabel('Number of seats').fill('11');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page
        .getByText(/at most 10/)
        .first()
        .waitFor();
    }),
    open('focus.keyboard', at('catalog'), async (page) => {
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
    }),
  ];
}

/** Answers that a cluster gives rarely, given by the browser: what is under test here is only the look. */
function trouble(pages: Readonly<Record<string, string>>): Shot[] {
  const names = [
    'catalog',
    'package',
    'install',
    'operators',
    'operator',
    'plans',
    'plan',
    'sources',
    'source',
    'instances',
    'instance',
    'create',
  ];
  return [
    ...names.map((name) => ({
      name: `${name}.loading`,
      path: pages[name] ?? '',
      before: hold,
      ready: whileLoading,
    })),
    {
      name: 'catalog.error',
      path: pages['catalog'] ?? '',
      before: answer(/\/api\/catalog\/packages/, 502, {
        kind: 'unknown',
        message: 'The catalog service does not answer.',
      }),
      ready: shown('Could not load'),
    },
    ...unmanagedShots(),
    {
      name: 'catalog.forbidden',
      path: pages['catalog'] ?? '',
      before: answer(/\/api\/catalog\/packages/, 403, FORBIDDEN),
      ready: shown(/Could not load|permission/),
    },
  ];
}

/** The cluster of the other pictures has nothing of it, which would stand on all of them. */
function unmanagedShots(): Shot[] {
  const path = urls.operators();
  const pattern = /\/api\/v1\/unmanaged/;
  const kindOf = (group: string, kind: string): UnownedKind => ({
    ...{ group, kind, plural: `${kind.toLowerCase()}s`, version: 'v1' },
  });
  const boats = ['Boat', 'Oar', 'Sail', 'Rudder', 'Anchorage', 'LifeJacketAssignment', 'Pier'];
  const seen: Unmanaged = {
    operators: [
      {
        ...{ kind: 'Deployment', namespace: 'harbor', name: 'boat-operator', version: 'v1.2.0' },
        origin: { code: 'helm', chart: 'boats-0.4.0', release: { name: 'fleet', namespace: 'tools' } },
        status: { tone: 'good', state: 'ready', ready: 2, desired: 2 },
        kinds: boats.map((kind) => kindOf('boats.example.com', kind)),
      },
      {
        ...{ kind: 'StatefulSet', namespace: 'harbor', name: 'lighthouse-controller-of-the-northern-coast' },
        origin: { code: 'manifests' },
        status: { tone: 'busy', state: 'starting', ready: 0, desired: 1 },
        kinds: [kindOf('lights.example.com', 'Lighthouse')],
      },
    ],
    orphans: [{ group: 'old.example.com', kinds: [kindOf('old.example.com', 'Raft')] }],
    ...{ hidden: [], blind: false },
  };
  const hidden = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
  const unseen: Unmanaged = { operators: [], orphans: [], hidden, blind: false };
  return [
    { name: 'operators.unmanaged', path, before: answer(pattern, 200, seen), ready: shown('Not managed') },
    {
      name: 'operators.unmanaged-hidden',
      path,
      before: answer(pattern, 200, unseen),
      ready: shown('Only partly checked'),
    },
    {
      name: 'operators.unmanaged-error',
      path,
      before: answer(pattern, 502, { kind: 'unknown', message: 'The API server did not answer.' }),
      ready: shown('Could not check'),
    },
  ];
}
