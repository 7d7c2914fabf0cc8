/**
 * Values as CEL sees them in the API server: typed by the schema, not by how they are written. What we cannot give it
 * exactly so becomes `unknowable`, which makes any rule undecided that looks at it.
 * Source: k8s.io/apiserver `pkg/cel/common/values.go`, `pkg/cel/escaping.go`.
 */
import { celEnv, celList, celMap, type CelInput, parse, plan } from '@bufbuild/cel';
import { type Dictionary, isDictionary, isList } from '../schema/path.ts';
import { type FieldSchema, fieldOf, itemField, propertyOf, valueField } from '../schema/schema.ts';

/** The evaluator takes no objects of unknown classes: it ends with an error as soon as it meets this. */
class Unknowable {
  readonly unknowable = true;
}

const unknowable = new Unknowable() as unknown as CelInput;

/** How lists of sets and maps are compared: without regard to the order. */
export type ListKind = { readonly type: 'set' } | { readonly type: 'map'; readonly keys: readonly string[] };

const listKinds = new WeakMap<object, ListKind>();

/** How a list made by `celValueOf` is compared; undefined for lists that are compared item by item. */
export function listKindOf(list: object): ListKind | undefined {
  return listKinds.get(list);
}

const converted = new WeakMap<FieldSchema, WeakMap<object, CelInput>>();

/** A value with the defaults filled in. Unchanged branches are converted once. */
export function celValueOf(field: FieldSchema, value: unknown): CelInput {
  if (typeof value !== 'object' || value === null) return scalarOf(field, value);
  const results = converted.get(field) ?? new WeakMap<object, CelInput>();
  converted.set(field, results);
  const before = results.get(value);
  if (before !== undefined) return before;
  const made = isList(value)
    ? listOf(field, value)
    : isDictionary(value)
      ? objectOf(field, value)
      : unknowable;
  results.set(value, made);
  return made;
}

const META = fieldOf({
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
});
const TEXT = fieldOf({ type: 'string' });

/** The root of an object: of its metadata rules see the names only. Its status is the API server's matter. */
export function celRootOf(field: FieldSchema, object: Dictionary): CelInput {
  const { status: _, ...rest } = object;
  return typedObject(field, rest, true);
}

function objectOf(field: FieldSchema, object: Dictionary): CelInput {
  const values = valueField(field);
  if (isDictionary(field.raw['properties']) || field.embedded)
    return typedObject(field, object, field.embedded);
  if (field.raw['type'] !== 'object' || values === undefined) return unknowable;
  const keys = Object.keys(object);
  if (!keys.every(isPlain)) return unknowable;
  return celMap(new Map(keys.map((key) => [key, celValueOf(values, object[key])])));
}

function typedObject(field: FieldSchema, object: Dictionary, hasMeta: boolean): CelInput {
  const entries = Object.keys(object).map((name): [string, CelInput] => {
    const value = object[name];
    if (hasMeta && name === 'metadata') return [name, isDictionary(value) ? metaOf(value) : unknowable];
    const property = hasMeta && (name === 'apiVersion' || name === 'kind') ? TEXT : propertyOf(field, name);
    return [escapeName(name), property === undefined ? unknowable : celValueOf(property, value)];
  });
  return celMap(new Map(entries));
}

/** A name that is still to be generated is nothing that a rule could be judged by. */
function metaOf(metadata: Dictionary): CelInput {
  const { name, generateName } = metadata;
  const entries: [string, CelInput][] = [
    ['name', typeof name === 'string' && name !== '' ? celValueOf(TEXT, name) : unknowable],
  ];
  const prefix = propertyOf(META, 'generateName');
  if (prefix !== undefined && generateName !== undefined)
    entries.push(['generateName', celValueOf(prefix, generateName)]);
  return celMap(new Map(entries));
}

function listOf(field: FieldSchema, list: readonly unknown[]): CelInput {
  const { raw } = field;
  if (raw['type'] !== 'array' || !isDictionary(raw['items'])) return unknowable;
  const item = itemField(field);
  const made = celList(list.map((entry) => celValueOf(item, entry)));
  const kind = listKind(raw);
  if (kind !== undefined) listKinds.set(made, kind);
  return made;
}

function listKind(raw: Dictionary): ListKind | undefined {
  const type = raw['x-kubernetes-list-type'];
  if (type === 'set') return { type };
  const keys = raw['x-kubernetes-list-map-keys'];
  if (type !== 'map' || !isList(keys)) return undefined;
  return { type, keys: keys.map((key) => escapeName(String(key))) };
}

function scalarOf(field: FieldSchema, value: unknown): CelInput {
  if (field.kind === 'intOrString') return typeof value === 'string' ? plainText(value) : wholeOf(value);
  switch (field.raw['type']) {
    case 'string':
      return typeof value === 'string' ? formattedText(field.format, value) : unknowable;
    case 'integer':
      return wholeOf(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : unknowable;
    case 'boolean':
      return typeof value === 'boolean' ? value : unknowable;
    default:
      return unknowable;
  }
}

function wholeOf(value: unknown): CelInput {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : unknowable;
}

/** Go counts and orders characters, JavaScript halves of them: beyond the basic plane the two part. */
function isPlain(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

function plainText(text: string): CelInput {
  return isPlain(text) ? text : unknowable;
}

const converters = celEnv();
const toDuration = plan(converters, parse('duration(text)'));
const toTime = plan(converters, parse('timestamp(text)'));

/** The one spelling of each that nobody reads differently. */
const DURATION = /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Go's notation without sign (`1h30m`); `unknowable` for anything else. */
export function durationOf(text: string): CelInput {
  return DURATION.test(text) ? asInput(toDuration({ text })) : unknowable;
}

/** RFC 3339 with at most nine digits of a second's fraction; `unknowable` for anything else. */
export function timestampOf(text: string): CelInput {
  return TIME.test(text) ? asInput(toTime({ text })) : unknowable;
}

function formattedText(format: string | undefined, text: string): CelInput {
  switch (format) {
    case 'duration':
      return durationOf(text);
    case 'date-time':
      return timestampOf(text);
    case 'date':
      return timestampOf(`${text}T00:00:00Z`);
    case 'byte':
      return BASE64.test(text) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : unknowable;
    default:
      return plainText(text);
  }
}

function asInput(result: ReturnType<typeof toTime>): CelInput {
  return result instanceof Error ? unknowable : result;
}

const RESERVED = new Set(
  [
    ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
    ...['import', 'let', 'loop', 'package', 'namespace', 'return'],
  ].values(),
);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** The name by which rules reach a property. */
function escapeName(name: string): string {
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
}
