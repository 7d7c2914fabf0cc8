/** What is written for a field before it has a value: its required fields, with holes to be filled in. */
import { type FieldSchema, itemField, propertyNames } from '../schema/schema.ts';
import { isScalar, scalarText } from './scalars.ts';
import { childField } from './subject.ts';

/** Text with a hole between each two pieces, the first of which the cursor goes to; one piece has none. */
export type Insert = readonly string[];

const DEPTH_LIMIT = 5;
/** Beyond this, required fields are left to be completed one by one. */
const HOLE_LIMIT = 24;

/** Where the value is going to stand. */
export interface SkeletonPlace {
  /** Column of the key or dash that the value follows. */
  readonly column: number;
  /** On one line, between brackets. */
  readonly flow: boolean;
}

/** What follows `key:`, the space included. */
export function valueSkeleton(field: FieldSchema | undefined, place: SkeletonPlace): Insert {
  return valueOf(field, place, 0);
}

/** What follows the dash of an item, the space not included. */
export function itemSkeleton(list: FieldSchema, place: SkeletonPlace): Insert {
  return itemOf(list, place, 0);
}

/** A required field that the API server does not fill in by itself. */
export function requiredNames(field: FieldSchema): string[] {
  return propertyNames(field).filter(
    (name) => field.required.has(name) && childField(field, name)?.defaultValue === undefined,
  );
}

function valueOf(field: FieldSchema | undefined, place: SkeletonPlace, depth: number): Insert {
  if (field === undefined || depth > DEPTH_LIMIT) return [' ', ''];
  const only = onlyValue(field);
  if (only !== undefined) return [` ${scalarText(only)}`];
  if (place.flow) return prefixed(' ', flowOf(field, place, depth));
  switch (field.kind) {
    case 'object': {
      if (propertyNames(field).length === 0 && !field.open) return [' {}'];
      return prefixed(newLine(place.column + 2), fieldsOf(field, place.column + 2, depth));
    }
    case 'map':
      return [newLine(place.column + 2), ''];
    case 'array': {
      const inner = { column: place.column + 2, flow: false };
      return prefixed(`${newLine(inner.column)}- `, itemOf(field, inner, depth + 1));
    }
    default:
      return [' ', ''];
  }
}

function itemOf(list: FieldSchema, place: SkeletonPlace, depth: number): Insert {
  const item = itemField(list);
  if (depth > DEPTH_LIMIT) return ['', ''];
  if (place.flow) return flowOf(item, place, depth);
  if (item.kind === 'object') return fieldsOf(item, place.column + 2, depth);
  if (item.kind !== 'array') return [onlyText(item) ?? '', ...(onlyText(item) === undefined ? [''] : [])];
  return prefixed('- ', itemOf(item, { ...place, column: place.column + 2 }, depth + 1));
}

/** The required fields, one per line from the given column on. */
function fieldsOf(field: FieldSchema, column: number, depth: number): Insert {
  return namedFields(field, requiredNames(field), { column, flow: false }, depth);
}

/** These fields of an object, each on a line of its own, or between commas. */
export function namedFields(
  field: FieldSchema,
  names: readonly string[],
  place: SkeletonPlace,
  depth = 0,
): Insert {
  const separator = place.flow ? ', ' : newLine(place.column);
  let made: Insert = [''];
  for (const [index, name] of names.entries()) {
    const value = valueOf(childField(field, name), place, depth + 1);
    const next = prefixed(`${index === 0 ? '' : separator}${scalarText(name)}:`, value);
    if (made.length + next.length > HOLE_LIMIT) break;
    made = joined(made, next);
  }
  return names.length === 0 ? ['', ''] : made;
}

function flowOf(field: FieldSchema, place: SkeletonPlace, depth: number): Insert {
  switch (field.kind) {
    case 'object':
    case 'map': {
      const inner = field.kind === 'map' ? ['', ''] : namedFields(field, requiredNames(field), place, depth);
      return joined(prefixed('{ ', inner), [' }']);
    }
    case 'array':
      return joined(prefixed('[', depth > DEPTH_LIMIT ? ['', ''] : itemOf(field, place, depth + 1)), [']']);
    default: {
      const only = onlyText(field);
      return only === undefined ? ['', ''] : [only];
    }
  }
}

/** The value, where only one is allowed. */
function onlyValue({ options }: FieldSchema): unknown {
  return options?.length === 1 && isScalar(options[0]) ? options[0] : undefined;
}

function onlyText(field: FieldSchema): string | undefined {
  const only = onlyValue(field);
  return only === undefined ? undefined : scalarText(only);
}

function newLine(column: number): string {
  return `\n${' '.repeat(column)}`;
}

/** The insert with `prefix` before its first piece. */
export function prefixed(prefix: string, [first = '', ...rest]: Insert): Insert {
  return [prefix + first, ...rest];
}

function joined(left: Insert, right: Insert): Insert {
  return [...left.slice(0, -1), ...prefixed(left.at(-1) ?? '', right)];
}
