/** A schema cut down to what a value holds: the fields that are set, and none of those that could be. */
import { type Dictionary, defineKey, isDictionary, isList, ownValue } from './path.ts';
import { type FieldSchema, fieldOf } from './schema.ts';

/**
 * Fields that are required but not set go, too; what any item of a list has is kept for all of them. `schema` stays
 * as it was.
 */
export function onlySet(schema: FieldSchema, value: unknown): FieldSchema {
  return fieldOf(cut(schema.raw, [value]));
}

/** `values`: everything that lies at this place, as items of a list share one schema. */
function cut(raw: unknown, values: readonly unknown[]): unknown {
  if (!isDictionary(raw)) return raw;
  const objects = values.filter(isDictionary);
  const result: Dictionary = { ...raw };
  if (isDictionary(raw['properties'])) {
    result['properties'] = cutProperties(raw['properties'], objects);
    delete result['required'];
  }
  if (isDictionary(raw['additionalProperties']))
    result['additionalProperties'] = cut(raw['additionalProperties'], objects.flatMap(Object.values));
  if (isDictionary(raw['items'])) result['items'] = cut(raw['items'], values.filter(isList).flat());
  return result;
}

function cutProperties(properties: Dictionary, objects: readonly Dictionary[]): Dictionary {
  const kept: Dictionary = {};
  for (const name of Object.keys(properties)) {
    const values = objects.map((object) => ownValue(object, name)).filter((value) => value !== undefined);
    if (values.length > 0) defineKey(kept, name, cut(properties[name], values));
  }
  return kept;
}
