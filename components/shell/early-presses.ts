/**
 * Presses that come before React has taken over the page. The HTML shows its buttons at once, their handlers come with the
 * scripts: until then a press would do nothing, or a button would send its form.
 */

/** Told to the document when the page handles its events itself. */
const READY = 'capstan:ready';

/** JavaScript for the first HTML, which has to run before anything is shown. */
export const earlyPresses = `(${keepPresses.toString()})('${READY}')`;

/** The page is ready: the last press counts now. */
export function releaseEarlyPresses(): void {
  document.dispatchEvent(new Event(READY));
}

/** Sent to browsers as its text: it knows nothing that stands outside of it. */
function keepPresses(ready: string): void {
  let last: HTMLElement | undefined;
  const keep = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    event.preventDefault();
    // Where React listens already, it may handle this one itself: then it would count twice.
    event.stopImmediatePropagation();
    last = button;
  };
  const release = (): void => {
    removeEventListener('click', keep, true);
    if (last?.isConnected === true) last.click();
  };
  addEventListener('click', keep, true);
  document.addEventListener(ready, release, { once: true });
}
