/**
 * The create form on CRDs and examples of real operators: it opens, shows every leaf of the example in a control of its
 * type, writes nothing by itself, and an edit of one leaf changes the lines of that leaf only.
 */
import type { Locator, Page } from '@playwright/test';
import { isDictionary, isList, pathKey, sameValue, setInValue } from '#lib/schema-form/path.ts';
import type { Dictionary, Path } from '#lib/schema-form/path.ts';
import { validateObject } from '#lib/schema-form/object-rules.ts';
import { fieldOf } from '#lib/schema-form/schema.ts';
import { readYaml } from '#lib/schema-form/yaml-read.ts';
import { urls } from '#lib/urls.ts';
import { expect, test } from './fixtures/capstan.ts';
import { NAMESPACE, offer, realForms, resourceOf, structural, withdraw } from './fixtures/real-forms.ts';
import type { RealForm } from './fixtures/real-forms.ts';

const forms = realForms();

// Wide enough for form and YAML side by side, and high enough that what is populated is on the screen.
test.use({ viewport: { width: 1440, height: 4000 } });

test.beforeAll(async ({ capstan }) => {
  await capstan.cluster.kubectl('create', 'namespace', NAMESPACE);
});

test.skip(forms.length === 0, 'the data of real operators is absent');

for (const form of forms) {
  test(`${form.package} ${form.kind}`, async ({ page, capstan }) => {
    await offer(capstan.kube, form);
    await keepCopies(page);
    for (const [index, example] of form.examples.entries()) {
      await test.step(`example ${String(index + 1)}`, async () => {
        await open(page, form);
        const text = await yamlOf(page);
        const value = valueOf(text);
        expect(value).toEqual(placed(example, form));
        const leaves = leavesOf(value);
        await expect.poll(() => misshown(page, leaves)).toEqual([]);
        expect(await yamlOf(page), 'the form wrote something by itself').toBe(text);
        const wrong: string[] = [];
        for (const leaf of leaves) wrong.push(...(await editAndUndo(page, text, leaf)));
        expect(wrong).toEqual([]);
        await expectMarks(page, form, value);
      });
    }
    await withdraw(capstan.kube, form);
  });
}

/** The example in the namespace of the page; nothing else is added. */
function placed(example: Dictionary, { scope }: RealForm): unknown {
  return scope === 'Cluster' ? example : setInValue(example, ['metadata', 'namespace'], NAMESPACE);
}

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Scalars, null and what is empty. */
function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (isList(value) && value.length > 0)
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (isDictionary(value) && Object.keys(value).length > 0)
    return Object.keys(value).flatMap((key) => leavesOf(value[key], [...path, key]));
  return [{ path, value }];
}

async function open(page: Page, form: RealForm): Promise<void> {
  await page.goto(urls.newInstance(resourceOf(form), { namespace: NAMESPACE }));
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
  const expand = page.getByRole('button', { name: 'Expand all' });
  if (await expand.isVisible()) await expand.click();
  await page.getByRole('button', { name: 'The object itself' }).click();
}

/** What "Copy YAML" hands to the clipboard is kept, because a headless browser has none. */
async function keepCopies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: (text: string) => {
          document.documentElement.dataset['copied'] = text;
          return Promise.resolve();
        },
      },
    });
  });
}

async function yamlOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[aria-label="Copy YAML"], [aria-label="Copied"]');
    if (button === null) throw new Error('there is no button to copy the YAML');
    button.click();
    return document.documentElement.dataset['copied'] ?? '';
  });
}

function valueOf(text: string): unknown {
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(`the form made broken YAML:\n${text}`);
  return reading.parsed.value;
}

function controlOf(page: Page, path: Path): Locator {
  return page.locator(`[data-path=${JSON.stringify(pathKey(path))}]`);
}

function sectionOf(page: Page, path: Path): Locator {
  return page.locator(`[data-section=${JSON.stringify(pathKey(path))}]`);
}

/** Leaves that are not shown as they should be, each with what is there instead. */
async function misshown(page: Page, leaves: readonly Leaf[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path, value } of leaves) {
    const where = pathKey(path);
    const control = controlOf(page, path);
    const count = await control.count();
    const saysNull =
      value === null && (await sectionOf(page, path).filter({ hasText: 'null' }).count()) === 1;
    if (saysNull) continue;
    if (isList(value) || isDictionary(value)) {
      if (count + (await sectionOf(page, path).count()) !== 1) found.push(`${where}: not shown once`);
    } else if (count !== 1) found.push(`${where}: ${String(count)} controls`);
    else {
      const state = JSON.stringify(await stateOf(control));
      const wanted = JSON.stringify(stateFor(value));
      if (state !== wanted) found.push(`${where}: ${state} instead of ${wanted}`);
    }
  }
  return found;
}

type ControlState =
  | { control: 'switch'; checked: boolean }
  | { control: 'text'; text: string; lines: 'one' | 'many' }
  | { control: 'number'; text: string }
  | { control: 'null' };

function stateFor(value: unknown): ControlState {
  if (value === null) return { control: 'null' };
  if (typeof value === 'boolean') return { control: 'switch', checked: value };
  if (typeof value === 'string')
    return { control: 'text', text: value, lines: value.includes('\n') ? 'many' : 'one' };
  return { control: 'number', text: String(value) };
}

/** What a person sees in the control: which kind it is, and what it says. */
async function stateOf(control: Locator): Promise<ControlState> {
  return control.evaluate((element): ControlState => {
    const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
    if (element.role === 'switch' || isBox) {
      const checked = isBox ? element.checked : element.ariaChecked === 'true';
      return { control: 'switch', checked };
    }
    if (element instanceof HTMLSelectElement) {
      return { control: 'text', text: element.selectedOptions[0]?.textContent ?? '', lines: 'one' };
    }
    if (element instanceof HTMLTextAreaElement) {
      return { control: 'text', text: element.value, lines: 'many' };
    }
    if (!(element instanceof HTMLInputElement)) {
      const chosen = element.querySelector<HTMLElement>('input:checked, [aria-checked="true"]');
      return { control: 'text', text: chosen?.parentElement?.textContent ?? '', lines: 'one' };
    }
    if (element.value === '' && element.placeholder === 'null') return { control: 'null' };
    return ['numeric', 'decimal'].includes(element.inputMode)
      ? { control: 'number', text: element.value }
      : { control: 'text', text: element.value, lines: 'one' };
  });
}

/** Another value in the control, whose lines alone may change; undo brings back the very text there was. */
async function editAndUndo(page: Page, text: string, { path, value }: Leaf): Promise<string[]> {
  if (!isScalar(value)) return [];
  const where = pathKey(path);
  const control = controlOf(page, path);
  const other = await change(control, value);
  if (other === undefined) return [];
  const edited = await yamlOf(page);
  await control.press('ControlOrMeta+z');
  // Leaves no list of choices open over the next field.
  await control.blur();
  const wrong: string[] = [];
  // A number where only text is allowed may become the text it should be.
  const wanted = [other, ...(path[0] === 'metadata' ? [String(other)] : [])];
  if (!wanted.some((one) => sameValue(valueOf(edited), setInValue(valueOf(text), path, one))))
    wrong.push(`${where} := ${String(other)} made\n${edited}`);
  const lines = changedLines(text, edited);
  if (lines > linesOf(value)) wrong.push(`${where} := ${String(other)} changed ${String(lines)} lines`);
  const back = await yamlOf(page);
  if (back !== text) wrong.push(`${where}: undo left\n${back}`);
  return wrong;
}

type Scalar = string | number | boolean | bigint;

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

/** The value that the control was given; undefined where nobody may change it. */
async function change(control: Locator, value: Scalar): Promise<unknown> {
  if (!(await control.isEditable()) && typeof value !== 'boolean') return undefined;
  if (typeof value === 'boolean') {
    await control.click();
    return !value;
  }
  const isSelect = await control.evaluate((element) => element instanceof HTMLSelectElement);
  if (isSelect) {
    const options = await control
      .locator('option')
      .evaluateAll((all) =>
        all.map((option) => (option instanceof HTMLOptionElement ? [option.value, option.label] : [])),
      );
    const next = options.find(([key, label]) => key !== '' && label !== String(value));
    if (next?.[0] === undefined) return undefined;
    await control.selectOption(next[0]);
    return next[1];
  }
  const choices = await control
    .getByRole('radio')
    .evaluateAll((all) =>
      all.map((radio) => (radio instanceof HTMLInputElement && !radio.checked ? radio.value : '')),
    );
  if (choices.length > 0) {
    const next = choices.find((choice) => choice !== '');
    if (next !== undefined) await control.getByRole('radio', { name: next, exact: true }).check();
    return next;
  }
  const other = typeof value === 'string' ? `${value}7` : Number(value) + 7;
  await control.fill(String(other));
  return other;
}

function linesOf(value: unknown): number {
  return typeof value === 'string' ? value.split('\n').length + 1 : 1;
}

/** What is wrong is marked at its fields, and nothing else is; conformance.int.test.ts compares that with the API server. */
async function expectMarks(page: Page, form: RealForm, value: unknown): Promise<void> {
  const errors = validateObject(fieldOf(structural(form.schema, true)), form, value);
  // Only what cannot be created: the button would make an instance of it.
  if (errors.length === 0) return;
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const wanted = [...new Set(errors.map(({ path }) => pathKey(path)))].sort();
  await expect.poll(() => marksOf(page)).toEqual(wanted);
}

async function marksOf(page: Page): Promise<string[]> {
  const marked = page.locator('[data-path][aria-invalid="true"], [data-section][data-invalid]');
  const paths = await marked.evaluateAll((all) =>
    all.map((element) => element.getAttribute('data-path') ?? element.getAttribute('data-section') ?? ''),
  );
  return [...new Set(paths)].sort();
}

/** Lines from the first that differs to the last. */
function changedLines(before: string, after: string): number {
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return Math.max(old.length, now.length) - head - tail;
}
