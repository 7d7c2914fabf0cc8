/**
 * Where things stand in a YAML text: what edits, marks and the cursor need to know of it, and no more. Every offset is
 * relative to what holds it, so a part that is read anew is put in without touching what lies behind, and trees of
 * different texts share what they have in common. Nothing here is ever changed.
 */

/** How a scalar is written: without quotes, in single or double ones, behind `|` or `>`, or not at all. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'empty';

/** A text, number or the like; `length` in characters, quotes included, 0 where nothing is written. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
  readonly length: number;
}

/** `*name`: a place that shows what an anchor marked elsewhere. */
export interface YamlAlias {
  readonly kind: 'alias';
  readonly length: number;
  /** What it stands for. */
  readonly value: () => unknown;
}

/** A map or a list. */
export interface YamlCollection {
  readonly kind: 'map' | 'seq';
  /** In brackets; else in lines. */
  readonly flow: boolean;
  /** Up to the last character of the content: comments and line breaks behind it are left out. */
  readonly length: number;
  readonly entries: readonly YamlEntry[];
  /** Offset of each entry from the start of the collection. */
  readonly starts: readonly number[];
}

/** Told apart by `kind`; what it says is not in the tree. */
export type YamlNode = YamlScalar | YamlAlias | YamlCollection;

/** A pair or an item. It starts at its key (at the anchor before it, if any), at its dash, or, in brackets, at its value. */
export interface YamlEntry {
  /** Of pairs only. */
  readonly key: string | undefined;
  /** Its start is known, and the key (if any) is one scalar. Others are not edited in place. */
  readonly simple: boolean;
  /** Offsets from the start of the entry. */
  readonly keyFrom: number;
  readonly keyTo: number;
  /** Just behind the colon or the dash; undefined where there is none. */
  readonly after: number | undefined;
  readonly valueAt: number;
  readonly value: YamlNode;
  /** Behind the last character of the content. */
  readonly end: number;
}

/** The tree of one document. */
export interface YamlTree {
  /** Undefined where the text holds nothing but comments. */
  readonly root: YamlNode | undefined;
  /** Offset of the root in the text. */
  readonly at: number;
  /** Anchors, aliases, tags or directives tie parts together, so that no part can be read alone. */
  readonly tied: boolean;
}

/** The tree of a text without content. */
export const noTree: YamlTree = { root: undefined, at: 0, tied: false };

/** Is it a map or list in lines, with at least one entry? */
export function isBlock(node: YamlNode | undefined): node is YamlCollection {
  return (node?.kind === 'map' || node?.kind === 'seq') && !node.flow && node.entries.length > 0;
}

/** Offset of an entry in the text; undefined where it is not known. */
export function entryStart(collection: YamlCollection, at: number, index: number): number | undefined {
  const start = collection.starts[index];
  return start !== undefined && collection.entries[index]?.simple === true ? at + start : undefined;
}

/** Offset behind the content of an entry. */
export function entryEnd(collection: YamlCollection, at: number, index: number): number {
  return at + (collection.starts[index] ?? 0) + (collection.entries[index]?.end ?? 0);
}

/** The same collection with other entries; it starts at the first of them. `starts` are offsets in the text. */
export function blockOf(
  kind: 'map' | 'seq',
  entries: readonly YamlEntry[],
  starts: readonly number[],
): { at: number; node: YamlCollection } {
  const at = starts[0] ?? 0;
  const last = entries.at(-1);
  const length = (starts.at(-1) ?? 0) - at + (last?.end ?? 0);
  const relative = starts.map((start) => start - at);
  return { at, node: { kind, flow: false, length, entries, starts: relative } };
}
