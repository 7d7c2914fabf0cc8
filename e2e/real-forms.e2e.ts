/**
 * The create form on CRDs and examples of real operators in a whole console: what the cluster says of a kind and its
 * operator reaches the form, and keys and presses of a real person do what form-walk.e2e.ts, which goes through all
 * forms, does by itself. The walk is the same.
 */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pathKey } from '#lib/schema-form/schema/path.ts';
import { urls } from '#lib/urls.ts';
import { pageScript } from '#local/testing/page-script.ts';
import { isDeep } from '#local/testing/effort.ts';
import { expect, test } from './fixtures/capstan.ts';
import { givenBy, NAMESPACE, offer, realForms, resourceOf, withdraw } from './fixtures/real-forms.ts';
import type { RealForm } from './fixtures/real-forms.ts';
import type { Step } from './walk/controls.ts';
import { faultsOf } from './walk/leaves.ts';
import type { Change } from './walk/walk.ts';

/** One that belongs to no namespace; the largest schema, with descriptors and rules; one with mistakes and long texts. */
const FEW: ReadonlySet<string> = new Set(['ClusterSecretStore', 'ArgoCD', 'ExternalSecret']);

const all = realForms();
const forms = isDeep ? all : all.filter(({ kind }) => FEW.has(kind));

// Examples with mistakes are refused by the check that runs while a form is open, on machines slow enough for it to.
test.use({ expectedErrors: [/status of 4(00|22) .*dryRun=All/] });
// Wide enough for form and YAML side by side, and high enough that what is populated is on the screen.
test.use({ viewport: { width: 1440, height: 4000 } });

let walk = '';

test.beforeAll(async ({ capstan }) => {
  await capstan.cluster.kubectl('create', 'namespace', NAMESPACE);
  walk = await pageScript(join(import.meta.dirname, 'walk/walk.ts'), 'production');
});

test.skip(forms.length === 0, 'the data of real operators is absent');

for (const form of forms) {
  test(`${form.package} ${form.kind}`, async ({ page, capstan }) => {
    await offer(capstan.kube, form);
    await page.addInitScript(walk);
    for (const [index, example] of form.examples.entries()) {
      await test.step(`example ${String(index + 1)}`, async () => {
        await open(page, form);
        for (const change of await page.evaluate(() => window.formWalk.samples())) {
          expect(await editByHand(page, change)).toEqual([]);
        }
        const given = givenBy(form, example);
        expect(await page.evaluate((what) => window.formWalk.walk(what), given)).toEqual([]);
      });
    }
    await withdraw(capstan.kube, form);
  });
}

async function open(page: Page, form: RealForm): Promise<void> {
  await page.goto(urls.newInstance(resourceOf(form), { namespace: NAMESPACE }));
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
  await page.evaluate(() => window.formWalk.open());
}

async function yamlOf(page: Page): Promise<string> {
  return page.evaluate(() => window.formWalk.copy());
}

/** The leaf changed by mouse and keys, and brought back by Ctrl+Z; what is wrong with either. */
async function editByHand(page: Page, { leaf, step }: Change): Promise<string[]> {
  const control = page.locator(`[data-path=${JSON.stringify(pathKey(leaf.path))}]`);
  const before = await yamlOf(page);
  await performByHand(control, page, step, leaf.value);
  await expect.poll(() => yamlOf(page)).not.toBe(before);
  const wrong = faultsOf({ leaf, given: step.given }, before, await yamlOf(page));
  await control.press('ControlOrMeta+z');
  await expect.poll(() => yamlOf(page), `undo at ${pathKey(leaf.path)}`).toBe(before);
  // Leaves no list of choices open over the next field.
  await control.blur();
  return wrong;
}

async function performByHand(
  control: Locator,
  page: Page,
  { act, given }: Step,
  value: unknown,
): Promise<void> {
  if (act.kind === 'press') await control.click();
  else if (act.kind === 'write') {
    // Key by key; a text grows at its end.
    const isText = typeof value === 'string';
    await control.click();
    await page.keyboard.press(isText ? 'ControlOrMeta+End' : 'ControlOrMeta+a');
    await page.keyboard.type(String(given).slice(isText ? value.length : 0));
  } else if (await control.evaluate((element) => element instanceof HTMLSelectElement))
    await control.selectOption(act.option);
  else await control.getByRole('radio', { name: act.option, exact: true }).check();
}
