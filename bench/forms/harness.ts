/** Runs in the page: mounts a form and measures what it costs, the same way for every form. */

export interface Work {
  /** JSON texts: what is parsed anew has no caches from before. */
  readonly schema: string;
  readonly object: string;
  readonly descriptors: string;
}

export interface Mounted {
  /** Milliseconds of script, then until the browser has painted. */
  readonly js: number;
  readonly paint: number;
  readonly nodes: number;
  readonly controls: number;
}

export interface Spent {
  readonly js: number;
  readonly paint: number;
}

export interface Opened extends Spent {
  /** How many sections were opened, and which one took longest. */
  readonly count: number;
  readonly slowest: string;
}

export interface Harness {
  readonly mount: (work: Work) => Promise<Mounted>;
  /** Types into a text box in the middle of what is shown; each key press on its own. */
  readonly type: (keys: number) => Promise<readonly Spent[]>;
  /** Opens every closed section it finds, one after the other, at most so many. */
  readonly openSections: (atMost: number) => Promise<Opened>;
  readonly unmount: () => Promise<void>;
}

declare global {
  interface Window {
    harness: Harness;
  }
}

/** `render` draws at once and gives back what takes the form away again. */
export function expose(render: (work: Work, into: HTMLElement) => () => void): void {
  let remove: (() => void) | undefined;
  window.harness = {
    mount: async (work) => {
      const main = document.createElement('main');
      document.body.replaceChildren(main);
      await painted();
      const start = performance.now();
      remove = render(work, main);
      await scripted();
      const js = performance.now() - start;
      await painted();
      const paint = performance.now() - start;
      return { js, paint, nodes: nodesOf(main), controls: controlsOf(main).length };
    },
    type: async (keys) => {
      const boxes = controlsOf(document).filter(isTextBox);
      const box = boxes[Math.floor(boxes.length / 2)];
      if (box === undefined) return [];
      box.focus();
      await settled();
      const spent: Spent[] = [];
      for (let key = 0; key < keys; key += 1) spent.push(await measured(() => typeOne(box)));
      return spent;
    },
    openSections: async (atMost) => {
      let longest = { js: 0, paint: 0, slowest: '' };
      let count = 0;
      const seen = new Set<string>();
      for (;;) {
        const toggle = [...document.querySelectorAll<HTMLElement>('main [aria-expanded=false]')].find(
          (one) => !seen.has(nameOf(one)) && one.closest('[data-section]') !== null,
        );
        if (toggle === undefined || count >= atMost) return { ...longest, count };
        seen.add(nameOf(toggle));
        toggle.scrollIntoView({ block: 'center' });
        await settled();
        const spent = await measured(() => {
          toggle.click();
        });
        count += 1;
        if (spent.paint > longest.paint) longest = { ...spent, slowest: nameOf(toggle) };
      }
    },
    unmount: async () => {
      remove?.();
      document.body.replaceChildren();
      await settled();
    },
  };
}

function nameOf(toggle: HTMLElement): string {
  return `${toggle.closest('[data-section]')?.getAttribute('data-section') ?? ''} ${toggle.textContent}`;
}

function nodesOf(parent: Element): number {
  return parent.querySelectorAll('*').length;
}

function controlsOf(parent: ParentNode): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>('input, textarea, select, [role=switch]')];
}

function isTextBox(control: HTMLElement): control is HTMLInputElement {
  return (
    control instanceof HTMLInputElement &&
    control.type === 'text' &&
    !control.disabled &&
    !control.readOnly &&
    control.inputMode === '' &&
    control.value !== ''
  );
}

/** As a key press does: React hears of it and draws before the event ends. */
function typeOne(box: HTMLInputElement): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  own?.set?.call(box, `${box.value}x`);
  box.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'x', inputType: 'insertText' }));
}

/** What an act costs: its script, and until the browser has painted what came of it. */
export async function measured(act: () => void): Promise<Spent> {
  const start = performance.now();
  act();
  await scripted();
  const js = performance.now() - start;
  await painted();
  const paint = performance.now() - start;
  await settled();
  return { js, paint };
}

/** What was left for the end of the task is done, too. */
function scripted(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });
}

/** The second frame begins when the first is painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Whatever was put off to a quiet moment is done. */
async function settled(): Promise<void> {
  await painted();
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
}
