/**
 * Two people changed one object from the same start: what both want, and where they want different things. Objects are
 * merged field by field; lists of named things (containers, env, ports …) by name; other lists as one value.
 */
import { isJsonObject, ownValue } from '../base/json.ts';

/** A place where both changed something, and not to the same. `undefined`: the field is not there on that side. */
export interface Conflict {
  /** Field names, and the names of things in lists. */
  readonly path: readonly string[];
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The outcome of a merge: it always has a value, also where the sides conflict. */
export interface Merge {
  /** All changes of both sides; where they conflict, mine. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
}

/** Plain JSON; `undefined` means that there is nothing on that side. */
export interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Merges values of any shape. Named lists: every item is an object with a `name` of its own, on all sides. */
export function mergeThreeWays(sides: Sides): Merge {
  const conflicts: Conflict[] = [];
  return { value: merge(sides, [], conflicts), conflicts };
}

/**
 * The same for whole objects of the cluster. What the API server and controllers keep by themselves (status,
 * resourceVersion, generation, managedFields) is always theirs.
 */
export function mergeObjects(sides: Sides): Merge {
  return mergeThreeWays({
    ...sides,
    base: kept(sides.base, sides.theirs),
    mine: kept(sides.mine, sides.theirs),
  });
}

const keptFields: ReadonlySet<string> = new Set(['status']);
const keptMetadata: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'uid',
]);

/** Whether anybody changed more than what the server keeps by itself. */
export function isChangedByOthers(base: unknown, theirs: unknown): boolean {
  return !same(kept(base, theirs), theirs);
}

/** `object` with the server's own fields of `theirs`. */
function kept(object: unknown, theirs: unknown): unknown {
  if (!isJsonObject(object) || !isJsonObject(theirs)) return object;
  const metadata = takeOver(object['metadata'], theirs['metadata'], keptMetadata);
  return { ...takeOver(object, theirs, keptFields), ...(isJsonObject(metadata) ? { metadata } : {}) };
}

/** `to`, but with the fields `keys` exactly as in `from`. */
function takeOver(to: unknown, from: unknown, keys: ReadonlySet<string>): Fields {
  const entries = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);
  const others = entries(to).filter(([key]) => !keys.has(key));
  const taken = entries(from).filter(([key]) => keys.has(key));
  return Object.fromEntries([...others, ...taken]);
}

type Fields = Readonly<Record<string, unknown>>;

function merge({ base, mine, theirs }: Sides, path: readonly string[], conflicts: Conflict[]): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine;
  if (same(base, mine)) return theirs;
  if (isJsonObject(mine) && isJsonObject(theirs))
    return mergeFields({ base: isJsonObject(base) ? base : {}, mine, theirs }, path, conflicts);
  const lists = namedLists({ base, mine, theirs });
  if (lists !== undefined) return Object.values(mergeFields(lists, path, conflicts));
  conflicts.push({ path, mine, theirs });
  return mine;
}

interface RecordSides {
  readonly base: Fields;
  readonly mine: Fields;
  readonly theirs: Fields;
}

/** In the order of mine; what they added comes after. */
function mergeFields(
  { base, mine, theirs }: RecordSides,
  path: readonly string[],
  conflicts: Conflict[],
): Fields {
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = merge(
      { base: ownValue(base, key), mine: ownValue(mine, key), theirs: ownValue(theirs, key) },
      [...path, key],
      conflicts,
    );
    if (value !== undefined) merged.push([key, value]);
  }
  // By entries: a field may be called `__proto__`.
  return Object.fromEntries(merged);
}

/** Lists in which everything has a name of its own, as records by that name; undefined when one of them is no such list. */
function namedLists({ base, mine, theirs }: Sides): RecordSides | undefined {
  const [before, ours, others] = [byName(base ?? []), byName(mine), byName(theirs)];
  if (before === undefined || ours === undefined || others === undefined) return undefined;
  return { base: before, mine: ours, theirs: others };
}

function byName(list: unknown): Fields | undefined {
  if (!Array.isArray(list)) return undefined;
  const named = new Map<string, unknown>();
  for (const item of list) {
    const name: unknown = isJsonObject(item) ? item['name'] : undefined;
    // Names that look like numbers would lose their order as keys of a record.
    if (typeof name !== 'string' || named.has(name) || /^\d+$/.test(name)) return undefined;
    named.set(name, item);
  }
  return Object.fromEntries(named);
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => same(item, b[at]))
    );
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}
