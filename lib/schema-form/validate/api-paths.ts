/**
 * Which field the API server means. It names fields as text (`spec.a[0].b`, `spec.m[key]`, also
 * `spec.m.key.with.dots`); the object that was sent decides which reading is meant.
 */
import { getIn, isDictionary, isList, type Path, type PathStep } from '../schema/path.ts';
import { type FieldSchema, fieldOf, itemField, propertyOf, valueField } from '../schema/schema.ts';

/** The path a cause means, read against the object: bracketed text is an index in lists and a key in maps. */
export function parseFieldPath(field: string, object: unknown): Path {
  const path: PathStep[] = [];
  let current: unknown = object;
  let rest = field
    .trim()
    .replace(/^<nil>$/, '')
    .replace(/^\./, '');
  while (rest !== '') {
    const step = nextStep(rest, current);
    path.push(step.step);
    rest = step.rest;
    current = descend(current, step.step);
  }
  return path;
}

function descend(value: unknown, step: PathStep): unknown {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined;
  return isDictionary(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function nextStep(text: string, parent: unknown): { step: PathStep; rest: string } {
  if (text.startsWith('[')) {
    const close = closingBracket(text, parent);
    const inside = text.slice(1, close).replace(/^"(.*)"$/, '$1');
    const isIndex = /^\d+$/.test(inside) && !isDictionary(parent);
    return { step: isIndex ? Number(inside) : inside, rest: text.slice(close + 1).replace(/^\./, '') };
  }
  const key = longestKey(text, parent) ?? /^[^.[]+/.exec(text)?.[0] ?? text;
  return { step: key, rest: text.slice(key.length).replace(/^\./, '') };
}

/** Map keys may hold brackets themselves: the key that the map really has wins. */
function closingBracket(text: string, parent: unknown): number {
  const known = isDictionary(parent) ? Object.keys(parent).filter((key) => text.startsWith(`[${key}]`)) : [];
  const longest = Math.max(0, ...known.map((key) => key.length));
  if (longest > 0) return longest + 1;
  const close = text.indexOf(']');
  return close < 0 ? text.length : close;
}

function longestKey(text: string, parent: unknown): string | undefined {
  if (!isDictionary(parent)) return undefined;
  const fits = Object.keys(parent).filter((key) => {
    const next = text.charAt(key.length);
    return key !== '' && text.startsWith(key) && (next === '' || next === '.' || next === '[');
  });
  return fits.sort((left, right) => right.length - left.length)[0];
}

/**
 * The path, or its nearest parent that can show an error: a field that is in the object, in one that is, or known to
 * the schema.
 */
export function nearestField(path: Path, object: unknown, schema: FieldSchema | undefined): Path {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    if (getIn(object, part) !== undefined || mayHold(getIn(object, part.slice(0, -1)), part.at(-1)))
      return part;
    if (schema !== undefined && isKnown(part, schema)) return part;
  }
  return [];
}

function mayHold(parent: unknown, step: PathStep | undefined): boolean {
  return isDictionary(parent) && typeof step === 'string';
}

function isKnown(path: Path, schema: FieldSchema): boolean {
  let field: FieldSchema | undefined = schema;
  for (const step of path) {
    if (field === undefined) return false;
    field =
      typeof step === 'number'
        ? isDictionary(field.raw['items'])
          ? itemField(field)
          : undefined
        : (propertyOf(field, step) ?? valueField(field));
  }
  return field !== undefined && field !== fieldOf(undefined);
}
