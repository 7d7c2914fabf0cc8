/** Everything that can be known of a custom resource before the API server is asked. */
import type { FieldError } from './field-error.ts';
import { isDictionary, type Dictionary } from './path.ts';
import { validateMetadata } from './metadata-rules.ts';
import { type FieldSchema, fieldOf } from './schema.ts';
import type { ApiType } from './starters.ts';
import { validate } from './validate.ts';

/** The schema without what the API server checks by itself (`metadata`) and what is not the user's to set (`status`). */
const editable = new WeakMap<FieldSchema, FieldSchema>();

function editableSchema(schema: FieldSchema): FieldSchema {
  const known = editable.get(schema);
  if (known !== undefined) return known;
  const declared = isDictionary(schema.raw['properties']) ? schema.raw['properties'] : {};
  const properties: Dictionary = { ...declared, apiVersion: {}, kind: {}, metadata: {} };
  if (Object.hasOwn(declared, 'status')) properties['status'] = {};
  const made = fieldOf({ ...schema.raw, type: schema.raw['type'] ?? 'object', properties });
  editable.set(schema, made);
  return made;
}

export function validateObject(schema: FieldSchema, type: ApiType, value: unknown): FieldError[] {
  const object = isDictionary(value) ? value : {};
  const errors: FieldError[] = [];
  const apiVersion = `${type.group}/${type.version}`;
  if (object['apiVersion'] !== apiVersion) {
    errors.push({
      path: ['apiVersion'],
      problem: { code: 'fixed', values: { value: apiVersion } },
      rule: 'type',
    });
  }
  if (object['kind'] !== type.kind)
    errors.push({ path: ['kind'], problem: { code: 'fixed', values: { value: type.kind } }, rule: 'type' });
  errors.push(...validateMetadata(object['metadata']));
  errors.push(...validate(editableSchema(schema), object).filter((error) => !isTypeLine(error)));
  return errors;
}

function isTypeLine(error: FieldError): boolean {
  return (
    error.path.length === 1 &&
    (error.path[0] === 'apiVersion' || error.path[0] === 'kind' || error.path[0] === 'metadata')
  );
}
