/** What a cursor can be about. */
import type { Path } from '../schema/path.ts';
import { type Entry, entryPath, type ValueSpan } from './entries.ts';

/** The characters that a completion replaces. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a key, an item or a value may begin. */
export interface Start extends Span {
  readonly at: 'start';
  /** The object, list or value that is being written. */
  readonly path: Path;
  /** What is there already, besides what is being written. */
  readonly has: 'nothing' | 'keys' | 'items';
  readonly taken: ReadonlySet<string>;
  /** How many items there are. */
  readonly size: number;
  /** Column in which keys or dashes stand. */
  readonly column: number;
  readonly flow: boolean;
  /** Behind a dash that no space follows. */
  readonly needsSpace: boolean;
  /** Behind a dash: keys may stand here, a list of its own had better not. */
  readonly afterDash: boolean;
  /** The list above whose dashes stand in this column, with the number of its items. */
  readonly list?: { readonly path: Path; readonly size: number };
}

/** In or behind a key that is there already. */
export interface KeyCursor extends Span {
  readonly at: 'key';
  /** The object whose key it is. */
  readonly path: Path;
  readonly taken: ReadonlySet<string>;
}

/** In a scalar, or behind the colon or dash where one may begin. */
export interface ValueCursor extends Span {
  readonly at: 'value';
  readonly path: Path;
  readonly quote: '"' | "'" | undefined;
  readonly flow: boolean;
  /** Nothing follows the key yet, so that what belongs below it may be begun. */
  readonly empty: boolean;
  /** Column of the key whose value it is. */
  readonly column: number;
  readonly needsSpace: boolean;
}

/** In a comment, in running text, or where nothing sensible can be written. */
export interface NoCursor {
  readonly at: 'text';
}

/** What may be written where the cursor stands, told apart by `at`. */
export type Cursor = Start | KeyCursor | ValueCursor | NoCursor;

/** Nothing is offered here. */
export const TEXT: NoCursor = { at: 'text' };

/** Keys of the object other than the one that is being written. */
export function keysBeside(owner: Entry, child: Entry | undefined): ReadonlySet<string> {
  return new Set(
    owner.children.filter((one) => one !== child && one.kind === 'key').map((one) => String(one.step)),
  );
}

/** In or before the value of a key or item. */
export function valueIn(text: string, entry: Entry, offset: number): Cursor {
  const { style, from, to } = entry.value;
  const base = {
    at: 'value',
    path: entryPath(entry),
    flow: entry.flow,
    column: entry.column,
    needsSpace: false,
  } as const;
  if (style === 'none') {
    const needsSpace = entry.kind === 'key' && offset === entry.valueFrom;
    const empty = entry.children.length === 0;
    return { ...base, from: offset, to: offset, quote: undefined, empty, needsSpace };
  }
  if (offset < from || offset > to || style === 'block' || style === 'flow') return TEXT;
  if (style === 'plain') return { ...base, from, to, quote: undefined, empty: false };
  const inside = withinQuotes(text, entry.value, offset);
  return inside === undefined ? TEXT : { ...base, ...inside, empty: false };
}

function withinQuotes(
  text: string,
  { from, to }: ValueSpan,
  offset: number,
): Pick<ValueCursor, 'from' | 'to' | 'quote'> | undefined {
  const quote = text[from] === '"' ? '"' : "'";
  const closed = to - from > 1 && text[to - 1] === quote;
  if (offset === from || (closed && offset === to)) return undefined;
  return { from: from + 1, to: closed ? to - 1 : to, quote };
}
