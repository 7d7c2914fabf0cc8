/** Where in the object a cursor stands, and what may be written there. */
import { optional } from '../../base/loose.ts';
import type { Path } from '../schema/path.ts';
import { flowAround, inFlow } from './cursor-flow.ts';
import { type Cursor, keysBeside, type Start, TEXT, valueIn } from './cursor-kinds.ts';
import { type Entry, isGap, entryPath } from './entries.ts';
import type { Outline } from './outline.ts';

/**
 * Told from the outline alone, so it works in broken text too. @param offset of the cursor into the outline's text
 */
export function cursorAt(outline: Outline, offset: number): Cursor {
  const { text } = outline;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  if (inComment(text, from, offset)) return TEXT;
  const entry = entryBefore(outline, offset);
  const around = flowAround(entry, offset);
  if (around !== undefined) return inFlow(text, around, offset);
  if (entry.from >= from && entry.kind !== 'root') return onEntryLine(text, entry, offset);
  const indented = skipSpaces(text, from);
  const quoted = onlyValueOf(entry, indented);
  if (offset < indented)
    return text[indented] === undefined || isGap(text, indented) ? startOfLine(outline, from, offset) : TEXT;
  return quoted ?? startOfLine(outline, from, indented, offset);
}

/** The path of what the cursor is in or beside; also in comments and running text. */
export function pathAt(outline: Outline, offset: number): Path {
  return entryPath(entryAt(outline, offset));
}

/** The innermost entry that the cursor is in: on its line, or below it and deeper. */
export function entryAt(outline: Outline, offset: number): Entry {
  const { text } = outline;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  let entry = entryBefore(outline, offset);
  if (entry.kind !== 'root' && (entry.from >= from || entry.flow)) return entry;
  const next = firstOnLine(outline, from);
  if (next !== undefined) return next;
  const start = skipSpaces(text, from);
  const column = text[start] === undefined || isGap(text, start) ? offset - from : start - from;
  while (entry.parent !== undefined && entry.column >= column && entry.value.to <= offset)
    entry = entry.parent;
  return entry;
}

function firstOnLine(outline: Outline, from: number): Entry | undefined {
  const start = skipSpaces(outline.text, from);
  const entry = entryBefore(outline, start);
  return entry.from === start && entry.kind !== 'root' ? entry : undefined;
}

/** The last entry that begins at or before the offset. */
function entryBefore({ documents }: Outline, offset: number): Entry {
  let entry = lastBefore(documents, offset);
  for (let next = entry; next !== undefined; next = lastBefore(next.children, offset)) entry = next;
  const [first] = documents;
  if (entry === undefined && first === undefined) throw new Error('an outline has at least one document');
  return entry ?? (first as Entry);
}

function lastBefore(entries: readonly Entry[], offset: number): Entry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.from ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function inComment(text: string, from: number, offset: number): boolean {
  let quote: string | undefined;
  for (let at = from; at < offset; at += 1) {
    const char = text[at];
    const begins = at === from || isGap(text, at - 1);
    if (quote !== undefined) quote = char === quote ? undefined : quote;
    else if (char === '#' && begins) return true;
    else if (isQuote(char) && (begins || '[{,:'.includes(text[at - 1] ?? ' '))) quote = char;
  }
  return false;
}

function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'";
}

/** On a line on which a key or a dash begins before the cursor. */
function onEntryLine(text: string, entry: Entry, offset: number): Cursor {
  if (entry.kind === 'item') return afterDash(text, entry, offset);
  if (offset <= entry.keyTo) {
    const { parent } = entry;
    if (parent === undefined) return TEXT;
    return {
      at: 'key',
      path: entryPath(parent),
      from: entry.from,
      to: entry.keyTo,
      taken: keysBeside(parent, entry),
    };
  }
  if (entry.valueFrom === undefined || offset < entry.valueFrom) return TEXT;
  if (entry.children.length > 0 && entry.value.style === 'none') return TEXT;
  return valueIn(text, entry, offset);
}

function afterDash(text: string, entry: Entry, offset: number): Cursor {
  if (offset < entry.keyTo) return TEXT;
  const { style, from, to } = entry.value;
  const isPlain = style === 'plain';
  if (!isPlain && style !== 'none') return valueIn(text, entry, offset);
  const word = skipSpaces(text, entry.keyTo);
  // The cursor is in the space before what is written, or a list begins on the same line.
  if (isPlain && (offset < from || offset > to)) return TEXT;
  if (entry.children.some((child) => child.from === word)) return TEXT;
  const needsSpace = offset === entry.keyTo;
  const at = isPlain ? from : offset;
  return {
    at: 'start',
    path: entryPath(entry),
    from: at,
    to: isPlain ? to : offset,
    has: hasOf(entry, undefined),
    taken: keysBeside(entry, undefined),
    size: entry.children.length,
    column: columnBehind(text, entry, needsSpace ? at + 1 : at),
    flow: false,
    needsSpace,
    afterDash: true,
  };
}

/** Where the keys of an item stand, or would stand. */
function columnBehind(text: string, item: Entry, at: number): number {
  return item.children[0]?.column ?? at - text.lastIndexOf('\n', item.from) - 1;
}

function hasOf(owner: Entry, but: Entry | undefined): Start['has'] {
  const first = owner.children.find((child) => child !== but);
  return first === undefined ? 'nothing' : first.kind === 'item' ? 'items' : 'keys';
}

/** The value of a key that stands on a line of its own, below it, in quotes. */
function onlyValueOf(entry: Entry, indented: number): Cursor | undefined {
  const { style, from } = entry.value;
  return style === 'quoted' && from === indented ? TEXT : undefined;
}

/** On a line without key or dash: empty, or with the words of which something is to become. */
function startOfLine(outline: Outline, line: number, word: number, offset = word): Cursor {
  const { text } = outline;
  const column = word - line;
  let owner = entryBefore(outline, line);
  while (owner.parent !== undefined && owner.column >= column) owner = owner.parent;
  const { value } = owner;
  const to = endOfWords(text, word, offset);
  const isWritten = value.style === 'plain' && value.from === word;
  if ((value.style !== 'none' && !isWritten) || to < offset) return TEXT;
  if (indentBelow(text, to) > column) return TEXT;
  const list = listBeside(outline, line, column);
  const fits = owner.children.every((child) => child.column === column);
  if (!fits && list === undefined) return TEXT;
  return {
    at: 'start',
    path: entryPath(owner),
    from: word,
    to,
    has: hasOf(owner, undefined),
    taken: keysBeside(owner, undefined),
    size: owner.children.length,
    column,
    flow: false,
    needsSpace: false,
    afterDash: false,
    ...optional({ list }),
  };
}

/** Of the next line with anything on it: what stands deeper would come to belong to a key that is put above it. */
function indentBelow(text: string, from: number): number {
  const pattern = /\n([ ]*)(?=[^\s#])/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.[1]?.length ?? 0;
}

function endOfWords(text: string, from: number, offset: number): number {
  let to = from;
  while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to += 1;
  while (to > offset && isGap(text, to - 1)) to -= 1;
  return to;
}

/** A list whose dashes stand in the column of its own key. */
function listBeside(outline: Outline, line: number, column: number): Start['list'] {
  for (let at: Entry | undefined = entryBefore(outline, line); at !== undefined; at = at.parent) {
    if (at.column < column) return undefined;
    const isList = at.kind === 'key' && at.children[0]?.kind === 'item' && !at.children[0].flow;
    if (at.column === column && isList && at.children[0]?.column === column)
      return { path: entryPath(at), size: at.children.length };
  }
  return undefined;
}
