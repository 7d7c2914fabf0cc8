/** Declarative operators from a repository: found in the catalog, looked into, installed with parameters. */
import type { Locator, Page } from '@playwright/test';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { filesOf } from '#lib/testing/kudo-package.ts';
import { urls } from '#lib/urls.ts';
import { writeArchive } from '#server/catalog/read/package-archive.ts';
import { heldEngine } from '#server/kudo/testing/kudo-bench.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';
import { EVERY_LOOK, expectCleanIn, NARROW_AND_WIDE } from './fixtures/clean.ts';
import { ferry, FERRY, index, LIGHTS, newest, offerFerries, serveKinds, SOURCE } from './fixtures/ferry.ts';

// The browser reports the 404 of a package that is not there.
test.use({ expectedErrors: [/harbour-repository\/nothing|status of 404.*dryRun=All/] });

const NAMESPACE = 'wharf';

/** On, or off again. */
async function chooseGitops(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^GitOps mode/ }).click();
  await page.keyboard.press('Escape');
}

/** On the form of parameters, as a hand does with the mouse. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    (file) => {
      const carried = new DataTransfer();
      carried.items.add(new File([file.text], file.name, { type: 'text/yaml' }));
      return carried;
    },
    { name, text },
  );
  const zone = page.getByRole('main').getByRole('group', { name: 'Parameters', exact: true });
  await zone.dispatchEvent('dragover', { dataTransfer: data });
  await zone.dispatchEvent('drop', { dataTransfer: data });
}

test('a repository stands in the catalog; what it offers is looked into and installed', async ({
  page,
  capstan: { kube },
}) => {
  await serveKinds(kube);
  await using engine = await heldEngine(kube);
  await using server = await offerFerries(kube);
  const main = page.getByRole('main');

  await test.step('beside the operators of OLM, told apart by a facet', async () => {
    await page.goto(urls.catalog());
    await main.getByRole('checkbox', { name: /KUDO/ }).check();
    // Others may have repositories of theirs.
    const found = main.getByRole('list', { name: 'Operators found' });
    for (const name of [/ferry/, /pier/, /wreck/])
      await expect(found.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
    await expect(found.getByRole('listitem').filter({ hasText: 'Flight Ticket' })).toHaveCount(0);
    await expectCleanIn(page, NARROW_AND_WIDE);
    await main.getByRole('link', { name: /ferry/ }).click();
    await expect(page).toHaveURL(new RegExp(urls.operatorPackage(FERRY)));
  });

  await test.step('its page shows plans, parameters, tasks and what would be created', async () => {
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('piers');
    await expect(main).toContainText('Carries people over the water.');
    await expect(main.getByRole('link', { name: 'pier', exact: true })).toBeVisible();
    await expect(main).toContainText('1.17.0 or later; this cluster has v');
    await expect(main).toContainText('No findings');
    await expectCleanIn(page, EVERY_LOOK);
    for (const [tab, text] of [
      ['Parameters', 'How many boats cross'],
      ['Tasks and templates', '{{ .Params.BOATS }}'],
      ['Objects', 'ConfigMap boat'],
      ['Permissions', 'create configmaps in namespace ferry'],
    ] as const) {
      await main.getByRole('navigation').getByRole('link', { name: tab }).click();
      await expect(main).toContainText(text);
      await expect(main).not.toContainText('ahoy-default');
      await expectCleanIn(page, NARROW_AND_WIDE);
    }
    await main.getByRole('navigation').getByRole('link', { name: 'Objects' }).click();
    await main.getByText('ConfigMap boat').click();
    await expect(main).toContainText('bridge: "(BRIDGE_PASSWORD)"');
    await main.getByRole('navigation').getByRole('link', { name: 'Parameters' }).click();
    await main.getByRole('button', { name: 'Show the value of BRIDGE_PASSWORD' }).click();
    await expect(main).toContainText('ahoy-default');
  });

  await test.step('versions are compared, with what each makes', async () => {
    await main.getByRole('navigation').getByRole('link', { name: 'Versions' }).click();
    await expect(main).toContainText('Changes from 1.0.0 (application 2.1.0) to 1.1.0 (application 2.1.0)');
    await expect(main).toContainText('Parameter BOATS: default changes from “1” to “2”.');
    await expect(main.getByRole('region', { name: 'Manifests of plan deploy' })).toContainText('boats: "2"');
    await expectCleanIn(page, NARROW_AND_WIDE);
  });

  await test.step('an older version is chosen, and the way back', async () => {
    await main.getByRole('combobox', { name: 'Version' }).selectOption('2.1.0_1.0.0');
    await main.getByRole('navigation').getByRole('link', { name: 'Parameters' }).click();
    await expect(main).toContainText('How many boats cross');
    await main.getByRole('combobox', { name: 'Version' }).selectOption('2.1.0_1.1.0');
    await expect(page).toHaveURL(/version=2.1.0_1.1.0/);
  });

  await test.step('it is installed once what it requires is given', async () => {
    await main.getByRole('link', { name: 'Install', exact: true }).click();
    const button = main.getByRole('button', { name: 'Install', exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(main).toContainText('parameter "CREW" is required but has no value set');
    await main.getByRole('combobox', { name: 'Namespace' }).fill(NAMESPACE);
    await expect(main).toContainText('Will be created.');
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Values from file…' }).click();
    const chosen = Buffer.from('CREW: terns\n');
    await (await chooser).setFiles({ name: 'crew.yaml', mimeType: 'text/yaml', buffer: chosen });
    await expect(main).toContainText('1 value from crew.yaml');
    await expect(main.getByRole('textbox', { name: /Crew/ })).toHaveValue('terns');
    await dropFile(page, 'broken.yaml', 'CREW: [');
    await expect(main).toContainText('broken.yaml could not be read');
    await expect(main.getByRole('textbox', { name: /Crew/ })).toHaveValue('terns');
    await dropFile(page, 'values.yaml', 'CREW: gulls\nBOATS: 4\nSAILS: 9\n');
    await expect(main).toContainText('2 values from values.yaml');
    await expect(main).toContainText('Not parameters of this operator: SAILS');
    await expect(main.getByRole('textbox', { name: /Crew/ })).toHaveValue('gulls');
    await main.getByRole('textbox', { name: /Boats/ }).fill('5');
    const password = main.getByLabel(/Password of the bridge/).first();
    await expect(password).toHaveAttribute('type', 'password');
    expect(await password.getAttribute('placeholder')).toBeNull();
    await password.fill('kelp-and-brine');
    await main.getByText('ConfigMap boat').click();
    await expect(main).toContainText('crew: "gulls"');
    await expect(main).toContainText('bridge: "(BRIDGE_PASSWORD)"');
    const writes = main.getByRole('region').filter({ hasText: 'with your own rights' });
    await expect(writes.or(main)).toContainText('OperatorVersion pier-0.1.0');
    await expectCleanIn(page, EVERY_LOOK);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await main.getByRole('button', { name: 'Copy as kubectl or YAML' }).click();
    await page.getByRole('menuitem', { name: 'Copy kubectl kudo command' }).click();
    // Both at once: the message goes after five seconds.
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      /kubectl kudo command copied.*Contains passwords in plain text/s,
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `kubectl kudo install ferry --instance ferry-instance --namespace ${NAMESPACE} --operator-version 1.1.0 ` +
        '--app-version 2.1.0 --create-namespace -p BOATS=5 -p CREW=gulls -p BRIDGE_PASSWORD=kelp-and-brine',
    );

    await chooseGitops(page);
    await button.click();
    const handedOut = page.getByRole('dialog', { name: 'Install ferry' });
    for (const kind of ['Namespace', 'Operator', 'OperatorVersion', 'Instance'])
      await expect(handedOut).toContainText(new RegExp(`kind: ${kind}\\b`));
    await expect(handedOut).not.toContainText('kelp-and-brine');
    await handedOut.getByRole('button', { name: 'Show passwords' }).click();
    await expect(handedOut).toContainText('kelp-and-brine');
    await page.keyboard.press('Escape');
    await chooseGitops(page);
    await button.click();
    await expect(main.getByRole('list', { name: 'Plan deploy' })).toContainText('boat: Complete');
    await expect(page.locator('body')).not.toContainText('kelp-and-brine');
    await eventually(async () => {
      const boat = await kube.get(resources.configMaps, { namespace: NAMESPACE, name: 'boat' });
      expect(at(boat, 'data')).toEqual({ boats: '5', crew: 'gulls', bridge: 'kelp-and-brine' });
    });
    await main.getByRole('navigation').getByRole('link', { name: 'Objects' }).click();
    const made = main.getByRole('table', { name: 'Objects' });
    await expect(made).toContainText('boat');
    // What the controller keeps of it is nothing that it made.
    await expect(made).not.toContainText('plan-runs');
    const child = await kube.get(kudoResources.instances, { namespace: NAMESPACE, name: 'pier' });
    expect(at(child, 'spec', 'operatorVersion', 'name')).toBe('pier-0.1.0');
  });

  await test.step('a newer version is offered on its page, with what is different, and taken', async () => {
    await kube.patch(
      kudoResources.instances,
      { namespace: NAMESPACE, name: 'ferry-instance' },
      { type: 'merge', body: { spec: { parameters: { BOATS: '6' } } } },
    );
    server.files.set('/r/index.yaml', index.replace(/(ferry:\n)/, '$1' + newest));
    server.files.set('/r/ferry-1.2.0.tgz', writeArchive(filesOf(ferry('1.2.0', '3'))));
    await kube.patch(resources.catalogSources, SOURCE, {
      type: 'merge',
      body: { metadata: { annotations: { 'capstan.dev/refresh': 'now' } } },
    });
    await eventually(async () => {
      await page.reload();
      await expect(main).toContainText('Version 1.2.0 is available');
    });
    await expectCleanIn(page, NARROW_AND_WIDE);
    await main.getByRole('link', { name: 'Upgrade…' }).click();
    await expect(main).toContainText('Parameter BOATS: default changes from “2” to “3”.');
    await expect(main).toContainText('The upgrade runs plan deploy.');
    // In the cluster its tasks name the versions of what they install, which is no difference.
    await expect(main).not.toContainText('Task piers changes.');
    await expect(main.getByRole('textbox', { name: /Boats/ })).toHaveValue('6');
    const manifests = main.getByRole('region', { name: 'Manifests of plan deploy' });
    await expect(manifests).toContainText('The manifests stay the same.');
    await main.getByRole('textbox', { name: /Boats/ }).fill('7');
    await expect(manifests).toContainText('boats: "7"');
    await main.getByRole('textbox', { name: /Boats/ }).fill('6');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await main.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await expect(main).toContainText('ferry-2.1.0-1.2.0');
    await eventually(async () => {
      const boat = await kube.get(resources.configMaps, { namespace: NAMESPACE, name: 'boat' });
      expect(at(boat, 'metadata', 'annotations', 'kudo.dev/operator-version')).toBe('1.2.0');
      expect(at(boat, 'data')).toEqual({ boats: '6', crew: 'gulls', bridge: 'kelp-and-brine' });
    });
  });

  await test.step('what is there already is named, and a package that cannot be had says why', async () => {
    await page.goto(urls.installOperatorPackage(FERRY, { namespace: NAMESPACE }));
    await main.getByRole('textbox', { name: /Crew/ }).fill('gulls');
    await expect(main).toContainText('Instance ferry-instance already exists in this namespace');
    await page.goto(urls.operatorPackage({ ...FERRY, package: 'wreck' }));
    await expect(main).toContainText('entries.wreck (3.0.0), urls:');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await page.goto(urls.operatorPackage({ ...FERRY, package: 'nothing' }));
    await expect(page.getByText('nothing cannot be shown')).toBeVisible();
  });
  for (const source of [SOURCE, LIGHTS]) await kube.delete(resources.catalogSources, source);
  expect(engine.errors).toEqual([]);
});

test('what a package needs of OLM is told, who follows the link installs it; and where a preview ends', async ({
  page,
  capstan: { kube },
}) => {
  await serveKinds(kube);
  await using _server = await offerFerries(kube);
  const main = page.getByRole('main');
  const needed = main.locator('section').filter({ hasText: 'Required operators' }).last();
  const need = (name: string): Locator => needed.getByRole('listitem').filter({ hasText: name }).first();
  const [lighthouse, horn] = [need('lighthouse'), need('fog-horn')];
  const offer = lighthouse.getByRole('link', { name: 'Install Lighthouse from Harbour lights…' });

  await test.step('what is missing, and where it can be had', async () => {
    // Once the controller has read both catalogs.
    await page.goto(urls.catalog());
    for (const name of [/ferry/, /Lighthouse/])
      await expect(main.getByRole('link', { name }).first()).toBeVisible();
    await page.goto(urls.operatorPackage(FERRY));
    await expect(offer).toBeVisible();
    await expect(horn).toContainText('Not installed');
    await expect(horn).toContainText('No visible catalog offers it.');
    await expect(lighthouse).toContainText('channel stable');
    await expect(lighthouse).toContainText('Not installed');
    await expect(offer).toHaveAttribute('href', /harbour-lights\/lighthouse\/install\?.*channel=stable/);
    await expectCleanIn(page, EVERY_LOOK);
  });

  await test.step('somebody else installs it, from another channel: told at once', async () => {
    const ref = { namespace: LIGHTS.namespace, name: 'lighthouse' };
    await kube.create(resources.subscriptions, {
      ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: ref },
      spec: {
        ...{ name: 'lighthouse', channel: 'edge', installPlanApproval: 'Manual' },
        ...{ source: LIGHTS.name, sourceNamespace: LIGHTS.namespace },
      },
    });
    await expect(lighthouse).toContainText('Being installed in capstan-system It follows channel edge.');
    await expect(offer).toHaveCount(0);
    await kube.delete(resources.subscriptions, ref);
    await expect(lighthouse).toContainText('Not installed');
  });

  await test.step('on the page that installs, too, where a preview that goes too far says so', async () => {
    await page.goto(urls.installOperatorPackage(FERRY));
    await expect(offer).toBeVisible();
    await main.getByRole('textbox', { name: /Crew/ }).fill('gulls');
    await main.getByRole('textbox', { name: /Boats/ }).fill('200000');
    await expect(main.getByText('Template boat.yaml exceeds a limit')).toBeVisible();
    await expect(main).toContainText('It takes more than 100,000 steps. Use fewer or shorter loops.');
    await expectCleanIn(page, NARROW_AND_WIDE);
    await main.getByRole('textbox', { name: /Boats/ }).fill('5');
    await expect(main.getByText('Template boat.yaml exceeds a limit')).toHaveCount(0);
    await expect(main.getByText('ConfigMap boat')).toBeVisible();
  });

  await test.step('the link leads to its own form; nothing was made on the way', async () => {
    await offer.click();
    await expect(page).toHaveURL(/harbour-lights\/lighthouse\/install/);
    const { items } = await kube.list(resources.subscriptions);
    expect(items.filter((item) => at(item, 'spec', 'name') === 'lighthouse')).toEqual([]);
  });
  for (const source of [SOURCE, LIGHTS]) await kube.delete(resources.catalogSources, source);
});
