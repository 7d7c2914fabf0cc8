/**
 * Fields that only descriptors know of: operators whose CRDs have no schema describe their fields all the same. Only how
 * the form looks depends on this; the validator goes by the real schema.
 */
import type { DescriptorWidget } from './descriptor-hints.ts';
import { ANY_INDEX } from './descriptor-path.ts';
import type { DescriptorTree } from './descriptors.ts';
import { type Dictionary, defineKey, isDictionary } from './path.ts';
import { type FieldSchema, fieldOf } from './schema.ts';

const cache = new WeakMap<DescriptorTree, FieldSchema>();

/** The field itself, or where it has no schema and its value is a group of fields or unset, what descriptors make of it. */
export function describedField(field: FieldSchema, tree: DescriptorTree, value: unknown): FieldSchema {
  if (field.kind !== 'any' || tree.children.size === 0) return field;
  if (value !== undefined && value !== null && !isDictionary(value)) return field;
  const known = cache.get(tree);
  if (known !== undefined) return known;
  const made = fieldOf(schemaOf(tree));
  cache.set(tree, made);
  return made;
}

const TYPES: Partial<Record<DescriptorWidget, string>> = {
  number: 'number',
  podCount: 'integer',
  slider: 'number',
  switch: 'boolean',
  checkbox: 'boolean',
  text: 'string',
  password: 'string',
  select: 'string',
  imagePullPolicy: 'string',
};

function schemaOf(tree: DescriptorTree): Dictionary {
  const items = tree.children.get(ANY_INDEX);
  if (items !== undefined) return { type: 'array', items: schemaOf(items) };
  if (tree.children.size > 0) {
    const properties: Dictionary = {};
    for (const [name, child] of tree.children) defineKey(properties, name, schemaOf(child));
    return { type: 'object', properties, 'x-kubernetes-preserve-unknown-fields': true };
  }
  const { widget, resource } = tree.own ?? {};
  const type = resource === undefined ? widget && TYPES[widget] : 'string';
  return type === undefined ? {} : { type };
}
