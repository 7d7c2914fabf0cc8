import { reordered, stepAfter, type YamlEdit } from '#lib/schema-form/text/edits.ts';
import { isWithin, type Path, pathKey, type PathStep } from '#lib/schema-form/schema/path.ts';

/** What the store can keep of a place in the object. */
export interface UiSlots {
  /** A section: opened or closed by hand, or opened because something in it was looked for. */
  open: boolean;
  /** Kept at the root: what was asked of all sections at once. */
  all: boolean;
  /** "More fields" of an object is open: the fields that stood above it then. */
  more: ReadonlySet<string> | undefined;
  /** "Advanced configuration" of an object is open. */
  advanced: boolean;
  /** The child that search, an error or undo points at: it is shown, whatever hides it. A new object each time. */
  reveal: { readonly step: PathStep } | undefined;
  /** The whole help text is shown. */
  help: boolean;
  /** Text in a control that does not mean a value yet, and the value it was typed over. */
  draft: { readonly text: string; readonly value: unknown } | undefined;
  /** What was last announced, kept at the root; a new object each time. */
  said: { readonly text: string };
  /** A choice of the user's on how a field is shown, in a widget's own words. */
  choice: string | undefined;
  /** Values of the branches of a union that were left for another. */
  left: ReadonlyMap<string, unknown>;
}

interface Kept {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * How the form looks, apart from what it says: which sections are open, what is half typed. Parts of the form come and
 * go with scrolling, so none of it can live in them. Each place is listened to by itself.
 */
export class UiStore {
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get<Slot extends keyof UiSlots>(slot: Slot, path: Path): UiSlots[Slot] | undefined {
    // The key contains the slot, so what lies there was put there as this slot's type.
    return this.#kept.get(keyOf(slot, path))?.value as UiSlots[Slot] | undefined;
  }

  set<Slot extends keyof UiSlots>(slot: Slot, path: Path, value: UiSlots[Slot]): void {
    const key = keyOf(slot, path);
    if (this.#kept.has(key) && Object.is(this.#kept.get(key)?.value, value)) return;
    this.#kept.set(key, { path, value });
    this.#tell(key);
  }

  subscribe(slot: keyof UiSlots, path: Path, listener: () => void): () => void {
    const key = keyOf(slot, path);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /** Opens everything on the way to the path. */
  reveal(path: Path): void {
    for (const [depth, step] of path.entries()) {
      const holder = path.slice(0, depth);
      this.set('reveal', holder, { step });
      this.set('open', holder, true);
    }
    this.set('open', path, true);
  }

  /** Opens every section that holds something, or closes all. */
  openAll(open: boolean): void {
    const decided = [...this.#kept.keys()].filter((key) => key.startsWith('open['));
    for (const key of decided) this.#kept.delete(key);
    this.set('all', [], open);
    for (const key of decided) this.#tell(key);
  }

  /** An edit is about to move items: what is kept of them follows. */
  follow(edit: YamlEdit): void {
    const list = reordered(edit);
    if (list === undefined) return;
    const moving = [...this.#kept].filter(
      ([, { path }]) => path.length > list.length && isWithin(path, list),
    );
    for (const [key] of moving) this.#kept.delete(key);
    for (const [key, { path, value }] of moving) {
      const step = path[list.length];
      const target = step === undefined ? undefined : stepAfter(edit, step);
      if (target === undefined) continue;
      const moved = [...list, target, ...path.slice(list.length + 1)];
      this.#kept.set(key.slice(0, key.indexOf('[')) + pathKey(moved), { path: moved, value });
    }
    for (const key of [...this.#listeners.keys()]) {
      if (key.slice(key.indexOf('[') + 1).startsWith(pathKey(list).slice(1, -1))) this.#tell(key);
    }
  }

  #tell(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

function keyOf(slot: keyof UiSlots, path: Path): string {
  return slot + pathKey(path);
}
