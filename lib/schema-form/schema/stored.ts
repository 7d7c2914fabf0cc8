/**
 * What the API server makes of a value before it validates it: fields that the schema does not name are dropped, nulls
 * that are not allowed are dropped or replaced by the default, and defaults are filled in.
 * Source: apiextensions-apiserver `pkg/apiserver/schema/{pruning,defaulting}`.
 */
import { defineKey, type Dictionary, isDictionary, isList } from './path.ts';
import {
  type FieldSchema,
  itemField,
  keepsUnknown,
  propertyNames,
  propertyOf,
  valueField,
} from './schema.ts';

/** Deeper than any real object; only a schema that contains itself has defaults without end. */
const DEPTH_LIMIT = 200;

const known = new WeakMap<FieldSchema, WeakMap<object, unknown>>();

/** The value itself where the API server would change nothing. Remembered per schema and value. */
export function storedValue(field: FieldSchema, value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return value;
  let values = known.get(field);
  if (values === undefined) known.set(field, (values = new WeakMap()));
  if (values.has(value)) return values.get(value);
  const made = isList(value)
    ? storedList(field, value, depth)
    : isDictionary(value)
      ? storedObject(field, value, depth)
      : value;
  values.set(value, made);
  return made;
}

function storedList(field: FieldSchema, list: readonly unknown[], depth: number): readonly unknown[] {
  if (!isDictionary(field.raw['items'])) return list;
  const item = itemField(field);
  let made: unknown[] | undefined;
  for (const [index, value] of list.entries()) {
    const present = value === null && !item.nullable ? (item.defaultValue ?? null) : value;
    const after = storedValue(item, present, depth + 1);
    if (!Object.is(after, value)) (made ??= [...list])[index] = after;
  }
  return made ?? list;
}

function storedObject(field: FieldSchema, object: Dictionary, depth: number): Dictionary {
  const values = valueField(field);
  const changes: Changes = new Map();
  for (const name of Object.keys(object)) {
    const child = propertyOf(field, name) ?? values;
    const before = object[name];
    if (child === undefined) {
      if (!keepsUnknown(field, name)) changes.set(name, undefined);
    } else {
      const after = storedChild(child, before, depth);
      if (!Object.is(after, before)) changes.set(name, after);
    }
  }
  for (const name of defaultedNames(field)) {
    if (Object.hasOwn(object, name)) continue;
    const child = propertyOf(field, name);
    if (child !== undefined) changes.set(name, storedChild(child, undefined, depth));
  }
  return changes.size === 0 ? object : withChanges(object, changes);
}

/** What becomes of keys; undefined drops one. */
type Changes = Map<string, unknown>;

function withChanges(object: Dictionary, changes: Changes): Dictionary {
  const made: Dictionary = {};
  for (const name of Object.keys(object)) {
    if (!changes.has(name)) defineKey(made, name, object[name]);
  }
  for (const [name, value] of changes) if (value !== undefined) defineKey(made, name, value);
  return made;
}

/** Undefined when nothing is stored: there is no value, and no default for it. */
function storedChild(field: FieldSchema, value: unknown, depth: number): unknown {
  const absent = value === undefined || (value === null && !field.nullable);
  return storedValue(field, absent ? field.defaultValue : value, depth + 1);
}

const defaulted = new WeakMap<FieldSchema, readonly string[]>();

function defaultedNames(field: FieldSchema): readonly string[] {
  const found = defaulted.get(field);
  if (found !== undefined) return found;
  const names = propertyNames(field).filter((name) => propertyOf(field, name)?.defaultValue !== undefined);
  defaulted.set(field, names);
  return names;
}

/** What the API server would fill in for a field that is absent, defaults of its own fields included. */
export function defaultOf(field: FieldSchema): unknown {
  return storedValue(field, field.defaultValue);
}

/** What the API server would fill in at a key of an object that is there; undefined when it fills in nothing. */
export function defaultAt(field: FieldSchema, name: string): unknown {
  const child = propertyOf(field, name) ?? valueField(field);
  return child === undefined ? undefined : defaultOf(child);
}
