/** YAML with the place of each part: packages are verified by it, and errors name lines. */

import type { ReachedLimit } from '../../base/reached-limit.ts';

/** Both from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** A text, number, truth value or nothing; `text` as it was written, escapes read. Whole numbers are bigint. */
export interface ScalarNode extends YamlPlace {
  readonly kind: 'scalar';
  readonly value: string | boolean | number | bigint | null;
  readonly text: string;
}

/** What `-` or brackets list. */
export interface SequenceNode extends YamlPlace {
  readonly kind: 'list';
  readonly items: readonly DocumentNode[];
}

/** Keys with their values; what an anchor stands for is the same node in each place. */
export interface MappingNode extends YamlPlace {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MappingEntry>;
}

/** One key with its value; the place is the key's. */
export interface MappingEntry extends YamlPlace {
  readonly key: ScalarNode;
  readonly node: DocumentNode;
}

/** Any part of a document. */
export type DocumentNode = ScalarNode | SequenceNode | MappingNode;

/** A text that cannot be read as YAML, or is a trap; the place is where. */
export class UnreadableYaml extends Error implements YamlPlace {
  readonly line: number;
  readonly column: number;
  /** The bound of ours that was reached; undefined for what is no YAML. */
  readonly limit: ReachedLimit | undefined;

  constructor(reason: string, { line, column }: YamlPlace, limit?: ReachedLimit) {
    super(reason);
    this.line = line;
    this.column = column;
    this.limit = limit;
  }
}

/** Nothing: an empty document, or a field that is not there. */
export function emptyNode(place: YamlPlace = { line: 1, column: 1 }): ScalarNode {
  return { kind: 'scalar', value: null, text: '', line: place.line, column: place.column };
}

/** The value of a key; undefined where there is none, or no mapping. */
export function entryOf(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key)?.node : undefined;
}

/** The items of a sequence; none where there is none. */
export function itemsOfNode(node: DocumentNode | undefined): readonly DocumentNode[] {
  return node?.kind === 'list' ? node.items : [];
}

/** Where the field at the end of a path stands, or the last part of the path that is there: its key, or its item. */
export function placeOfPath(root: DocumentNode, path: readonly PropertyKey[]): YamlPlace {
  let [place, node]: [YamlPlace, DocumentNode] = [root, root];
  for (const step of path) {
    const entry = node.kind === 'map' ? node.entries.get(String(step)) : undefined;
    const item = node.kind === 'list' ? node.items[Number(step)] : undefined;
    if (entry === undefined && item === undefined) break;
    place = entry ?? item ?? place;
    node = entry?.node ?? item ?? node;
  }
  return { line: place.line, column: place.column };
}
