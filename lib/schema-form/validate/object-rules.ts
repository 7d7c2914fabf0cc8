/** Everything that can be known of a custom resource before the API server is asked. */
import type { FieldError } from '../schema/field-error.ts';
import { objectMetadata } from './metadata-rules.ts';
import { type Dictionary, isDictionary } from '../schema/path.ts';
import { type FieldSchema, fieldOf, OBJECT_FIELDS } from '../schema/schema.ts';
import type { ApiType } from '../schema/starters.ts';
import { unknownFields } from './unknown-fields.ts';
import { ERROR_LIMIT, violations } from './validate.ts';
import {
  blameAlso,
  blameBelow,
  blameChild,
  type VerdictDraft,
  errorsOf,
  type Verdict,
  verdictOf,
} from './verdict.ts';

/** The schema without what the API server checks by itself, and without what is not the user's to set (`status`). */
const editable = new WeakMap<FieldSchema, FieldSchema>();
/** The same with `status`: whoever stores it, nobody may send fields there that it does not have. */
const whole = new WeakMap<FieldSchema, FieldSchema>();

/** The schema of what a user sends: any `status` will do. Made once for each schema. */
export function editableSchema(schema: FieldSchema): FieldSchema {
  return derived(editable, schema, { status: {} });
}

function derived(
  known: WeakMap<FieldSchema, FieldSchema>,
  schema: FieldSchema,
  others: Dictionary,
): FieldSchema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const declared = isDictionary(schema.raw['properties']) ? schema.raw['properties'] : {};
  const properties: Dictionary = { ...declared, apiVersion: {}, kind: {}, metadata: namesOnly(declared) };
  if (Object.hasOwn(declared, 'status')) Object.assign(properties, others);
  const required = [...schema.required].filter((name) => !OBJECT_FIELDS.has(name));
  const made = fieldOf({ ...schema.raw, type: schema.raw['type'] ?? 'object', properties, required });
  known.set(schema, made);
  return made;
}

const KEEP = 'x-kubernetes-preserve-unknown-fields';

/** A schema may restrict `metadata.name`; all else of metadata is decoded and checked apart. */
function namesOnly(declared: Dictionary): Dictionary {
  const metadata = isDictionary(declared['metadata']) ? declared['metadata'] : {};
  return isDictionary(metadata['properties']) ? { ...metadata, type: undefined, [KEEP]: true } : {};
}

/** All errors of an object, at most 200. */
export function validateObject(schema: FieldSchema, type: ApiType, value: unknown): FieldError[] {
  return errorsOf(judgeObject(schema, type, value), [], ERROR_LIMIT);
}

/** Branches that did not change since the last time are not looked at again. */
export function judgeObject(schema: FieldSchema, type: ApiType, value: unknown): Verdict | undefined {
  const object = isDictionary(value) ? value : {};
  const draft: VerdictDraft = {};
  fixed(draft, object, 'apiVersion', type.group === '' ? type.version : `${type.group}/${type.version}`);
  fixed(draft, object, 'kind', type.kind);
  blameBelow(draft, 'metadata', objectMetadata(object['metadata']));
  blameAlso(draft, violations(editableSchema(schema), object));
  blameAlso(draft, unknownFields(derived(whole, schema, {}), object));
  return verdictOf(draft);
}

function fixed(draft: VerdictDraft, object: Dictionary, key: string, value: string): void {
  if (object[key] === value) return;
  blameChild(draft, key, { rule: 'type', problem: { code: 'fixed', values: { value } } });
}
