/**
 * Who set which field of an object, as the API server remembers it in `metadata.managedFields`.
 * Source: structured-merge-diff `fieldpath/serialize-pe.go`. Keys of a FieldsV1 set: `f:NAME` a field, `k:{…}` an item
 * of a list by its keys, `v:JSON` an item of a set, `i:N` an item by position, `.` the place itself. A place with
 * nothing below it is owned as a whole.
 */
import { isJsonObject, type JsonObject, parsedJson } from '../base/json.ts';

/** One entry of `metadata.managedFields`, without its fields. */
export interface FieldOwner {
  readonly manager: string;
  /** `Apply`: by server-side apply, in so many words; `Update`: in any other request. */
  readonly operation: 'Apply' | 'Update';
  /** RFC 3339. When the manager last changed any of its fields. */
  readonly time?: string;
  /** Such as `status`; absent for the object itself. */
  readonly subresource?: string;
}

/** One place of the object. */
interface Owned {
  /** Who owns the place itself. */
  readonly owners: FieldOwner[];
  /** What lies below, by the keys of FieldsV1. */
  readonly below: Map<string, Owned>;
}

/** All managers of one object. */
export interface Ownership {
  readonly root: Owned;
}

/** Entries that make no sense are left out; an object without any has no owners. */
export function readOwnership(managedFields: unknown): Ownership {
  const root = nothing();
  for (const entry of Array.isArray(managedFields) ? (managedFields as unknown[]) : []) {
    if (!isJsonObject(entry)) continue;
    const owner = ownerOf(entry);
    if (owner !== undefined && isJsonObject(entry['fieldsV1'])) addSet(root, entry['fieldsV1'], owner);
  }
  return { root };
}

function nothing(): Owned {
  return { owners: [], below: new Map() };
}

function ownerOf(entry: JsonObject): FieldOwner | undefined {
  const { manager, operation, time, subresource } = entry;
  if (typeof manager !== 'string' || (operation !== 'Apply' && operation !== 'Update')) return undefined;
  return {
    manager,
    operation,
    ...(typeof time === 'string' ? { time } : {}),
    ...(typeof subresource === 'string' && subresource !== '' ? { subresource } : {}),
  };
}

function addSet(place: Owned, set: JsonObject, owner: FieldOwner): void {
  const keys = Object.keys(set);
  if (keys.length === 0) place.owners.push(owner);
  for (const key of keys) {
    const below = set[key];
    if (key === '.') place.owners.push(owner);
    else addSet(childOf(place, key), isJsonObject(below) ? below : {}, owner);
  }
}

function childOf(place: Owned, key: string): Owned {
  const known = place.below.get(key);
  if (known !== undefined) return known;
  const made = nothing();
  place.below.set(key, made);
  return made;
}

/** Keys, and positions in lists. */
export type FieldPath = readonly (string | number)[];

/**
 * Who owns what lies at the path of `object`: the owners of the place itself, else of the whole it is part of (lists
 * that are replaced as one), else everybody who owns something below it. Empty where nothing is recorded.
 */
export function ownersOf(ownership: Ownership, object: unknown, path: FieldPath): readonly FieldOwner[] {
  let place = ownership.root;
  let value = object;
  for (const step of path) {
    const next = stepInto(place, value, step);
    // What is owned as a whole has no places below.
    if (next === undefined) return place.below.size === 0 ? place.owners : [];
    place = next;
    value = valueAt(value, step);
  }
  return place.owners.length > 0 ? place.owners : distinct(everyoneBelow(place));
}

function stepInto(place: Owned, value: unknown, step: string | number): Owned | undefined {
  if (typeof step === 'string') return place.below.get(`f:${step}`);
  const item = valueAt(value, step);
  for (const [key, below] of place.below) {
    if (isItem(key, item, step)) return below;
  }
  return undefined;
}

/** Whether a key of FieldsV1 means this item, which stands at `position`. */
function isItem(key: string, item: unknown, position: number): boolean {
  if (key.startsWith('i:')) return Number(key.slice(2)) === position;
  const named = parsedJson(key.slice(2));
  if (key.startsWith('v:')) return named === item;
  if (!key.startsWith('k:') || !isJsonObject(named) || !isJsonObject(item)) return false;
  // A key that the item leaves out has its default, which is not known here.
  return Object.entries(named).every(([name, wanted]) => !Object.hasOwn(item, name) || item[name] === wanted);
}

function valueAt(value: unknown, step: string | number): unknown {
  if (typeof step === 'number') return Array.isArray(value) ? (value[step] as unknown) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function everyoneBelow(place: Owned): FieldOwner[] {
  return [...place.below.values()].flatMap((below) => [...below.owners, ...everyoneBelow(below)]);
}

function distinct(owners: readonly FieldOwner[]): FieldOwner[] {
  return [...new Set(owners)];
}

/**
 * The part of `object` that `manager` has set by server-side apply, for an apply that is to keep it. Undefined when
 * there is none.
 */
export function appliedPart(object: unknown, managedFields: unknown, manager: string): unknown {
  const entries: unknown[] = Array.isArray(managedFields) ? managedFields : [];
  const entry = entries.find(
    (one): one is JsonObject =>
      isJsonObject(one) &&
      one['manager'] === manager &&
      one['operation'] === 'Apply' &&
      (one['subresource'] ?? '') === '',
  );
  return isJsonObject(entry?.['fieldsV1']) ? partOf(object, entry['fieldsV1']) : undefined;
}

function partOf(value: unknown, set: JsonObject): unknown {
  const keys = Object.keys(set).filter((key) => key !== '.');
  if (keys.length === 0 || value === undefined) return value;
  if (Array.isArray(value)) return itemsOf(value, set, keys);
  if (!isJsonObject(value)) return value;
  const parts = keys.flatMap((key): [string, unknown][] => {
    const name = key.slice(2);
    if (!key.startsWith('f:') || !Object.hasOwn(value, name)) return [];
    return [[name, partOf(value[name], fieldsAt(set, key))]];
  });
  // By entries: a field may be called `__proto__`.
  return Object.fromEntries(parts);
}

function itemsOf(list: readonly unknown[], set: JsonObject, keys: readonly string[]): unknown[] {
  return list.flatMap((item, position) => {
    const key = keys.find((one) => isItem(one, item, position));
    if (key === undefined) return [];
    const part = partOf(item, fieldsAt(set, key));
    // The keys tell which item is meant, whoever owns them.
    return [key.startsWith('k:') && isJsonObject(part) ? { ...keysOf(key), ...part } : part];
  });
}

function keysOf(key: string): object {
  const named = parsedJson(key.slice(2));
  return isJsonObject(named) ? named : {};
}

function fieldsAt(set: JsonObject, key: string): JsonObject {
  const below = set[key];
  return isJsonObject(below) ? below : {};
}
