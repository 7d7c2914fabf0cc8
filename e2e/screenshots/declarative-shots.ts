/** Declarative operators: in the catalog, while they are installed, as instances, while they are written. */
import type { Page } from '@playwright/test';
import { optional } from '#lib/base/loose.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { urls } from '#lib/urls.ts';
import { writeArchive } from '#server/catalog/read/package-archive.ts';
import { FERRY, FERRY_INSTANCE, FERRY_TABS, INSTANCE_TABS } from '../fixtures/ferry.ts';
import { answer, FORBIDDEN, hold, settled, shown, whileLoading } from './shot.ts';
import type { Shot } from './shot.ts';

const at = {
  package: urls.operatorPackage(FERRY),
  install: urls.installOperatorPackage(FERRY),
  instances: urls.declarative(),
  instance: urls.declarativeInstance(FERRY_INSTANCE),
  edit: urls.editDeclarative(FERRY_INSTANCE),
};

export function declarativeShots(): Shot[] {
  return [
    ...FERRY_TABS.map((tab) => ({
      name: `ferry.${tab ?? 'overview'}`,
      path: urls.operatorPackage(FERRY, undefined, { tab }),
      ready: settled,
    })),
    ...INSTANCE_TABS.map((tab) => ({
      name: `declarative.instance.${tab ?? 'overview'}`,
      path: urls.declarativeInstance(FERRY_INSTANCE, undefined, optional({ tab })),
      ready: settled,
    })),
    { name: 'declarative.instances', path: at.instances, ready: shown(FERRY_INSTANCE.name) },
    { name: 'ferry.install', path: at.install, ready: shown('ConfigMap boat') },
    {
      name: 'ferry.upgrade',
      path: urls.installOperatorPackage(FERRY, undefined, { upgrade: FERRY_INSTANCE }),
      ready: settled,
    },
    { name: 'declarative.edit', path: at.edit, ready: settled },
    { name: 'authoring.empty', path: urls.authoring(), ready: settled },
    { name: 'authoring.package', path: urls.authoring(), ready: openPackage },
    ...dialogs(),
    ...trouble(),
  ];
}

async function openPackage(page: Page): Promise<void> {
  await settled(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open archive…' }).click();
  const broken = { ...SOUND_PACKAGE, 'params.yaml': SOUND_PACKAGE['params.yaml'].replace('SIZE', 'SICE') };
  const buffer = writeArchive(filesOf(broken));
  await (await chooser).setFiles({ name: 'web.tgz', mimeType: 'application/gzip', buffer });
  await page.getByText('is not defined').first().waitFor();
}

function dialogs(): Shot[] {
  const open = (name: string, path: string, act: (page: Page) => Promise<void>): Shot => ({
    ...{ name, path, window: true },
    ready: async (page) => {
      await settled(page);
      await act(page);
      await page.getByRole('dialog').waitFor();
    },
  });
  const parameters = urls.declarativeInstance(FERRY_INSTANCE, undefined, { tab: 'parameters' });
  return [
    open('declarative.change', parameters, (page) =>
      page.getByRole('button', { name: 'Change Boats' }).click(),
    ),
    open('declarative.change-password', parameters, (page) =>
      page.getByRole('button', { name: 'Change Password of the bridge' }).click(),
    ),
    open('declarative.delete', at.instance, (page) =>
      page.getByRole('main').getByRole('button', { name: 'Delete' }).click(),
    ),
  ];
}

declare global {
  interface Window {
    /** Next's own. */
    next?: { router?: { push: (path: string) => void } };
  }
}

/** Gone to from another page: one that is loaded has its data in the first HTML. */
function later(name: string, path: string, before: (page: Page) => Promise<void>): Shot {
  return {
    ...{ name, before, path: urls.authoring() },
    ready: async (page) => {
      await settled(page);
      await page.evaluate((to) => window.next?.router?.push(to), path);
      await page.waitForURL((url) => url.pathname === path);
      await settled(page);
    },
  };
}

function trouble(): Shot[] {
  const told = /\/api\/catalog\/declarative\//;
  const files = /\/api\/catalog\/declarative\/.*\/2\.1\.0_/;
  const gone = { kind: 'unknown', message: 'The catalog service does not answer.' };
  const pages = { ferry: at.package, 'ferry.install': at.install };
  return [
    ...Object.entries({
      ...pages,
      'declarative.instance': at.instance,
      'declarative.edit': at.edit,
    }).map(([name, path]) => ({ name: `${name}.loading`, path, before: hold, ready: whileLoading })),
    ...Object.entries(pages).flatMap(([name, path]) => [
      later(`${name}.error`, path, answer(told, 502, gone)),
      later(`${name}.forbidden`, path, answer(told, 403, FORBIDDEN)),
      later(
        `${name}.no-files`,
        path,
        answer(files, 200, { problem: 'ferry-1.1.0.tgz is not in the repository.' }),
      ),
    ]),
    { name: 'ferry.gone', path: urls.operatorPackage({ ...FERRY, package: 'no-such' }), ready: settled },
    {
      name: 'declarative.instance.gone',
      path: urls.declarativeInstance({ ...FERRY_INSTANCE, name: 'no-such' }),
      ready: settled,
    },
  ];
}
