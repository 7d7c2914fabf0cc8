/** An Instance of a declarative operator, from its first plan to its deletion, with the real engine at work. */
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { KUDO_API_VERSION, kudoResources } from '#lib/kudo/api/types.ts';
import { packageFamily } from '#lib/kudo/package/family.ts';
import { urls } from '#lib/urls.ts';
import { heldEngine } from '#server/kudo/testing/kudo-bench.ts';
import { smallPackage } from '#server/kudo/testing/small-package.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { eventually, expect, samples, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';

// A cluster of its own: at first it has no declarative operators.
test.use({ catalogs: [samples] });

const NAMESPACE = 'piers';
const NAME = 'north';

const deployment = (name: string, more: readonly string[]): string =>
  [
    'apiVersion: apps/v1',
    'kind: Deployment',
    `metadata: {name: ${name}}`,
    'spec:',
    ...more,
    `  selector: {matchLabels: {app: ${name}}}`,
    '  template:',
    `    metadata: {labels: {app: ${name}}}`,
    '    spec:',
    '      containers: [{name: it, image: example.com/it}]',
    ...(name === 'fog' ? ['      nodeSelector: {kubernetes.io/hostname: nowhere}'] : []),
  ].join('\n');

const harbour = smallPackage({
  name: 'harbour',
  tasks: {
    quay: 'kind: Apply, spec: {resources: [quay.yaml]}',
    calm: 'kind: Dummy, spec: {done: true}',
    storm: 'kind: Dummy, spec: {wantErr: true, fatal: true}',
    fog: 'kind: Apply, spec: {resources: [fog.yaml]}',
  },
  plans: { deploy: ['quay', 'calm'], storm: ['storm'], fog: ['fog'] },
  parameters: [
    '{name: BERTHS, displayName: Berths, description: How many ships fit, default: "1"}',
    '{name: HARBOUR_PASSWORD, default: foghorn}',
  ],
  templates: {
    'quay.yaml': deployment('quay', ['  replicas: {{ .Params.BERTHS }}']),
    'fog.yaml': deployment('fog', ['  replicas: 1']),
  },
});

async function install(kube: KubeClient): Promise<void> {
  for (const crd of kudoCrds) {
    await kube.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  }
  for (const kind of Object.values(kudoResources)) await eventually(() => kube.list(kind));
  await kube.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE },
  });
  const family = packageFamily(harbour, false, () => ({ problem: 'it is not in the package' }));
  if ('problem' in family) throw new Error(family.problem);
  for (const { operator, version } of family.members) {
    for (const [kind, object] of [
      [kudoResources.operators, operator],
      [kudoResources.operatorVersions, version],
    ] as const) {
      const metadata = { ...object.metadata, namespace: NAMESPACE };
      await kube.create(kind, { ...object, metadata });
    }
  }
  await kube.create(kudoResources.instances, {
    ...{ apiVersion: KUDO_API_VERSION, kind: 'Instance' },
    metadata: { namespace: NAMESPACE, name: NAME, labels: { 'kudo.dev/operator': 'harbour' } },
    spec: { operatorVersion: { name: family.members.at(-1)?.version.metadata.name } },
  });
}

test('plans are pictures: an instance is watched, run, aborted, changed and deleted', async ({
  page,
  capstan: { kube },
}) => {
  const main = page.getByRole('main');
  const picture = (plan: string) => main.getByRole('list', { name: `Plan ${plan}` });
  const choose = async (plan: string): Promise<void> => {
    await main.getByRole('button', { name: 'Run plan' }).click();
    await page.getByRole('menuitem', { name: `Run ${plan}` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Run ${plan}` })
      .click();
  };

  await test.step('a cluster without the kind says so', async () => {
    await page.goto(urls.declarative());
    await expect(page.getByText('This cluster has no declarative operators')).toBeVisible();
  });

  await install(kube);
  await using engine = await heldEngine(kube);

  await test.step('the first plan lights up until it is complete', async () => {
    await page.goto(urls.operators());
    await main.getByRole('link', { name: 'Declarative operators' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: NAME, exact: true }) });
    await expect(row).toContainText('Complete');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await row.getByRole('link', { name: NAME, exact: true }).click();
    await expect(
      picture('deploy').getByRole('listitem').filter({ hasText: 'quay: Complete' }).first(),
    ).toBeVisible();
    await expect(main).toContainText('2 of 2 steps complete');
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('a plan that fails says why, and can be tried again', async () => {
    await choose('storm');
    await expect(picture('storm')).toContainText('storm: Failed');
    await expect(main.getByRole('button', { name: 'Retry' })).toBeEnabled();
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('a plan that waits is aborted', async () => {
    await choose('fog');
    await expect(picture('fog')).toContainText('fog: In progress');
    await expect(main.getByRole('button', { name: 'Run plan' })).toHaveAttribute('aria-disabled', 'true');
    await main.getByRole('button', { name: 'Abort' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await expect(picture('fog')).toContainText('fog: Failed');
  });

  await test.step('an aborted plan is tried again from the step that failed, and aborted once more', async () => {
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(picture('fog')).toContainText('fog: In progress');
    await main.getByRole('button', { name: 'Abort' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await expect(picture('fog')).toContainText('fog: Failed');
  });

  await test.step('a changed parameter runs the plan that the page has named', async () => {
    await main.getByRole('link', { name: /Parameters/ }).click();
    await main.getByRole('button', { name: 'Change Berths' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('3');
    await expect(dialog).toContainText('Changing it runs plan deploy.');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await eventually(async () => {
      const quay = await kube.get(resources.deployments, { namespace: NAMESPACE, name: 'quay' });
      expect(at(quay, 'spec', 'replicas')).toBe(3);
    });
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('a password is shown to whoever asks for it, and to nobody else', async () => {
    await expect(main).toContainText('Default, not shown');
    await main.getByRole('button', { name: 'Change HARBOUR_PASSWORD' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).not.toContainText('foghorn');
    await expect(dialog.getByLabel('Value', { exact: true })).toHaveAttribute('type', 'password');
    await dialog.getByLabel('Value', { exact: true }).fill('siren');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(main).toContainText('Set, not shown');
    await main.getByRole('button', { name: 'Show the value of HARBOUR_PASSWORD' }).click();
    await expect(main).toContainText('siren');
    await main.getByRole('navigation').getByRole('link', { name: 'YAML' }).click();
    await expect(main).toContainText('HARBOUR_PASSWORD: ••••••••');
    await expect(main).not.toContainText('siren');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await main.getByRole('button', { name: 'Show passwords' }).click();
    await expect(main).toContainText('HARBOUR_PASSWORD: siren');
  });

  await test.step('all runs are kept, with what changed in each', async () => {
    await main.getByRole('link', { name: 'History' }).click();
    const runs = main.getByRole('table', { name: 'History' }).getByRole('row');
    await expect(runs).toHaveCount(7);
    await expect(runs.nth(2)).toContainText('deploy');
    await expect(runs.nth(2)).toContainText('BERTHS: 1 → 3');
    await expect(runs.nth(3)).toContainText('None');
    await expect(main).not.toContainText('siren');
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('it is deleted once its name was typed', async () => {
    await main.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(NAME);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No instances')).toBeVisible();
    await eventually(async () => {
      const { items } = await kube.list(kudoResources.instances, { namespace: NAMESPACE });
      expect(items).toEqual([]);
    });
  });
  expect(engine.errors).toEqual([]);
});
