/**
 * What the API server makes of an object before it validates it: defaults are filled in, and a null that stands for a
 * default is dropped. Source: apiextensions-apiserver `pkg/apiserver/schema/defaulting`.
 */
import { defineKey, type Dictionary, isDictionary, isList } from '../schema/path.ts';
import { type FieldSchema, itemField, propertyNames, propertyOf, valueField } from '../schema/schema.ts';
import { carries } from './schema-walk.ts';

const filled = new WeakMap<FieldSchema, WeakMap<object, unknown>>();

/** The value itself where nothing is filled in; equal objects come out as one and the same. */
export function withDefaults(field: FieldSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !carries(field, 'default')) return value;
  const results = filled.get(field) ?? new WeakMap<object, unknown>();
  filled.set(field, results);
  const before = results.get(value);
  if (before !== undefined) return before;
  const made = isList(value) ? inList(field, value) : isDictionary(value) ? inObject(field, value) : value;
  results.set(value, made);
  return made;
}

function inList(field: FieldSchema, list: readonly unknown[]): unknown {
  const item = itemField(field);
  const made = list.map((entry) => withDefaults(item, entry));
  return made.some((entry, index) => entry !== list[index]) ? made : list;
}

function inObject(field: FieldSchema, object: Dictionary): Dictionary {
  const made: Dictionary = {};
  let changed = false;
  for (const name of Object.keys(object)) {
    const property = propertyOf(field, name) ?? valueField(field);
    const before = object[name];
    if (before === null && standsForDefault(property)) {
      changed = true;
      continue;
    }
    const after = property === undefined ? before : withDefaults(property, before);
    changed ||= after !== before;
    defineKey(made, name, after);
  }
  const added = addDefaults(field, made);
  return added || changed ? made : object;
}

function standsForDefault(field: FieldSchema | undefined): boolean {
  return field?.defaultValue !== undefined && !field.nullable;
}

function addDefaults(field: FieldSchema, object: Dictionary): boolean {
  let added = false;
  for (const name of propertyNames(field)) {
    const property = propertyOf(field, name);
    if (property?.defaultValue === undefined || Object.hasOwn(object, name)) continue;
    defineKey(object, name, withDefaults(property, property.defaultValue));
    added = true;
  }
  return added;
}
