/** What lies below a schema node, found once per node. */
import { isDictionary } from '../schema/path.ts';
import { type FieldSchema, itemField, propertyNames, propertyOf, valueField } from '../schema/schema.ts';

type Keyword = 'default' | 'x-kubernetes-validations';

const known: Readonly<Record<Keyword, WeakMap<FieldSchema, boolean>>> = {
  default: new WeakMap(),
  'x-kubernetes-validations': new WeakMap(),
};

/** The node, or one below it, has the keyword. */
export function carries(field: FieldSchema, keyword: Keyword): boolean {
  const before = known[keyword].get(field);
  if (before !== undefined) return before;
  const found =
    field.raw[keyword] !== undefined || childrenOf(field).some((child) => carries(child, keyword));
  known[keyword].set(field, found);
  return found;
}

function childrenOf(field: FieldSchema): FieldSchema[] {
  const properties = propertyNames(field).map((name) => propertyOf(field, name));
  const items = isDictionary(field.raw['items']) ? itemField(field) : undefined;
  return [...properties, valueField(field), items].filter((child) => child !== undefined);
}
