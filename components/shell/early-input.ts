/**
 * What people press, type and choose before React has taken over the page. The HTML shows its controls at once, their
 * handlers come with the scripts: until then a press would do nothing, a button would send its form, and what was typed
 * would stand in a field that knows nothing of it.
 */

/** Told to the document when the page handles its events itself. */
const READY = 'capstan:ready';

/** JavaScript for the first HTML, which has to run before anything is shown. */
export const earlyInput = `(${keepInput.toString()})('${READY}')`;

/** The page is ready: what was typed and chosen, and the last press, count now. */
export function releaseEarlyInput(): void {
  // For whoever drives the page by a program, and must not be quicker than it is.
  document.documentElement.dataset['ready'] = '';
  document.dispatchEvent(new Event(READY));
}

/** Sent to browsers as its text: it knows nothing that stands outside of it. */
function keepInput(ready: string): void {
  let last: HTMLElement | undefined;
  const fields = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>();
  const press = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    event.preventDefault();
    // Where React listens already, it may handle this one itself: then it would count twice.
    event.stopImmediatePropagation();
    last = button;
  };
  const write = ({ target }: Event): void => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      fields.add(target);
  };
  const tell = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): void => {
    if (field instanceof HTMLSelectElement) {
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      const { checked } = field;
      field.checked = !checked;
      field.click();
    } else {
      // React takes a field as changed only where its value is not the last that React has seen: the one set on the
      // element itself. The one set past it, by the setter that all fields share, is what was typed.
      const { value } = field;
      field.value = '';
      const shared = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(shared.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
  const release = (): void => {
    removeEventListener('click', press, true);
    removeEventListener('input', write, true);
    for (const field of fields) if (field.isConnected) tell(field);
    if (last?.isConnected === true) last.click();
  };
  addEventListener('click', press, true);
  addEventListener('input', write, true);
  document.addEventListener(ready, release, { once: true });
}
