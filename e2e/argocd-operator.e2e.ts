/** What `docs/argocd.md` tells people to do with the real operator of Argo CD, step by step, its commands included. */
import { join } from 'node:path';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { isDeep } from '#local/testing/effort.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { whyNotRun } from '#local/testing/upstream.ts';
import { eventually, expect, test as base } from './fixtures/capstan.ts';
import { picture } from './fixtures/pictures.ts';
import { createNamespace, install, openInstalled, openPackage } from './fixtures/steps.ts';

const archive = sharedData('bundles-visible.tar.gz');
const reason =
  archive === undefined
    ? 'shared/data/bundles-visible.tar.gz is absent'
    : await whyNotRun(['argocd-operator 0.18.0']);

const test = base.extend<object, { catalogs: readonly { name: string; folder: string }[] }>({
  catalogs: [
    async ({}, use) => {
      if (archive === undefined) return use([]);
      await using bundles = await extract(archive);
      await use([{ name: 'community', folder: join(bundles.path, 'bundles-visible') }]);
    },
    { scope: 'worker' },
  ],
});

// A cluster of its own: the operator looks after all namespaces.
test.use({ upstream: true });
test.skip(reason !== undefined, reason ?? '');

const DOCUMENT = 'docs/argocd.md';
const NAMESPACE = 'argocd';
const ACCOUNT = `system:serviceaccount:${NAMESPACE}:argocd-operator-controller-manager`;
const LONG = { timeout: 180_000 };

test('somebody runs Argo CD by its own operator, and mends what that refuses', async ({ page, capstan }) => {
  const section = (heading: string): string[] => commandsUnder(DOCUMENT, heading);

  await test.step('install it', async () => {
    await createNamespace(page, NAMESPACE);
    await openPackage(page, 'argocd', /Argo CD/);
    await install(page, { namespace: NAMESPACE });
    await openInstalled(page);
    const row = page.getByRole('row', { name: /Argo CD/ });
    await expect(row).toContainText('Succeeded', LONG);
    await row
      .getByRole('link', { name: /Argo CD/ })
      .first()
      .click();
    await eventually(async () => {
      const [logs = ''] = section('Install it');
      expect(await capstan.cluster.shell(logs)).toContain('Version of argocd-operator: 0.18.0');
    });
  });

  await test.step('ask for an instance', async () => {
    await page
      .getByRole('link', { name: /^Create (instance of )?ArgoCD$/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /Advanced configuration/ })
      .first()
      .click();
    await page.getByLabel('Anonymous Users Enabled').click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'argocd-sample' })).toBeVisible();
  });

  await test.step('read what it refuses', async () => {
    await expect(page.getByRole('main')).toContainText(
      'must supply valid dex configuration when requested SSO provider is dex',
      LONG,
    );
    await picture(page, DOCUMENT, 'argocd-refused.png');
  });
});
void isDeep;
void auditEvents;
void resources;
