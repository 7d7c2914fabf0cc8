/** What a form shows of an object, as a person sees it. Runs in the page. */
import { isDictionary, isList, pathKey } from '#lib/schema-form/schema/path.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import type { Leaf, Scalar } from './leaves.ts';

export function controlsOf(path: Path): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-path="${CSS.escape(pathKey(path))}"]`)];
}

function sectionsOf(path: Path): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-section="${CSS.escape(pathKey(path))}"]`)];
}

/** Leaves that are not shown as they should be, each with what is there instead. */
export function misshown(leaves: readonly Leaf[]): string[] {
  return leaves.flatMap(({ path, value }) => {
    const where = pathKey(path);
    const [control, ...others] = controlsOf(path);
    const sections = sectionsOf(path);
    const saying = sections.filter(({ textContent }) => textContent.includes('null'));
    if (value === null && saying.length === 1) return [];
    const count = control === undefined ? 0 : 1 + others.length;
    if (isList(value) || isDictionary(value))
      return count + sections.length === 1 ? [] : [`${where}: not shown once`];
    if (control === undefined || count > 1) return [`${where}: ${String(count)} controls`];
    if (!isSeen(control)) return [`${where}: out of sight`];
    const state = JSON.stringify(stateOf(control));
    const wanted = JSON.stringify(stateFor(value));
    return state === wanted ? [] : [`${where}: ${state} instead of ${wanted}`];
  });
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

/** Which kind of control it is, and what it says. */
function stateOf(element: HTMLElement): ControlState {
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
}

function isSeen(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

type Act =
  | { readonly kind: 'press' }
  | { readonly kind: 'write' }
  /** What names the option of a list, or the one of several buttons. */
  | { readonly kind: 'choose'; readonly option: string };

/** A way to give a control another value, and the value that it is then. */
export interface Step {
  readonly act: Act;
  readonly given: string | number | boolean;
}

/** Undefined where there is nothing else to choose. Texts get a blank, which is easily lost. */
export function stepFor(control: HTMLElement, value: Scalar): Step | undefined {
  if (typeof value === 'boolean') return { act: { kind: 'press' }, given: !value };
  if (control instanceof HTMLSelectElement) {
    const next = [...control.options].find((option) => option.value !== '' && option.label !== String(value));
    return next === undefined
      ? undefined
      : { act: { kind: 'choose', option: next.value }, given: next.label };
  }
  const buttons = [...control.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  if (buttons.length > 0) {
    const next = buttons.find((button) => !button.checked && button.value !== '');
    return next === undefined
      ? undefined
      : { act: { kind: 'choose', option: next.value }, given: next.value };
  }
  return { act: { kind: 'write' }, given: typeof value === 'string' ? `${value}7 ` : Number(value) + 7 };
}

export function isEditable(control: HTMLElement): boolean {
  return !control.matches(':disabled, [readonly], [aria-disabled=true], [aria-readonly=true]');
}

/** Fields and sections that are marked as wrong, by their paths. */
export function marks(): string[] {
  const marked = document.querySelectorAll<HTMLElement>(
    '[data-path][aria-invalid="true"], [data-section][data-invalid]',
  );
  const paths = [...marked].map(({ dataset }) => dataset['path'] ?? dataset['section'] ?? '');
  return [...new Set(paths)].sort();
}
