/**
 * Checks a value against an OpenAPI v3 schema as the API server would, by walking both: no code is compiled, so it
 * runs under a strict content security policy. It says no only where the API server surely says no; what it cannot
 * judge (CEL rules, patterns beyond what RE2 documents) is left to the server.
 *
 * Verdicts are remembered per schema node and value. Edits share every unchanged branch with the value before, so a key
 * press costs the way from the root to the field, however large the document.
 *
 * Source: k8s.io/kube-openapi `pkg/validation/validate`, apiextensions-apiserver `pkg/registry/customresource`.
 */
import { branchRules } from './branches.ts';
import type { FieldError } from '../schema/field-error.ts';
import { embeddedRules } from './embedded-rules.ts';
import { isDictionary, isList, type Path } from '../schema/path.ts';
import { type FieldSchema, itemField, propertyOf, valueField } from '../schema/schema.ts';
import { storedValue } from '../schema/stored.ts';
import { unknownFields } from './unknown-fields.ts';
import { listRules, nameMissingKeys } from './lists.ts';
import { numberRules, optionProblem, stringRules } from './scalars.ts';
import { mayBeNull, typeProblem } from './types.ts';
import {
  blame,
  blameAlso,
  blameBelow,
  blameChild,
  both,
  type VerdictDraft,
  errorsOf,
  type Verdict,
  verdictOf,
} from './verdict.ts';

/** More errors than anybody reads; the list ends there. */
export const ERROR_LIMIT = 200;

/** All errors of a value, at most 200. */
export function validate(schema: FieldSchema, value: unknown, path: Path = []): FieldError[] {
  return errorsOf(judge(schema, value), path, ERROR_LIMIT);
}

/** What the API server would find wrong with a value: first of what it drops, then of what it keeps. */
export function judge(schema: FieldSchema, value: unknown): Verdict | undefined {
  return both(violations(schema, value), unknownFields(schema, value));
}

/** What breaks a rule of the schema, when what the API server drops is dropped and what it fills in is filled in. */
export function violations(schema: FieldSchema, value: unknown): Verdict | undefined {
  return check(schema, storedValue(schema, value));
}

const remembered = new WeakMap<FieldSchema, WeakMap<object, Verdict | null>>();

/** The schemas that are tried on this very value already: a schema made by hand may contain itself. */
type Trail = readonly FieldSchema[];

function check(field: FieldSchema, value: unknown, trail: Trail = []): Verdict | undefined {
  if (typeof value !== 'object' || value === null) return examine(field, value, trail);
  let values = remembered.get(field);
  if (values === undefined) remembered.set(field, (values = new WeakMap()));
  const before = values.get(value);
  if (before !== undefined) return before ?? undefined;
  const verdict = examine(field, value, trail);
  values.set(value, verdict ?? null);
  return verdict;
}

function examine(field: FieldSchema, value: unknown, trail: Trail): Verdict | undefined {
  const draft: VerdictDraft = {};
  if (value === null) {
    if (!mayBeNull(field)) blame(draft, 'nullable', { code: 'noValue' });
    optionRule(field, value, draft);
    return verdictOf(draft);
  }
  const mismatch = typeProblem(field, value);
  if (mismatch !== undefined) {
    blame(draft, 'type', { code: mismatch });
    return verdictOf(draft);
  }
  optionRule(field, value, draft);
  if (typeof value === 'string') stringRules(field, value, draft);
  else if (typeof value === 'number' || typeof value === 'bigint') numberRules(field, value, draft);
  else if (isList(value)) checkList(field, value, draft);
  else if (isDictionary(value)) checkObject(field, value, draft);
  const tried = [...trail, field];
  branchRules(field, draft, (branch) => (tried.includes(branch) ? undefined : check(branch, value, tried)));
  return verdictOf(draft);
}

function optionRule(field: FieldSchema, value: unknown, draft: VerdictDraft): void {
  const problem = optionProblem(field, value);
  if (problem !== undefined) blame(draft, 'enum', problem);
}

function checkList(field: FieldSchema, list: readonly unknown[], draft: VerdictDraft): void {
  listRules(field, list, draft);
  if (!isDictionary(field.raw['items'])) return;
  const item = itemField(field);
  list.forEach((value, index) => blameBelow(draft, index, nameMissingKeys(field, check(item, value))));
}

function checkObject(field: FieldSchema, object: Record<string, unknown>, draft: VerdictDraft): void {
  const names = Object.keys(object);
  sizeRules(field, names.length, draft);
  for (const name of field.required) {
    if (!Object.hasOwn(object, name))
      blameChild(draft, name, { rule: 'required', problem: { code: 'required' } });
  }
  const values = valueField(field);
  for (const name of names) {
    const property = propertyOf(field, name) ?? values;
    if (property !== undefined) blameBelow(draft, name, check(property, object[name]));
  }
  if (field.embedded) blameAlso(draft, embeddedRules(object));
}

function sizeRules({ raw }: FieldSchema, size: number, draft: VerdictDraft): void {
  const { minProperties, maxProperties } = raw;
  if (typeof minProperties === 'number' && size < minProperties)
    blame(draft, 'minProperties', { code: 'minProperties', values: { min: minProperties } });
  if (typeof maxProperties === 'number' && size > maxProperties)
    blame(draft, 'maxProperties', { code: 'maxProperties', values: { max: maxProperties } });
}
