/**
 * One level of an OpenAPI v3 schema as CustomResourceDefinitions carry it, made regular. Children are normalised when
 * they are asked for and remembered per schema object, so a schema of ten thousand nodes costs what is on screen.
 * Nothing here throws: a schema that is null, of an unknown type or nonsense becomes a field of kind `any`.
 * Source: apiextensions.k8s.io/v1 JSONSchemaProps and the structural-schema rules.
 */
import { type Dictionary, isDictionary, isList, ownValue, type Path } from './path.ts';

/** How a field is drawn and edited; `map` has keys of the user's own, `object` those that the schema names. */
export type FieldKind =
  | 'object'
  | 'map'
  | 'array'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'intOrString'
  /** Anything goes: no type, preserve-unknown without properties, embedded data. Drawn from the value itself. */
  | 'any';

/** One field of a schema; children are asked for with `propertyOf`, `valueField` and `itemField`. */
export interface FieldSchema {
  readonly kind: FieldKind;
  readonly description?: string;
  readonly format?: string;
  readonly nullable: boolean;
  /** What the API server fills in when the field is absent; undefined when it fills in nothing. */
  readonly defaultValue?: unknown;
  /** Allowed values, in the schema's order; absent when not limited. */
  readonly options?: readonly unknown[];
  /** Names of required properties. */
  readonly required: ReadonlySet<string>;
  /** Unknown properties are kept by the API server (else pruned, and refused under strict validation). */
  readonly open: boolean;
  /** The value is a Kubernetes object of its own (`x-kubernetes-embedded-resource`). */
  readonly embedded: boolean;
  /** The schema as written, for the validator's rules. */
  readonly raw: Dictionary;
}

const EMPTY: Dictionary = Object.freeze({});
const cache = new WeakMap<object, FieldSchema>();

/** The field a schema describes. Anything that is no object (null, true, a string) describes `any`. */
export function fieldOf(raw: unknown): FieldSchema {
  if (!isDictionary(raw)) return anyField;
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const field = normalise(raw);
  cache.set(raw, field);
  return field;
}

const NOTHING_REQUIRED: ReadonlySet<string> = new Set();

function normalise(raw: Dictionary): FieldSchema {
  const { type, required } = raw;
  const field: Writable<FieldSchema> = {
    kind: kindOf(raw),
    nullable: raw['nullable'] === true || (isList(type) && type.includes('null')),
    required: isList(required)
      ? new Set(required.filter((name) => typeof name === 'string'))
      : NOTHING_REQUIRED,
    open: raw['x-kubernetes-preserve-unknown-fields'] === true || type === undefined,
    embedded: raw['x-kubernetes-embedded-resource'] === true,
    raw,
  };
  const description = text(raw['description']);
  if (description !== undefined) field.description = description;
  const format = text(raw['format']);
  if (format !== undefined) field.format = format;
  if (raw['default'] !== undefined) field.defaultValue = raw['default'];
  if (isList(raw['enum']) && raw['enum'].length > 0) field.options = raw['enum'];
  return field;
}

/** While it is being made. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function text(value: unknown): string | undefined {
  return typeof value === 'string' && /\S/.test(value) ? value : undefined;
}

const SCALARS: Record<string, FieldKind> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

function kindOf(raw: Dictionary): FieldKind {
  if (isIntOrString(raw)) return 'intOrString';
  const type = declaredType(raw);
  const scalar = type === undefined ? undefined : ownValue(SCALARS, type);
  if (scalar !== undefined) return scalar;
  if (hasProperties(raw)) return 'object';
  if (type === 'array') return isDictionary(itemsOf(raw)) ? 'array' : 'any';
  if (type === 'object') return objectKind(raw);
  return 'any';
}

function objectKind(raw: Dictionary): FieldKind {
  if (isDictionary(raw['additionalProperties']) || raw['additionalProperties'] === true) return 'map';
  return raw['x-kubernetes-preserve-unknown-fields'] === true ||
    raw['x-kubernetes-embedded-resource'] === true
    ? 'any'
    : 'object';
}

/** `type`, or the one type beside "null" in a list of types, or what the other keywords imply. */
function declaredType(raw: Dictionary): string | undefined {
  const type = raw['type'];
  if (typeof type === 'string') return type.trim().split(/[\s,]/)[0];
  if (isList(type)) {
    const named = type.filter((name): name is string => typeof name === 'string' && name !== 'null');
    return named.length === 1 ? named[0] : undefined;
  }
  if (isDictionary(raw['additionalProperties'])) return 'object';
  return isDictionary(raw['items']) ? 'array' : undefined;
}

function isIntOrString(raw: Dictionary): boolean {
  if (raw['x-kubernetes-int-or-string'] === true || raw['format'] === 'int-or-string') return true;
  const anyOf = raw['anyOf'];
  if (raw['type'] !== undefined || !isList(anyOf) || anyOf.length !== 2) return false;
  const types = anyOf.map((option) => (isDictionary(option) ? option['type'] : undefined));
  return types.includes('integer') && types.includes('string');
}

function hasProperties(raw: Dictionary): boolean {
  return isDictionary(raw['properties']) && Object.keys(raw['properties']).length > 0;
}

function itemsOf(raw: Dictionary): unknown {
  return isList(raw['items']) ? raw['items'][0] : raw['items'];
}

const anyField: FieldSchema = normalise(EMPTY);

/** Names of the declared properties, in the schema's order. */
export function propertyNames(field: FieldSchema): readonly string[] {
  const properties = field.raw['properties'];
  return isDictionary(properties) ? Object.keys(properties) : [];
}

/** The declared property; undefined when the schema does not name it. */
export function propertyOf(field: FieldSchema, name: string): FieldSchema | undefined {
  const properties = field.raw['properties'];
  return isDictionary(properties) && Object.hasOwn(properties, name) ? fieldOf(properties[name]) : undefined;
}

/** What the values of a map (or the undeclared properties of an object) look like. */
export function valueField(field: FieldSchema): FieldSchema | undefined {
  const extra = field.raw['additionalProperties'];
  return isDictionary(extra) ? fieldOf(extra) : extra === true ? anyField : undefined;
}

/** What the items of a list look like. */
export function itemField(field: FieldSchema): FieldSchema {
  return fieldOf(itemsOf(field.raw));
}

/** What every Kubernetes object has, and what an embedded one may therefore have. */
export const OBJECT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** True where the API server keeps a key of an object though the schema does not name it. */
export function keepsUnknown(field: FieldSchema, name: string): boolean {
  if (field.open || (field.raw['type'] !== 'object' && propertyNames(field).length === 0)) return true;
  return field.embedded && OBJECT_FIELDS.has(name);
}

/** The field to draw for a value the schema says nothing of (kind `any`): its kind is taken from the value. */
export function inferField(value: unknown): FieldSchema {
  return fieldOf(schemaFor(value));
}

const inferred: Record<string, Dictionary> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  array: { type: 'array', items: {} },
  map: { type: 'object', additionalProperties: true },
};

function schemaFor(value: unknown): unknown {
  if (typeof value === 'string') return inferred['string'];
  if (typeof value === 'boolean') return inferred['boolean'];
  if (typeof value === 'number' || typeof value === 'bigint') return inferred['number'];
  if (isList(value)) return inferred['array'];
  return isDictionary(value) ? inferred['map'] : undefined;
}

/** What the schema says of the place at the path; undefined where it says nothing. */
export function fieldAt(root: FieldSchema, path: Path): FieldSchema | undefined {
  let field: FieldSchema | undefined = root;
  for (const step of path) {
    if (field === undefined) return undefined;
    field = typeof step === 'number' ? itemField(field) : (propertyOf(field, step) ?? valueField(field));
  }
  return field;
}
