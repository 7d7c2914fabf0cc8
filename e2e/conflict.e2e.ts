/** Two people change one object: nobody's change is lost without a word. */
import type { Page } from '@playwright/test';
import { eventually, expect, parcels, test } from './fixtures/fault-lab.ts';
import type { FaultLab } from './fixtures/fault-lab.ts';

const ref = (name: string): { namespace: string; name: string } => ({ namespace: 'faults', name });

test('changes of different fields are merged', async ({ page, lab }) => {
  await beginEditing(page, lab, 'disjoint');
  await type(page, 'spec:\n  from: here');
  await somebodyElse(lab, 'disjoint', { to: 'there' });
  await expect(page.getByText('You and they changed different fields')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Theirs now' })).toContainText('to: there');
  await expect(page.getByRole('textbox', { name: 'Yours' })).toContainText('from: here');
  await page.getByRole('button', { name: 'Merge both' }).click();
  await save(page);
  await expectSpec(lab, 'disjoint', { from: 'here', to: 'there' });
});

test('where both changed the same field, one has to choose', async ({ page, lab }) => {
  await beginEditing(page, lab, 'same');
  await type(page, 'spec:\n  to: mine');
  await somebodyElse(lab, 'same', { to: 'theirs' });
  await expect(page.getByText('changed the same, to different values: spec.to').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge both' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expectSpec(lab, 'same', { to: 'mine' });
});

async function beginEditing(page: Page, lab: FaultLab, name: string): Promise<void> {
  await lab.create(name);
  await page.goto(lab.web.launchUrl);
  await page.goto(`${lab.web.origin}${lab.path}/faults/${name}?tab=yaml`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
}

async function type(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: /^YAML of / });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(`\n${text}\n`);
}

async function somebodyElse(lab: FaultLab, name: string, spec: Record<string, string>): Promise<void> {
  await lab.kube.patch(parcels, ref(name), { type: 'merge', body: { spec } });
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function expectSpec(lab: FaultLab, name: string, spec: Record<string, string>): Promise<void> {
  await eventually(async () => {
    const object = await lab.kube.get(parcels, ref(name));
    expect(object['spec']).toEqual(spec);
  });
}
