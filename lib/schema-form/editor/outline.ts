/**
 * The shape of a YAML text line by line: by indentation alone, so that it can be told also where the text is broken or
 * not finished, as it is at nearly every key press. What it cannot understand it passes over; it never throws.
 */
import { optional } from '../../base/loose.ts';
import { addEntry, type Entry, extendTo, isGap, quoteEnd, unquoted, type ValueSpan } from './entries.ts';
import { readFlow } from './flow.ts';

/** The entries of a text, whose offsets all count from its start. */
export interface Outline {
  readonly text: string;
  /** One root per document of the text, in order; at least one. */
  readonly documents: readonly Entry[];
}

/** Reads the text once from top to bottom, in time that grows with its length. */
export function textOutline(text: string): Outline {
  return new Scanner(text).scan();
}

interface Words {
  readonly from: number;
  /** End of the line. */
  readonly end: number;
}

class Scanner {
  readonly #text: string;
  readonly #documents: Entry[] = [];
  #open: Entry;

  constructor(text: string) {
    this.#text = text;
    this.#open = this.#newDocument(0);
  }

  scan(): Outline {
    let from = 0;
    while (from <= this.#text.length) from = this.#line(from) + 1;
    return { text: this.#text, documents: this.#documents };
  }

  #newDocument(from: number): Entry {
    const root = addEntry({
      kind: 'root',
      parent: undefined,
      step: this.#documents.length,
      column: -1,
      from,
      keyTo: from,
      valueFrom: from,
    });
    this.#documents.push(root);
    this.#open = root;
    return root;
  }

  /** Reads the line at `from`, and those that its value goes on in; returns the offset of the line break after them. */
  #line(from: number): number {
    const text = this.#text;
    const end = endOfLine(text, from);
    const start = skipBlanks(text, from, end);
    if (start === end || text[start] === '#' || text[start] === '\r') return end;
    if (start === from && /^(?:---|\.\.\.)(?=\s|$)/.test(text.slice(from, from + 4))) {
      // The mark above the first document begins nothing.
      const isFirst = this.#documents.length === 1 && this.#open.kind === 'root';
      if (text[from] === '-' && !(isFirst && this.#open.children.length === 0)) this.#newDocument(end);
      return end;
    }
    return this.#entries({ from: start, end }, start - from);
  }

  /** Dashes and a key at the begin of the words, then their value. */
  #entries(words: Words, firstColumn: number): number {
    let at = words.from;
    let column = firstColumn;
    let owner: Entry | undefined;
    while (this.#text[at] === '-' && isGap(this.#text, at + 1)) {
      owner = this.#add('item', column, { from: at, keyTo: at + 1 });
      const next = skipBlanks(this.#text, at + 1, words.end);
      column += next - at;
      at = next;
      extendTo(owner, at);
    }
    const keyFrom = skipProperties(this.#text, at, words.end);
    const keyTo = keyEnd(this.#text, keyFrom, words.end);
    if (keyTo >= 0) {
      const step = unquoted(this.#text.slice(keyFrom, keyTo));
      owner = this.#add('key', column, { from: keyFrom, keyTo, step });
      at = skipBlanks(this.#text, owner.valueFrom ?? keyTo, words.end);
    }
    if (owner !== undefined) return this.#value(owner, { from: at, end: words.end });
    const above = this.#ownerOf(column);
    const free = above.value.style === 'none' && above.children.length === 0;
    return free ? this.#value(above, words) : this.#goOn(above, words);
  }

  #ownerOf(column: number): Entry {
    let at = this.#open;
    while (at.parent !== undefined && at.column >= column) at = at.parent;
    return at;
  }

  #add(kind: 'key' | 'item', column: number, place: { from: number; keyTo: number; step?: string }): Entry {
    let parent = this.#ownerOf(column);
    // The dashes of a list may stand below the first letter of its key.
    const beside = this.#siblingOf(column);
    if (kind === 'item' && beside !== undefined && holdsList(beside)) parent = beside;
    let colon = place.keyTo;
    while (kind === 'key' && this.#text[colon] !== ':') colon += 1;
    const entry = addEntry({
      kind,
      parent,
      column,
      from: place.from,
      keyTo: place.keyTo,
      valueFrom: kind === 'key' ? colon + 1 : place.keyTo,
      ...optional({ step: place.step }),
    });
    extendTo(entry, entry.to);
    extendTo(parent, entry.to);
    this.#open = entry;
    return entry;
  }

  /** The last key of just this column that is still open. */
  #siblingOf(column: number): Entry | undefined {
    for (let at: Entry | undefined = this.#open; at !== undefined && at.column >= column; at = at.parent)
      if (at.column === column && at.kind === 'key') return at;
    return undefined;
  }

  /** A line of words that belong to the value above. */
  #goOn(owner: Entry, words: Words): number {
    const { value } = owner;
    const to = trimmedEnd(this.#text, words.from, words.end);
    if (value.style === 'plain') owner.value = { ...value, to };
    if (value.style === 'plain') extendTo(owner, to);
    return words.end;
  }

  #value(owner: Entry, words: Words): number {
    const text = this.#text;
    const from = skipProperties(text, words.from, words.end);
    const first = text[from];
    if (from >= words.end || first === '#' || first === '\r') return words.end;
    if (first === '|' || first === '>') return this.#block(owner, from, words.end);
    if (first === '{' || first === '[') {
      const limit = this.#reach(owner, words.end);
      return endOfLine(text, Math.max(readFlow(owner, { text, limit }, from) - 1, from));
    }
    this.#scalar(owner, from, words.end);
    return Math.max(words.end, owner.value.style === 'quoted' ? endOfLine(text, owner.value.to) : 0);
  }

  #scalar(owner: Entry, from: number, end: number): void {
    const first = this.#text[from];
    const quoted = first === '"' || first === "'";
    const closed = quoted ? quoteEnd(this.#text, from, this.#reach(owner, end)) : -1;
    const to = closed >= 0 ? closed : trimmedEnd(this.#text, from, end);
    this.#give(owner, { from, to, style: quoted ? 'quoted' : 'plain' });
  }

  #give(owner: Entry, value: ValueSpan): void {
    owner.value = value;
    extendTo(owner, value.to);
  }

  /** Text under `|` or `>`: all lines that stand deeper than the key. */
  #block(owner: Entry, from: number, end: number): number {
    const to = this.#reach(owner, end);
    this.#give(owner, { from, to, style: 'block' });
    return to;
  }

  /** End of the last line below that stands deeper than the owner's, or closes a bracket. */
  #reach(owner: Entry, end: number): number {
    const text = this.#text;
    let reached = end;
    for (let at = end + 1; at <= text.length;) {
      const lineEnd = endOfLine(text, at);
      const start = skipBlanks(text, at, lineEnd);
      const isBlank = start === lineEnd || text[start] === '\r';
      if (!isBlank) {
        if (start - at <= owner.column && text[start] !== ']' && text[start] !== '}') break;
        reached = lineEnd;
      }
      at = lineEnd + 1;
    }
    return reached;
  }
}

function holdsList(entry: Entry): boolean {
  return entry.value.style === 'none' && entry.children.every((child) => child.kind === 'item');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

/** Anchors and tags say nothing of the shape. */
function skipProperties(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text[at] === '&' || text[at] === '!')) {
    while (at < end && !isGap(text, at)) at += 1;
    at = skipBlanks(text, at, end);
  }
  return at;
}

const NO_KEY = new Set(['#', ',', '[', ']', '{', '}', '|', '>', '%', '@', '`']);

/** Offset behind the key at `from`; -1 when no key with a colon begins there. */
function keyEnd(text: string, from: number, end: number): number {
  const first = text[from];
  if (first === undefined || from >= end || NO_KEY.has(first)) return -1;
  if (first === '"' || first === "'") {
    const to = quoteEnd(text, from, end);
    return to >= 0 && isColon(text, skipBlanks(text, to, end), end) ? to : -1;
  }
  for (let at = from; at < end; at += 1) {
    if (isColon(text, at, end)) return trimmedEnd(text, from, at);
    if (text[at] === '#' && isGap(text, at - 1)) return -1;
  }
  return -1;
}

function isColon(text: string, at: number, end: number): boolean {
  return at < end && text[at] === ':' && isGap(text, at + 1);
}

/** Offset behind the last letter before a comment or the end of the line. */
function trimmedEnd(text: string, from: number, end: number): number {
  let to = from;
  for (let at = from; at < end; at += 1) {
    if (text[at] === '#' && at > from && isGap(text, at - 1)) break;
    if (!isGap(text, at)) to = at + 1;
  }
  return to;
}
