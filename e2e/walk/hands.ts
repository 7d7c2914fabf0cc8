/** Does in the page what a person does with a form, by the events that a browser makes of it, and waits until it is done. */
import type { Step } from './controls.ts';

/** Only for what never comes: a busy machine must not fail a walk. */
const LIMIT_MS = 20_000;

/** Whether it came to hold. Looks once what is due at once is done, and then at each frame. */
export async function until(holds: () => boolean): Promise<boolean> {
  const end = performance.now() + LIMIT_MS;
  await task();
  while (!holds()) {
    if (performance.now() > end) return false;
    await frame();
  }
  return true;
}

/** What was left for the end of the task is done, too. */
function task(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** After all that others have put off to the next frame. */
export function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      resolve();
    });
  });
}

/** The button of this name that may be pressed. */
export function buttonNamed(name: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('button, [role=button]')].find(
    (button) => (button.ariaLabel ?? button.textContent.trim()) === name && button.ariaDisabled !== 'true',
  );
}

export async function pressButton(name: string): Promise<void> {
  await until(() => buttonNamed(name) !== undefined);
  const button = buttonNamed(name);
  if (button === undefined) throw new Error(`there is no button "${name}"`);
  press(button);
}

let copied = '';

/** What "Copy YAML" hands to the clipboard is kept, because a headless browser has none. */
export function keepCopies(): void {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) => {
        copied = text;
        return Promise.resolve();
      },
    },
  });
}

/** What "Copy YAML" hands out. */
export function copyOf(): string {
  const button = copyButton();
  if (button === null) throw new Error('there is no button to copy the YAML');
  button.click();
  return copied;
}

export function copyButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[aria-label="Copy YAML"], [aria-label="Copied"]');
}

/** Makes the step. Throws where a person could not. */
export function perform(control: HTMLElement, { act, given }: Step): void {
  if (act.kind === 'press') press(control);
  else if (act.kind === 'write') write(control, String(given));
  else if (control instanceof HTMLSelectElement) select(control, act.option);
  else {
    const buttons = [...control.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const wanted = buttons.find(({ value }) => value === act.option);
    if (wanted === undefined) throw new Error(`there is no choice "${act.option}"`);
    press(wanted);
  }
}

function press(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  if (!isHit) throw new Error(`a press would hit ${hit?.outerHTML.slice(0, 200) ?? 'nothing'}`);
  element.focus({ preventScroll: true });
  element.click();
}

/** As a paste over all that is there: React looks for values that went by it. */
function write(control: HTMLElement, text: string): void {
  const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  control.focus();
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}

function select(control: HTMLSelectElement, option: string): void {
  control.focus();
  control.value = option;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether the form took the keys for itself: else the browser would undo something, too. */
export function pressUndo(control: HTMLElement): boolean {
  control.focus();
  return !control.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true }),
  );
}
