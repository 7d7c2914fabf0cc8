/**
 * What an update is compared with, value by value.
 * Source: k8s.io/apiserver `pkg/cel/common/equality.go`.
 */
import { isDictionary, isList, ownValue, sameValue } from '../schema/path.ts';
import { type FieldSchema, fieldOf, itemField, propertyOf, valueField } from '../schema/schema.ts';

/** Equal as the API server sees it, to whom the order of sets and maps is nothing. */
export function unchanged(field: FieldSchema, old: unknown, value: unknown): boolean {
  if (Object.is(old, value)) return true;
  if (isList(old) && isList(value)) return unchangedList(field, old, value);
  if (!isDictionary(old) || !isDictionary(value)) return sameValue(old, value);
  const names = Object.keys(value);
  if (names.length !== Object.keys(old).length) return false;
  const values = valueField(field) ?? fieldOf(undefined);
  return names.every(
    (name) =>
      Object.hasOwn(old, name) && unchanged(propertyOf(field, name) ?? values, old[name], value[name]),
  );
}

function unchangedList(field: FieldSchema, old: readonly unknown[], value: readonly unknown[]): boolean {
  if (old.length !== value.length) return false;
  const item = itemField(field);
  const type = field.raw['x-kubernetes-list-type'];
  const inOrder = type !== 'set' && type !== 'map';
  return value.every((entry, index) =>
    inOrder ? unchanged(item, old[index], entry) : old.some((other) => unchanged(item, other, entry)),
  );
}

/** Items of a map list by their keys; items of other lists come from nowhere in particular. */
export function counterpartsOf(field: FieldSchema, old: unknown): (item: unknown) => unknown {
  const keys = field.raw['x-kubernetes-list-map-keys'];
  if (field.raw['x-kubernetes-list-type'] !== 'map' || !isList(keys) || !isList(old)) return () => undefined;
  const identity = (item: unknown): string =>
    JSON.stringify(keys.map((key) => (isDictionary(item) ? String(ownValue(item, String(key))) : null)));
  const byKey = new Map(old.map((item) => [identity(item), item]));
  return (item) => byKey.get(identity(item));
}
