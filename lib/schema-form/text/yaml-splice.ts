/** Puts entries that were read anew into an old tree and value, which stay as they are for whoever holds them. */
import {
  defineKey,
  type Dictionary,
  getIn,
  isDictionary,
  isList,
  type PathStep,
  setInValue,
} from '../schema/path.ts';
import type { ParsedYaml } from './yaml-library.ts';
import { blockOf, type YamlCollection, type YamlEntry } from './yaml-tree.ts';

/** A collection in lines, on the way to the change. */
export interface Level {
  readonly collection: YamlCollection;
  readonly at: number;
  /** Offset behind its lines. */
  readonly end: number;
  /** The entries that hold the change. */
  readonly first: number;
  readonly last: number;
}

/** What was read of the lines, at its offsets in the whole text. */
export interface Fresh {
  readonly entries: readonly YamlEntry[];
  readonly starts: readonly number[];
  readonly value: unknown;
}

/** What is read of lines without any entry. */
export const noEntries: Fresh = { entries: [], starts: [], value: undefined };

/** Where in the old tree the new entries go. */
export interface SplicePlace {
  /** The collections above, from the root down. */
  readonly holders: readonly Level[];
  readonly level: Level;
  /** By how much the text behind has moved. */
  readonly shift: number;
}

/** The old tree and value with the entries of a level replaced; undefined where keys would repeat. */
export function splice(parsed: ParsedYaml, place: SplicePlace, fresh: Fresh): ParsedYaml | undefined {
  const { holders, level, shift } = place;
  const { collection, at, first, last } = level;
  const path = holders.map(stepOf);
  const value = valueWith(getIn(parsed.value, path), level, fresh);
  if (value === undefined) return undefined;
  const entries = [
    ...collection.entries.slice(0, first),
    ...fresh.entries,
    ...collection.entries.slice(last + 1),
  ];
  const starts = [
    ...collection.starts.slice(0, first).map((start) => at + start),
    ...fresh.starts,
    ...collection.starts.slice(last + 1).map((start) => at + start + shift),
  ];
  let placed: { at: number; node: YamlCollection } = blockOf(collection.kind, entries, starts);
  for (const holder of [...holders].reverse()) placed = holding(holder, placed, shift);
  return {
    value: setInValue(parsed.value, path, value),
    tree: { root: placed.node, at: placed.at, tied: false },
  };
}

function stepOf({ collection, first }: Level): PathStep {
  return collection.entries[first]?.key ?? first;
}

/** The collection of a level with another value in its one entry that holds the change. */
function holding(
  level: Level,
  { at: valueAt, node: value }: { at: number; node: YamlCollection },
  shift: number,
): { at: number; node: YamlCollection } {
  const { collection, at, first } = level;
  const start = at + (collection.starts[first] ?? 0);
  const entries = collection.entries.map((entry, index) =>
    index === first
      ? { ...entry, value, valueAt: valueAt - start, end: valueAt - start + value.length }
      : entry,
  );
  const starts = collection.starts.map((offset, index) => at + offset + (index > first ? shift : 0));
  return blockOf(collection.kind, entries, starts);
}

/** Undefined where keys would repeat: then the whole text is read, which says so. */
function valueWith(old: unknown, level: Level, fresh: Fresh): unknown {
  const { collection, first, last } = level;
  if (collection.kind === 'seq') {
    if (!isList(old)) return undefined;
    const items = isList(fresh.value) ? fresh.value : [];
    return [...old.slice(0, first), ...items, ...old.slice(last + 1)];
  }
  if (!isDictionary(old)) return undefined;
  const before = collection.entries.slice(0, first);
  const behind = collection.entries.slice(last + 1);
  const replaced = collection.entries.slice(first, last + 1);
  const given = isDictionary(fresh.value) ? fresh.value : {};
  const same = sameKeys(replaced, fresh.entries);
  const object: Dictionary = same ? { ...old } : {};
  if (!same) copyKeys(before, old, object);
  copyKeys(fresh.entries, given, object);
  // The same keys as before cannot repeat now.
  if (same) return object;
  copyKeys(behind, old, object);
  const count = before.length + fresh.entries.length + behind.length;
  return Object.keys(object).length === count ? object : undefined;
}

function sameKeys(left: readonly YamlEntry[], right: readonly YamlEntry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry.key === right[index]?.key);
}

function copyKeys(entries: readonly YamlEntry[], from: Dictionary, to: Dictionary): void {
  for (const { key = '' } of entries) defineKey(to, key, from[key]);
}
