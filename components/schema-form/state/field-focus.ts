'use client';
import { flushSync } from 'react-dom';
import { type Path, pathKey } from '#lib/schema-form/schema/path.ts';

/** The control of a value, or the section that it lies in: the closest that is in the page. */
function closestElement(path: Path): HTMLElement | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const found = elementAt(path.slice(0, length));
    if (found !== null) return found;
  }
  return undefined;
}

/** The control or section of a value, when it is drawn. */
export function elementAt(path: Path): HTMLElement | null {
  const key = CSS.escape(pathKey(path));
  return (
    document.querySelector<HTMLElement>(`[data-path="${key}"]`) ??
    document.querySelector<HTMLElement>(`[data-section="${key}"]`)
  );
}

const FOCUSABLE = 'input:not([type=hidden]), textarea, select, button, [tabindex]';

/** Scrolls there and puts the cursor in it. */
export function goTo(path: Path): boolean {
  const found = closestElement(path);
  if (found === undefined) return false;
  const control = controlIn(found) ?? found;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  return true;
}

/** The focus is where text goes. */
export function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true;
}

/** Of options side by side the chosen one has the keys, as it has when Tab leads there. */
function controlIn(found: HTMLElement): HTMLElement | null {
  if (found.matches('[role=radiogroup]'))
    return found.querySelector<HTMLElement>('input:checked') ?? found.querySelector<HTMLElement>('input');
  return found.matches(FOCUSABLE) ? found : found.querySelector<HTMLElement>(FOCUSABLE);
}

/**
 * To what a click or key has just added, which is drawn at once for that: letters typed right after it are meant for it, and
 * without a focus they would go nowhere, or be taken for keys of the page. Not to be called while React draws.
 */
export function focusAdded(find: () => Element | null | undefined): void {
  flushSync(() => undefined);
  const found = find();
  const control = found instanceof HTMLElement ? controlIn(found) : null;
  if (control === null) focusLater(() => [find()]);
  else control.focus();
}

/** Once what was just done is drawn: the first of these that can take the focus gets it. */
export function focusLater(candidates: () => readonly (Element | null | undefined)[]): void {
  requestAnimationFrame(() => {
    for (const candidate of candidates()) {
      if (!(candidate instanceof HTMLElement)) continue;
      const control = controlIn(candidate);
      if (control === null) continue;
      control.focus();
      return;
    }
  });
}
