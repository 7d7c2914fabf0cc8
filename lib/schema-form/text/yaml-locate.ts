/** Finds a path in the tree of a YAML text. */
import type { Path, PathStep } from '../schema/path.ts';
import { entryStart, type YamlCollection, type YamlNode, type YamlTree } from './yaml-tree.ts';

/** Where a path leads in the text; offsets count from its start. */
export interface Located {
  /** The node at the path, or the deepest one on the way there; undefined where the text holds nothing. */
  readonly node: YamlNode | undefined;
  /** Offset of the node in the text. */
  readonly at: number;
  /** The steps below `node` that do not exist; empty when the path exists. */
  readonly rest: readonly PathStep[];
  /** Where `node` hangs; undefined at the root. */
  readonly parent: Parent | undefined;
  /** The location of the parent collection itself; undefined at the root. */
  readonly holder: Located | undefined;
  readonly inFlow: boolean;
  /** Offset of the key or the dash that introduces `node`; undefined at the root and where there is none. */
  readonly indicator: number | undefined;
}

/**
 * The collection that a node stands in, the collection's offset in the text, and the node's index among the entries.
 */
export interface Parent {
  readonly collection: YamlCollection;
  readonly at: number;
  readonly index: number;
}

/** Follows the path as far as the text has it; aliases are not followed. */
export function locate(tree: YamlTree, path: Path): Located {
  let located: Located = {
    node: tree.root,
    at: tree.at,
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
  const { node: collection, at } = holder;
  if (collection?.kind !== 'map' && collection?.kind !== 'seq') return undefined;
  if ((collection.kind === 'map') !== (typeof step === 'string')) return undefined;
  const index = typeof step === 'string' ? collection.entries.findIndex((entry) => entry.key === step) : step;
  const entry = collection.entries[index];
  const start = collection.starts[index];
  if (entry === undefined || start === undefined) return undefined;
  return {
    node: entry.value,
    at: at + start + entry.valueAt,
    rest: [],
    parent: { collection, at, index },
    holder,
    inFlow: holder.inFlow || collection.flow,
    indicator: collection.kind === 'seq' && collection.flow ? undefined : entryStart(collection, at, index),
  };
}

/** Offset just behind the colon or dash that the node follows. */
function afterIndicator({ parent }: Located): number | undefined {
  if (parent === undefined) return undefined;
  const after = parent.collection.entries[parent.index]?.after;
  const start = parent.collection.starts[parent.index];
  return after === undefined || start === undefined ? undefined : parent.at + start + after;
}

/** The text between the indicator and the end of the node's content: what a whole new value replaces. */
export function valueGap(located: Located): { from: number; to: number } | undefined {
  const from = afterIndicator(located);
  if (from === undefined) return undefined;
  return { from, to: Math.max(from, contentEnd(located)) };
}

/** Offset behind the last character that belongs to the node: no comment, no line break after it. */
export function contentEnd({ node, at }: Located): number {
  return at + (node?.length ?? 0);
}

/** The last index whose number is at most the limit; -1 when there is none. Numbers rise. */
export function lastBefore(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
