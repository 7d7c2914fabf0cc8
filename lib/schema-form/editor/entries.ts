/** Keys and list items of a YAML text as they are written, whether or not the text as a whole can be read. */
import type { Path, PathStep } from '../schema/path.ts';

/**
 * How a value is written: `block` is a text behind `|` or `>`, `flow` stands in brackets, `none` is not begun, or
 * lies below.
 */
export type ValueStyle = 'none' | 'plain' | 'quoted' | 'block' | 'flow';

/** Where the value of an entry stands, so far as it begins beside or below its key; offsets into the text. */
export interface ValueSpan {
  readonly from: number;
  readonly to: number;
  readonly style: ValueStyle;
}

/** A key or item with all that stands below it. */
export interface Entry {
  readonly kind: 'root' | 'key' | 'item';
  readonly parent: Entry | undefined;
  /** The key or the index; of a root, its place among the documents of the text. */
  readonly step: PathStep;
  /** Column of the key or dash; -1 of a root. Inside brackets it says nothing. */
  readonly column: number;
  /** Inside `{}` or `[]`. */
  readonly flow: boolean;
  /** Offset of the key or dash. */
  readonly from: number;
  /** Offset behind the key or dash. */
  readonly keyTo: number;
  /** Offset behind the colon or dash; undefined while a key between brackets has no colon yet. */
  readonly valueFrom: number | undefined;
  value: ValueSpan;
  readonly children: Entry[];
  /** Offset behind all that belongs to the entry. */
  to: number;
}

/** The steps from its document's root; empty for a root. */
export function entryPath(entry: Entry): Path {
  const steps: PathStep[] = [];
  for (let at = entry; at.parent !== undefined; at = at.parent) steps.unshift(at.step);
  return steps;
}

/** What must be known of an entry when its key or dash has been read. */
export type NewEntry = Pick<Entry, 'kind' | 'parent' | 'column' | 'from' | 'keyTo' | 'valueFrom'> & {
  readonly step?: PathStep;
  readonly flow?: boolean;
};

/** A new last child of its parent. An item without a step is the next one. */
export function addEntry(made: NewEntry): Entry {
  const { kind, parent, column, from, keyTo, valueFrom } = made;
  const entry: Entry = {
    kind,
    parent,
    step: made.step ?? parent?.children.length ?? 0,
    column,
    flow: made.flow ?? false,
    from,
    keyTo,
    valueFrom,
    value: { from: valueFrom ?? keyTo, to: valueFrom ?? keyTo, style: 'none' },
    children: [],
    to: valueFrom ?? keyTo,
  };
  parent?.children.push(entry);
  return entry;
}

/** The entry and all around it reach at least this far. */
export function extendTo(entry: Entry, to: number): void {
  for (let at: Entry | undefined = entry; at !== undefined && at.to < to; at = at.parent) at.to = to;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** The text that a scalar on one line stands for. */
export function unquoted(source: string): string {
  const quote = source[0];
  if (quote === "'") return source.slice(1, source.endsWith("'") ? -1 : undefined).replaceAll("''", "'");
  if (quote !== '"') return source;
  const inside = source.slice(1, source.length > 1 && source.endsWith('"') ? -1 : undefined);
  return inside.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** Offset behind the quote that closes the one at `from`; -1 when it is not closed before `limit`. */
export function quoteEnd(text: string, from: number, limit: number): number {
  const quote = text[from];
  for (let at = from + 1; at < limit; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at += 1;
      else return at + 1;
    }
  }
  return -1;
}

/** Is there white space, or nothing, at the offset? */
export function isGap(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || char === ' ' || char === '\t' || char === '\n' || char === '\r';
}
