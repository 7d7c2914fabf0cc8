/** Finds the node of a path in a YAML syntax tree, and the offsets of the text that belongs to it. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { PathStep } from './path.ts';
import { keyText } from './yaml-read.ts';

export interface Located {
  /** The node at the path, or the deepest one on the way there. */
  readonly node: unknown;
  /** The steps below `node` that do not exist; empty when the path exists. */
  readonly rest: readonly PathStep[];
  /** Where `node` hangs; undefined at the root. */
  readonly parent: { readonly collection: YAMLMap | YAMLSeq; readonly index: number } | undefined;
  /** The location of the parent collection itself; undefined at the root. */
  readonly holder: Located | undefined;
  readonly inFlow: boolean;
  /** Offset of the key or the dash that introduces `node`; undefined at the root. */
  readonly indicator: number | undefined;
}

export function locate(ast: Document, path: readonly PathStep[]): Located {
  let located: Located = {
    node: ast.contents,
    rest: [],
    parent: undefined,
    holder: undefined,
    inFlow: false,
    indicator: undefined,
  };
  for (const [depth, step] of path.entries()) {
    const child = childOf(located, step);
    if (child === undefined) return { ...located, rest: path.slice(depth) };
    located = child;
  }
  return located;
}

function childOf(holder: Located, step: PathStep): Located | undefined {
  const collection = holder.node;
  if (!isMap(collection) && !isSeq(collection)) return undefined;
  const index = isMap(collection)
    ? collection.items.findIndex((pair) => keyText(pair.key) === String(step) && typeof step === 'string')
    : step;
  if (typeof index !== 'number') return undefined;
  const item: unknown = collection.items[index];
  if (index < 0 || item === undefined) return undefined;
  return {
    node: isPair(item) ? item.value : item,
    rest: [],
    parent: { collection, index },
    holder,
    inFlow: holder.inFlow || collection.flow === true,
    indicator: indicatorOf(collection, index),
  };
}

/** Offset of a pair's key: where its entry begins, marks such as anchors or tags included. */
export function pairStart(pair: Pair): number | undefined {
  const start = tokensOf(pair.srcToken?.start).find(
    (token) => token.type === 'anchor' || token.type === 'tag',
  );
  if (start !== undefined) return start.offset;
  return isScalar(pair.key) && pair.key.range ? pair.key.range[0] : undefined;
}

interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

function tokensOf(tokens: unknown): readonly Token[] {
  return Array.isArray(tokens) ? (tokens as readonly Token[]) : [];
}

/** Offsets of the dashes of a block sequence, one per item. */
export function seqDashes(seq: YAMLSeq): number[] {
  const token = seq.srcToken;
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap((item) => {
    const dash = tokensOf(item.start).find((mark) => mark.type === 'seq-item-ind');
    return dash === undefined ? [] : [dash.offset];
  });
}

/** Where the entry of a block collection begins: its key or its dash. */
export function indicatorOf(collection: YAMLMap | YAMLSeq, index: number): number | undefined {
  const item: unknown = collection.items[index];
  if (isPair(item)) return pairStart(item);
  return isSeq(collection) && collection.flow !== true ? seqDashes(collection)[index] : undefined;
}

/** Offset just behind the colon or dash that the node follows. */
function afterIndicator(located: Located): number | undefined {
  const { parent } = located;
  if (parent === undefined) return undefined;
  const item: unknown = parent.collection.items[parent.index];
  if (isPair(item)) {
    const colon = tokensOf(item.srcToken?.sep).find((token) => token.type === 'map-value-ind');
    return colon === undefined ? undefined : colon.offset + 1;
  }
  return located.indicator === undefined ? undefined : located.indicator + 1;
}

/** The text between the indicator and the end of the node's content: what a whole new value replaces. */
export function valueGap(text: string, located: Located): { from: number; to: number } | undefined {
  const from = afterIndicator(located);
  if (from === undefined) return undefined;
  return { from, to: Math.max(from, contentEnd(text, located.node)) };
}

/** Offset behind the last character that belongs to the node: no comment, no line break after it. */
export function contentEnd(text: string, node: unknown): number {
  if (isPair(node)) return Math.max(contentEnd(text, node.key), colonEnd(node), contentEnd(text, node.value));
  if (isCollection(node)) return collectionEnd(text, node);
  if (isAlias(node)) return node.range?.[1] ?? 0;
  if (!isScalar(node)) return 0;
  const end = node.range?.[1] ?? 0;
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  return isBlock && text[end - 1] === '\n' ? end - 1 : end;
}

function collectionEnd(text: string, node: YAMLMap | YAMLSeq): number {
  const last = node.items.at(-1);
  if (node.flow === true || last === undefined) return node.range?.[1] ?? 0;
  const dash = isSeq(node) ? (seqDashes(node).at(-1) ?? 0) + 1 : 0;
  return Math.max(dash, contentEnd(text, last));
}

function colonEnd(pair: Pair): number {
  const colon = tokensOf(pair.srcToken?.sep).find((token) => token.type === 'map-value-ind');
  return colon === undefined ? 0 : colon.offset + 1;
}
