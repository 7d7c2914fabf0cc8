/** The tree of a text from the syntax tree of the `yaml` package, whose offsets all count from the start of the text. */
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Pair, type Scalar } from 'yaml';
import type { YAMLMap, YAMLSeq } from 'yaml';
import {
  blockOf,
  noTree,
  type ScalarStyle,
  type YamlCollection,
  type YamlEntry,
  type YamlNode,
  type YamlTree,
} from './yaml-tree.ts';

interface Placed<Node extends YamlNode = YamlNode> {
  readonly at: number;
  readonly node: Node;
}

interface PlacedEntry {
  readonly start: number;
  readonly entry: YamlEntry;
}

/** `aliasValue` gives what an alias stands for. */
export function treeOf(text: string, ast: Document, aliasValue: (alias: unknown) => unknown): YamlTree {
  const builder = new TreeBuilder(text, aliasValue);
  const { contents } = ast;
  const empty = contents === null || (isScalar(contents) && isNothing(contents));
  if (empty && contents?.anchor === undefined && contents?.tag === undefined)
    return { ...noTree, tied: hasDirectives(text) };
  const { at, node } = builder.node(contents, 0);
  return { root: node, at, tied: builder.tied || hasDirectives(text) };
}

function hasDirectives(text: string): boolean {
  return text.startsWith('%') || text.includes('\n%') || text.startsWith('\uFEFF');
}

/** A key without a value, an item without content. */
function isNothing(scalar: Scalar): boolean {
  return scalar.value === null && (scalar.source ?? '') === '' && (scalar.type ?? 'PLAIN') === 'PLAIN';
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

interface Token {
  readonly type: string;
  readonly offset: number;
}

/** Tokens of the package, whose types do not tell that they are there only when asked for. */
function tokensOf(tokens: unknown): readonly Token[] {
  return Array.isArray(tokens) ? (tokens as readonly Token[]) : [];
}

function offsetOf(tokens: unknown, ...types: readonly string[]): number | undefined {
  return tokensOf(tokens).find((token) => types.includes(token.type))?.offset;
}

class TreeBuilder {
  readonly #text: string;
  readonly #aliasValue: (alias: unknown) => unknown;
  tied = false;

  constructor(text: string, aliasValue: (alias: unknown) => unknown) {
    this.#text = text;
    this.#aliasValue = aliasValue;
  }

  /** `otherwise`: where it stands when there is nothing written. */
  node(node: unknown, otherwise: number): Placed {
    if (isAlias(node)) {
      this.tied = true;
      const [at, end] = node.range ?? [otherwise, otherwise];
      return { at, node: { kind: 'alias', length: end - at, value: () => this.#aliasValue(node) } };
    }
    if (isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined || node.tag !== undefined) this.tied = true;
      return isInLines(node) ? this.#block(node) : this.#flow(node, otherwise);
    }
    return isScalar(node) ? this.#scalar(node, otherwise) : nothingAt(otherwise);
  }

  #scalar(node: Scalar, otherwise: number): Placed {
    if (node.anchor !== undefined || node.tag !== undefined) this.tied = true;
    const { range } = node;
    if (!range || range[1] <= range[0] || isNothing(node)) return nothingAt(otherwise);
    const style = STYLES[node.type ?? 'PLAIN'] ?? 'plain';
    const inLines = style === 'literal' || style === 'folded';
    const end = inLines ? withoutLineBreak(this.#text, range[1]) : range[1];
    return { at: range[0], node: { kind: 'scalar', style, length: end - range[0] } };
  }

  #block(node: YAMLMap | YAMLSeq): Placed<YamlCollection> {
    const placed = isMap(node)
      ? node.items.map((pair) => this.#pair(pair, 0))
      : this.#items(node, dashesOf(node));
    const entries = placed.map((one) => one.entry);
    const starts = placed.map((one) => one.start);
    return blockOf(isMap(node) ? 'map' : 'seq', entries, starts);
  }

  #flow(node: YAMLMap | YAMLSeq, otherwise: number): Placed<YamlCollection> {
    const [at, end] = node.range ?? [otherwise, otherwise];
    const placed = isMap(node)
      ? node.items.map((pair) => this.#pair(pair, at))
      : (node.items as readonly unknown[]).map((item) => this.#flowItem(item, at));
    const entries = placed.map((one) => one.entry);
    const starts = placed.map((one) => one.start - at);
    return { at, node: { kind: isMap(node) ? 'map' : 'seq', flow: true, length: end - at, entries, starts } };
  }

  #flowItem(item: unknown, otherwise: number): PlacedEntry {
    const { at, node } = this.node(item, otherwise);
    const simple = node.length > 0 && !hasProps(item);
    const entry = { key: undefined, simple, keyFrom: 0, keyTo: 0, after: undefined, valueAt: 0 };
    return { start: at, entry: { ...entry, value: node, end: node.length } };
  }

  #items(seq: YAMLSeq, dashes: readonly number[]): PlacedEntry[] {
    return (seq.items as readonly unknown[]).map((item, index) => {
      const start = dashes[index] ?? 0;
      const { at, node } = this.node(item, start + 1);
      const valueAt = at - start;
      const end = Math.max(1, valueAt + node.length);
      const entry = { key: undefined, keyFrom: 0, keyTo: 0, after: 1, valueAt, value: node, end };
      return { start, entry: { ...entry, simple: dashes.length === seq.items.length } };
    });
  }

  #pair(pair: unknown, otherwise: number): PlacedEntry {
    if (!isPair(pair)) throw new TypeError('a map holds something else than pairs');
    const { start, keyFrom, keyTo } = keyPlace(pair, otherwise);
    const simple = isScalar(pair.key);
    if (!simple || keyTo === keyFrom || hasProps(pair.key) || isMergeKey(pair.key)) this.tied = true;
    const colon = offsetOf(pair.srcToken?.sep, 'map-value-ind');
    const after = colon === undefined ? undefined : colon + 1 - start;
    const { at, node } = this.node(pair.value, start + (after ?? keyTo));
    const valueAt = at - start;
    const end = Math.max(keyTo, after ?? 0, valueAt + node.length);
    const entry = { key: keyText(pair.key), simple, keyFrom, keyTo, after, valueAt, value: node, end };
    return { start, entry };
  }
}

/** Where an entry begins, and its key in it. */
function keyPlace(pair: Pair, otherwise: number): { start: number; keyFrom: number; keyTo: number } {
  const range = rangeOf(pair.key);
  // Anchors and tags before a key belong to its entry.
  const start = offsetOf(pair.srcToken?.start, 'anchor', 'tag') ?? range?.[0] ?? otherwise;
  const [from = start, to = start] = isScalar(pair.key) ? (range ?? []) : [];
  return { start, keyFrom: from - start, keyTo: to - start };
}

function withoutLineBreak(text: string, end: number): number {
  if (text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

function nothingAt(at: number): Placed {
  return { at, node: { kind: 'scalar', style: 'empty', length: 0 } };
}

function isInLines(node: YAMLMap | YAMLSeq): boolean {
  return node.flow !== true && node.items.length > 0;
}

function hasProps(node: unknown): boolean {
  const marked = isScalar(node) || isMap(node) || isSeq(node);
  return marked && (node.anchor !== undefined || node.tag !== undefined);
}

function rangeOf(node: unknown): readonly number[] | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
    ? (node.range ?? undefined)
    : undefined;
}

function dashesOf(seq: YAMLSeq): number[] {
  const token = seq.srcToken;
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap((item) => {
    const dash = offsetOf(item.start, 'seq-item-ind');
    return dash === undefined ? [] : [dash];
  });
}

/** The key as JSON would have it: always text, as written for numbers. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return '';
  if (typeof key.value === 'string') return key.value;
  return key.source ?? String(key.value);
}

/** Is it `<<`, not in quotes? @param key a node of the `yaml` package */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}
