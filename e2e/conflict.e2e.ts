/** Several people and controllers change one object: nobody's change is lost without a word. */
import type { Locator, Page } from '@playwright/test';
import type { KubeObject } from '#lib/k8s/object.ts';
import { eventually, expect, parcels, test } from './fixtures/fault-lab.ts';
import type { FaultLab } from './fixtures/fault-lab.ts';
import { expectClean } from './fixtures/clean.ts';
import { paste } from './fixtures/paste.ts';
import { openSignedIn } from './fixtures/sign-in.ts';

const ref = (name: string): { namespace: string; name: string } => ({ namespace: 'faults', name });

test('what others change flows into the form while it is filled in', async ({ page, lab }) => {
  await beginEditing(page, lab, 'disjoint');
  await page.getByLabel('From', { exact: true }).fill('here');
  await somebodyElse(lab, 'disjoint', { to: 'there' });
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('there');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('here');
  const dialog = await review(page);
  const changes = dialog.getByRole('region', { name: '1 field changes' });
  await expect(changes).toContainText('spec.from');
  await expect(changes).toContainText('here');
  await expect(changes).not.toContainText('spec.to');
  await save(page);
  await expectSpec(lab, 'disjoint', { from: 'here', to: 'there' });
});

test('where both changed the same field, one chooses for each', async ({ page, lab }) => {
  await beginEditing(page, lab, 'same', { from: 'before', to: 'before' });
  await page.getByLabel('From', { exact: true }).fill('mine');
  await page.getByLabel('To', { exact: true }).fill('mine');
  await somebodyElse(lab, 'same', { from: 'theirs', to: 'theirs' });
  await expect(page.getByText('Someone else changed 2 fields, too')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveAttribute('aria-disabled', 'true');
  await expectClean(page);
  await page.getByRole('button', { name: 'Keep mine: spec.from' }).click();
  await page.getByRole('button', { name: 'Keep theirs: spec.to' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('theirs');
  await review(page);
  await save(page);
  await expectSpec(lab, 'same', { from: 'mine', to: 'theirs' });
});

test('what is typed as YAML is merged like what is filled in', async ({ page, lab }) => {
  await beginEditing(page, lab, 'typed');
  await page.getByRole('textbox', { name: 'YAML' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await paste(page.getByRole('textbox', { name: 'YAML' }), '\nspec:\n  from: here # a note\n');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('here');
  await somebodyElse(lab, 'typed', { to: 'there' });
  await expect(page.getByRole('textbox', { name: 'YAML' })).toContainText('to: there');
  await expect(page.getByRole('textbox', { name: 'YAML' })).toContainText('# a note');
  await review(page);
  await save(page);
  await expectSpec(lab, 'typed', { from: 'here', to: 'there' });
});

test('an apply takes fields of others only when told to', async ({ page, lab }) => {
  const name = 'applied';
  await lab.kube.create(parcels, parcel(name, { from: 'a', to: 'b' }), { fieldManager: 'kubectl-create' });
  await open(page, lab, name);
  await page.getByLabel('From', { exact: true }).fill('mine');
  await page.getByLabel('To', { exact: true }).fill('mine');
  const dialog = await review(page);
  await dialog.getByRole('radio', { name: /Apply only what I changed/ }).check();
  await expect(dialog.getByText('Other managers own 2 fields you changed')).toBeVisible();
  const saves = dialog.getByRole('button', { name: 'Save changes' });
  await expect(saves).toHaveAttribute('aria-disabled', 'true');
  const from = dialog.getByRole('group', { name: /spec\.from is owned by kubectl-create/ });
  const to = dialog.getByRole('group', { name: /spec\.to is owned by kubectl-create/ });
  await expectClean(page);
  await from.getByRole('radio', { name: /Take ownership/ }).check();
  await to.getByRole('radio', { name: /Keep their value/ }).check();
  await save(page);
  await expectSpec(lab, name, { from: 'mine', to: 'b' });
  const { metadata } = await lab.kube.get(parcels, ref(name));
  expect(JSON.stringify(metadata.managedFields)).toMatch(/"manager":"capstan-console","operation":"Apply"/);
});

test('each field tells where it comes from', async ({ page, lab }) => {
  const name = 'origin';
  await lab.kube.create(parcels, parcel(name, { from: 'a' }), { fieldManager: 'kubectl-create' });
  await open(page, lab, name);
  await page.getByRole('button', { name: 'Origin of this value', description: 'From', exact: true }).click();
  const origin = page.getByRole('dialog', { name: 'Origin of From' });
  await expect(origin).toContainText('kubectl-create');
  await expect(origin).toContainText('Set with a tool.');
  await page.keyboard.press('Escape');
  await expect(origin).toBeHidden();
});

test('a draft outlives its page, and takes in what changed since', async ({ page, lab }) => {
  await beginEditing(page, lab, 'drafted', { from: 'before', to: 'before' });
  await page.getByLabel('From', { exact: true }).fill('drafted');
  const other = await page.context().newPage();
  await other.goto(`${lab.web.origin}/plans`);
  await other.waitForFunction(isDraftKept);
  await other.evaluate(holdDraftAfterItsPage);
  await page.reload();
  await expect.poll(() => other.evaluate(isDraftWaitedFor)).toBe(true);
  await other.close();
  await expect(page.getByText('Unsaved draft from')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('before');
  await somebodyElse(lab, 'drafted', { to: 'meanwhile' });
  await page.getByRole('button', { name: 'Resume draft' }).click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('drafted');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('meanwhile');
  await review(page);
  await save(page);
  await expectSpec(lab, 'drafted', { from: 'drafted', to: 'meanwhile' });
  await open(page, lab, 'drafted');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('drafted');
  await expect(page.getByText('Unsaved draft from')).toBeHidden();
});

for (const width of [390, 1440]) {
  test(`the editor and its review are clean at ${String(width)} px`, async ({ page, lab }) => {
    await page.setViewportSize({ width, height: 900 });
    await beginEditing(page, lab, `clean-${String(width)}`, { from: 'a', to: 'b' });
    await page.getByLabel('From', { exact: true }).fill('c');
    await expectClean(page);
    const dialog = await review(page);
    await expect(dialog.getByText('Dry run passed: the object is saved exactly as shown.')).toBeVisible();
    await expectClean(page);
  });
}

// These run in another page.

const isDraftKept = (): boolean => Object.keys(localStorage).some((key) => key.startsWith('capstan.draft:'));

/** As if a page that is left were slow to let go of its draft: until this one is closed. */
function holdDraftAfterItsPage(): void {
  const key = Object.keys(localStorage).find((one) => one.startsWith('capstan.draft:')) ?? '';
  void navigator.locks.request(key, () => {
    document.documentElement.dataset['holds'] = key;
    return new Promise(() => undefined);
  });
}

/** By the page that has come in the place of the first: that one has let go. */
async function isDraftWaitedFor(): Promise<boolean> {
  const key = document.documentElement.dataset['holds'];
  const { pending = [] } = await navigator.locks.query();
  return key !== undefined && pending.some(({ name }) => name === key);
}

function parcel(name: string, spec: object): KubeObject {
  const { group, version, kind } = parcels;
  return { apiVersion: `${group}/${version}`, kind, metadata: ref(name), spec };
}

async function beginEditing(page: Page, lab: FaultLab, name: string, spec?: object): Promise<void> {
  if (spec === undefined) await lab.create(name);
  else await lab.kube.create(parcels, parcel(name, spec));
  await open(page, lab, name);
}

async function open(page: Page, lab: FaultLab, name: string): Promise<void> {
  await openSignedIn(page, lab.web.launchUrl);
  await page.goto(`${lab.web.origin}${lab.path}/faults/${name}?tab=edit`);
  await expect(page.getByLabel('From', { exact: true })).toBeEditable();
}

async function somebodyElse(lab: FaultLab, name: string, spec: Record<string, string>): Promise<void> {
  await lab.kube.patch(parcels, ref(name), { type: 'merge', body: { spec } });
}

async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  return page.getByRole('dialog', { name: 'Review changes' });
}

async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  const button = dialog.getByRole('button', { name: 'Save changes' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
  await expect(dialog).toBeHidden();
}

async function expectSpec(lab: FaultLab, name: string, spec: Record<string, string>): Promise<void> {
  await eventually(async () => {
    const object = await lab.kube.get(parcels, ref(name));
    expect(object['spec']).toEqual(spec);
  });
}
