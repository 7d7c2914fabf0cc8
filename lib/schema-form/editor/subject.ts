/** What the editor must know of the object that is written: its schema and its type. */
import { type Dictionary, isDictionary, isList, type Path } from '../schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';
import type { ApiType } from '../schema/starters.ts';

/**
 * The type's schema as the cluster gives it, and the type; `apiVersion`, `kind` and `metadata` are added when asked
 * for.
 */
export interface EditorSubject {
  readonly schema: FieldSchema;
  readonly type: ApiType;
}

const TEXT: Dictionary = { type: 'string' };
const TEXTS: Dictionary = { type: 'object', additionalProperties: TEXT };

/** What people write of `metadata`. The API server knows more fields, which controllers and itself fill in. */
const METADATA: Dictionary = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  properties: {
    name: TEXT,
    namespace: TEXT,
    generateName: TEXT,
    labels: TEXTS,
    annotations: TEXTS,
    finalizers: { type: 'array', items: TEXT },
  },
};

const roots = new WeakMap<FieldSchema, FieldSchema>();

/** The schema of the whole object, with the lines that every object has. */
function rootField({ schema, type }: EditorSubject): FieldSchema {
  const known = roots.get(schema);
  if (known !== undefined) return known;
  const made = objectField(schema, {
    apiVersion: { ...TEXT, enum: [`${type.group}/${type.version}`] },
    kind: { ...TEXT, enum: [type.kind] },
  });
  roots.set(schema, made);
  return made;
}

const embedded = new WeakMap<FieldSchema, FieldSchema>();

/** An object within the object has type and metadata too. */
function embeddedField(field: FieldSchema): FieldSchema {
  const known = embedded.get(field);
  if (known !== undefined) return known;
  const made = objectField(field, { apiVersion: TEXT, kind: TEXT });
  embedded.set(field, made);
  return made;
}

function objectField({ raw }: FieldSchema, type: Dictionary): FieldSchema {
  const declared = isDictionary(raw['properties']) ? raw['properties'] : {};
  const { apiVersion: _, kind: __, metadata: ___, ...others } = declared;
  const required = isList(raw['required']) ? raw['required'] : [];
  return fieldOf({
    ...raw,
    type: 'object',
    properties: { ...type, metadata: METADATA, ...others },
    required: [...new Set(['apiVersion', 'kind', 'metadata', ...required])],
    // Without a schema, anything may stand beside them.
    ...(propertyNames(fieldOf(raw)).length === 0 ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
  });
}

/** The schema at a path; undefined where it says nothing. */
export function subjectFieldAt(subject: EditorSubject, path: Path): FieldSchema | undefined {
  let field: FieldSchema | undefined = rootField(subject);
  for (const step of path) {
    if (field === undefined) return undefined;
    field = typeof step === 'number' ? itemOf(field) : childField(field, step);
  }
  return field === undefined ? undefined : asObject(field);
}

function itemOf(field: FieldSchema): FieldSchema | undefined {
  return field.kind === 'array' ? itemField(field) : undefined;
}

/**
 * The property, or what the entries of a map are; undefined where the schema says nothing. Embedded objects have
 * metadata too.
 */
export function childField(field: FieldSchema, name: string): FieldSchema | undefined {
  const whole = asObject(field);
  return propertyOf(whole, name) ?? valueField(whole);
}

function asObject(field: FieldSchema): FieldSchema {
  return field.embedded ? embeddedField(field) : field;
}
