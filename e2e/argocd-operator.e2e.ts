/** What `docs/argocd.md` tells people to do with the real operator of Argo CD, step by step, its commands included. */
import { join } from 'node:path';
import { at, items } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { whyNotRun } from '#local/testing/upstream/programs.ts';
import { createArgoCd, openArgoCdOperator } from './fixtures/argocd.ts';
import { eventually, expect, test as base } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { picture } from './fixtures/pictures.ts';
import { createNamespace, install, openPackage } from './fixtures/steps.ts';

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
    await openArgoCdOperator(page);
    await eventually(async () => {
      const [state = '', logs = ''] = section('Install it');
      expect(await capstan.cluster.shell(state)).toContain('running');
      expect(await capstan.cluster.shell(logs)).toContain('Version of argocd-operator: 0.18.0');
    });
  });

  await test.step('ask for an instance', async () => {
    await createArgoCd(page);
  });

  await test.step('read what it refuses', async () => {
    await expect(page.getByRole('region', { name: 'Why it is not ready' })).toContainText(
      'must supply valid dex configuration when requested SSO provider is dex',
      LONG,
    );
    await picture(page, DOCUMENT, 'argocd-refused.png');
  });

  await test.step('mend it in the form', async () => {
    await page
      .getByRole('region', { name: 'Why it is not ready' })
      .getByRole('link', { name: 'Edit' })
      .click();
    await page.getByRole('combobox', { name: 'Find a field' }).fill('sso');
    await page.getByRole('option').first().click();
    await page.getByRole('region', { name: /^sso$/i }).getByRole('button', { name: 'Clear' }).first().click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Reconciled', { exact: true }).first()).toBeVisible(LONG);
    await expect(page.getByRole('definition').getByText('Available', { exact: true })).toBeVisible(LONG);
    await picture(page, DOCUMENT, 'argocd-running.png');
    const [workloads = '', setting = ''] = section('Mend it in the form');
    await eventually(async () => {
      const listed = await capstan.cluster.shell(workloads);
      expect(listed.match(/^deployment\.apps\/\S+ +1\/1 /gm)).toHaveLength(3);
      expect(listed.match(/^statefulset\.apps\/\S+ +1\/1 /gm)).toHaveLength(1);
    });
    expect(await capstan.cluster.shell(setting)).toBe('true');
  });

  await test.step('ask for it in the old version', async () => {
    const [old = ''] = section('Ask for it in the old version');
    expect(await capstan.cluster.shell(old)).toBe('argoproj.io/v1alpha1');
  });

  await test.step('it had the rights that its bundle asks for, no others, and needed no more', async () => {
    const [granted, asked] = await Promise.all([rulesOf(capstan), rulesOfCsv(capstan)]);
    expect(asked.filter((rule) => !granted.includes(rule))).toEqual([]);
    expect(granted.filter((rule) => !asked.includes(rule))).toEqual(texts(OF_OLM));
    const requests = auditEvents(capstan.cluster.auditLog, ACCOUNT).filter(
      ({ stage, user }) => stage === 'ResponseComplete' && user.username === ACCOUNT,
    );
    expect(requests.length).toBeGreaterThan(50);
    const refused = requests.filter(({ responseStatus }) => responseStatus?.code === 403);
    expect(refused.map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
  });

  await test.step('remove it', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete argocd-sample' }).click();
    await eventually(
      async () => {
        for (const kind of [resources.deployments, resources.statefulSets]) {
          const about = { namespace: NAMESPACE, labelSelector: 'app.kubernetes.io/part-of=argocd' };
          expect((await capstan.kube.list(kind, about)).items).toEqual([]);
        }
      },
      { timeoutMs: 120_000 },
    );
  });
});

/** What OLM gives to every operator that serves webhooks and watches all namespaces, whatever its CSV asks for. */
const OF_OLM = [
  rule('', 'secrets', ['get'], ['argocd-operator-controller-manager-service-cert']),
  rule('', 'configmaps', ['get', 'list', 'watch'], ['extension-apiserver-authentication']),
  rule('', 'namespaces', ['get', 'list', 'watch']),
  rule('operators.coreos.com', 'operatorconditions', ['get', 'update', 'patch'], ['argocd-operator.v0.18.0']),
];

function rule(group: string, resource: string, verbs: string[], names?: string[]): object {
  return { apiGroups: [group], resources: [resource], verbs, ...(names && { resourceNames: names }) };
}

/** Each rule as text, sorted, once. */
function texts(rules: readonly unknown[]): string[] {
  const sorted = rules.map((rule) =>
    JSON.stringify(Object.entries(typeof rule === 'object' && rule !== null ? rule : {}).sort()),
  );
  return [...new Set(sorted)].sort();
}

/** All that the operator's ServiceAccount may do by a binding of its own. */
async function rulesOf({ kube }: Capstan): Promise<string[]> {
  const [clusterRoles, roles, clusterBindings, bindings] = await Promise.all(
    [resources.clusterRoles, resources.roles, resources.clusterRoleBindings, resources.roleBindings].map(
      async (kind) => (await kube.list(kind)).items,
    ),
  );
  const names = [...(clusterBindings ?? []), ...(bindings ?? [])]
    .filter((binding) =>
      items(binding['subjects']).some(
        (one) => at(one, 'namespace') === NAMESPACE && ACCOUNT.endsWith(`:${String(at(one, 'name'))}`),
      ),
    )
    .map((binding) => at(binding['roleRef'], 'name'));
  return texts(
    [...(clusterRoles ?? []), ...(roles ?? [])]
      .filter(({ metadata }) => names.includes(metadata.name))
      .flatMap((role) => items(role['rules'])),
  );
}

async function rulesOfCsv({ kube }: Capstan): Promise<string[]> {
  const { items: csvs } = await kube.list(resources.clusterServiceVersions, { namespace: NAMESPACE });
  const install = at(csvs[0], 'spec', 'install', 'spec');
  return texts(
    ['clusterPermissions', 'permissions'].flatMap((field) =>
      items(at(install, field)).flatMap((one) => items(at(one, 'rules'))),
    ),
  );
}
