/**
 * Reads the YAML that people and programs mostly write (maps and lists in lines, scalars on one line) some ten times
 * faster than the `yaml` package. An entry that is anything else is given to the package, with its lines alone where
 * they surely mean the same alone. In any doubt there is no answer, and the package reads the whole text.
 */
import { defineKey, type Dictionary, getIn } from '../schema/path.ts';
import { DEPTH_LIMIT, type ParsedYaml, readByLibrary } from './yaml-library.ts';
import { plainValue, scalarAt } from './yaml-scalar.ts';
import { isReadableAlone } from './yaml-text.ts';
import { blockOf, isBlock, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** Undefined in any doubt, which is no error: broken text is told by the package. */
export function readLines(text: string): ParsedYaml | undefined {
  if (/[\r\uFEFF]/.test(text)) return undefined;
  try {
    return new LineReader(text).read();
  } catch (cause) {
    if (cause instanceof Doubt) return undefined;
    throw cause;
  }
}

class Doubt extends Error {}

interface Placed {
  readonly at: number;
  readonly node: YamlNode;
  readonly value: unknown;
}

interface PlacedEntry {
  readonly start: number;
  readonly entry: YamlEntry;
  readonly value: unknown;
}

type Kind = 'map' | 'seq';

const KEY =
  /(?:([A-Za-z_/][\w./@+-]*(?: [\w./@+-]+)*|0|[1-9]\d{0,14})|"([^"\\\p{Cc}]*)"|'([^'\p{Cc}]*)')(?=:(?: |\n|$))/uy;

class LineReader {
  readonly #text: string;
  /** The first character of the next line with content, or the end of the text. */
  #offset = 0;
  /** The column it stands in; -1 at the end of the text. */
  #column = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedYaml | undefined {
    this.#goToLine(0);
    const root = this.#column < 0 ? undefined : this.#block(this.#column);
    if (root === undefined || this.#column >= 0) return undefined;
    return { value: root.value, tree: { root: root.node, at: root.at, tied: false } };
  }

  /** To the first line with content that begins at or after the offset, which begins a line. */
  #goToLine(offset: number): void {
    const text = this.#text;
    let start = offset;
    while (start < text.length) {
      let at = start;
      while (text.charCodeAt(at) === 32) at += 1;
      const character = text[at];
      if (character !== undefined && character !== '\n' && character !== '#') {
        if (at === start && /^(?:---|\.\.\.|%)/.test(text.slice(at, at + 3))) throw new Doubt();
        this.#offset = at;
        this.#column = at - start;
        return;
      }
      start = this.#nextLine(at);
    }
    this.#offset = text.length;
    this.#column = -1;
  }

  #nextLine(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? this.#text.length : end + 1;
  }

  #isDash(offset: number): boolean {
    const next = this.#text[offset + 1];
    return this.#text[offset] === '-' && (next === ' ' || next === '\n' || next === undefined);
  }

  /** The collection that begins here; undefined when it is none that begins like one. */
  #block(column: number): Placed | undefined {
    if (this.#isDash(this.#offset)) return this.#collection('seq', column);
    return this.#keyAt(this.#offset) === undefined ? undefined : this.#collection('map', column);
  }

  #collection(kind: Kind, column: number): Placed {
    if ((this.#depth += 1) > DEPTH_LIMIT) throw new Doubt();
    const entries: YamlEntry[] = [];
    const starts: number[] = [];
    const object: Dictionary = {};
    const list: unknown[] = [];
    do {
      const placed = kind === 'map' ? this.#pair(column) : this.#item(column);
      const key = placed.entry.key;
      if (key === undefined) list.push(placed.value);
      else if (Object.hasOwn(object, key)) throw new Doubt();
      else defineKey(object, key, placed.value);
      entries.push(placed.entry);
      starts.push(placed.start);
    } while (this.#column === column && (kind === 'map' || this.#isDash(this.#offset)));
    if (this.#column > column) throw new Doubt();
    this.#depth -= 1;
    const { at, node } = blockOf(kind, entries, starts);
    return { at, node, value: kind === 'map' ? object : list };
  }

  #keyAt(offset: number): { key: string; length: number } | undefined {
    KEY.lastIndex = offset;
    const [written, plain, double, single] = KEY.exec(this.#text) ?? [];
    // The package refuses longer ones.
    if (written === undefined || written.length > 1_000) return undefined;
    if (plain === undefined) return { key: double ?? single ?? '', length: written.length };
    const read = plainValue(plain)?.value;
    // Words and numbers of other spellings may be equal keys for the package.
    return typeof read === 'string' || typeof read === 'number'
      ? { key: plain, length: written.length }
      : undefined;
  }

  #pair(column: number): PlacedEntry {
    const start = this.#offset;
    const found = this.#isDash(start) ? undefined : this.#keyAt(start);
    if (found === undefined) throw new Doubt();
    const { key, length } = found;
    const after = length + 1;
    const placed = this.#value(start + after, column, 'map');
    if (placed === undefined) return this.#byLibrary(start, column, 'map');
    const valueAt = placed.at - start;
    const end = Math.max(after, valueAt + placed.node.length);
    const entry = { key, simple: true, keyFrom: 0, keyTo: length, after, valueAt, value: placed.node, end };
    return { start, entry, value: placed.value };
  }

  #item(column: number): PlacedEntry {
    const start = this.#offset;
    const placed = this.#value(start + 1, column, 'seq');
    if (placed === undefined) return this.#byLibrary(start, column, 'seq');
    const valueAt = placed.at - start;
    const end = Math.max(1, valueAt + placed.node.length);
    const rest = { valueAt, value: placed.node, end };
    const entry = { key: undefined, simple: true, keyFrom: 0, keyTo: 0, after: 1, ...rest };
    return { start, entry, value: placed.value };
  }

  /** What follows a colon or a dash; undefined when it is nothing that is read here. */
  #value(after: number, column: number, holder: Kind): Placed | undefined {
    const text = this.#text;
    let at = after;
    while (text.charCodeAt(at) === 32) at += 1;
    const character = text[at];
    if (character === undefined || character === '\n' || (character === '#' && at > after))
      return this.#below(after, column, holder);
    if (holder === 'seq' && (this.#isDash(at) || this.#keyAt(at) !== undefined)) {
      const inner = column + at - after + 1;
      this.#offset = at;
      this.#column = inner;
      return this.#block(inner);
    }
    const placed = this.#inline(at);
    if (placed === undefined) return undefined;
    this.#goToLine(this.#nextLine(at));
    return this.#column > column ? undefined : placed;
  }

  /** Nothing follows on the line: what stands deeper below it, or the list at the same column below a key. */
  #below(after: number, column: number, holder: Kind): Placed | undefined {
    this.#goToLine(this.#nextLine(after));
    const indentless = holder === 'map' && this.#column === column && this.#isDash(this.#offset);
    if (this.#column > column || indentless) return this.#block(this.#column);
    return { at: after, node: { kind: 'scalar', style: 'empty', length: 0 }, value: null };
  }

  #inline(at: number): Placed | undefined {
    const text = this.#text;
    const empty = /(?:\{\}|\[\]) *(?=\n|$| #)/y;
    empty.lastIndex = at;
    if (empty.test(text)) {
      const kind = text[at] === '{' ? 'map' : 'seq';
      const node = { kind, flow: true, length: 2, entries: [], starts: [] } as const;
      return { at, node, value: kind === 'map' ? {} : [] };
    }
    const scalar = scalarAt(text, at);
    if (scalar === undefined) return undefined;
    const { style, value, end } = scalar;
    return { at, node: { kind: 'scalar', style, length: end - at }, value };
  }

  /** The entry that begins here, read from its lines alone. */
  #byLibrary(start: number, column: number, kind: Kind): PlacedEntry {
    this.#goToLine(this.#nextLine(start));
    while (this.#belongs(column, kind)) this.#goToLine(this.#nextLine(this.#offset));
    const end = this.#column < 0 ? this.#text.length : this.#offset - this.#column;
    const { entry, value } = entryAlone(this.#text.slice(start, end), column, kind);
    return { start, entry, value };
  }

  /** The next line is still of the entry: deeper, or an item of the list at the same column below a key. */
  #belongs(column: number, kind: Kind): boolean {
    return this.#column > column || (kind === 'map' && this.#column === column && this.#isDash(this.#offset));
  }
}

/** The one entry that the lines hold; the first of them is cut off at the column. */
function entryAlone(lines: string, column: number, kind: Kind): { entry: YamlEntry; value: unknown } {
  const part = ' '.repeat(column) + lines;
  const reading = isReadableAlone(part, column) ? readByLibrary(part) : undefined;
  if (reading?.ok !== true) throw new Doubt();
  const { tree, value } = reading.parsed;
  const { root } = tree;
  if (!isBlock(root) || root.kind !== kind || tree.tied || tree.at !== column) throw new Doubt();
  const [entry, ...others] = root.entries;
  if (entry === undefined || others.length > 0) throw new Doubt();
  return { entry, value: getIn(value, [entry.key ?? 0]) };
}
