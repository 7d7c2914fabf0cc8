/**
 * Fields that the schema does not name and the API server would drop; under strict validation, which is what we ask for,
 * it refuses the object instead. Source: apiextensions-apiserver `pkg/apiserver/schema/pruning`.
 */
import { isDictionary, isList } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type FieldSchema,
  itemField,
  keepsUnknown,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';
import { nearest } from '../../base/spelling.ts';
import { typeProblem } from './types.ts';
import { blameBelow, blameChild, type VerdictDraft, type Verdict, verdictOf } from './verdict.ts';

const remembered = new WeakMap<FieldSchema, WeakMap<object, Verdict | null>>();

/**
 * Undefined when all fields are known. Verdicts are remembered by schema and value, so values must not be changed in
 * place.
 */
export function unknownFields(field: FieldSchema, value: unknown): Verdict | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let values = remembered.get(field);
  if (values === undefined) remembered.set(field, (values = new WeakMap()));
  const before = values.get(value);
  if (before !== undefined) return before ?? undefined;
  const verdict = examine(field, value);
  values.set(value, verdict ?? null);
  return verdict;
}

function examine(field: FieldSchema, value: object): Verdict | undefined {
  // What is of the wrong type is told so; that the type it has would have other fields is no news.
  if (typeProblem(field, value) !== undefined) return undefined;
  const draft: VerdictDraft = {};
  if (isList(value)) {
    if (!isDictionary(field.raw['items'])) return isLeaf(field) ? nothingKnown(value) : undefined;
    const item = itemField(field);
    value.forEach((part, index) => blameBelow(draft, index, unknownFields(item, part)));
  } else if (isDictionary(value)) {
    const values = valueField(field);
    for (const name of Object.keys(value)) {
      const child = propertyOf(field, name) ?? values;
      if (child !== undefined) blameBelow(draft, name, unknownFields(child, value[name]));
      else if (!keepsUnknown(field, name)) {
        blameChild(draft, name, { rule: 'unknown', problem: unknownProblem(field, name) });
      }
    }
  }
  return verdictOf(draft);
}

function isLeaf({ raw }: FieldSchema): boolean {
  return raw['type'] === 'string';
}

/** The API server takes a list for some formats of text, but knows of no field inside it. */
function nothingKnown(value: unknown): Verdict | undefined {
  const draft: VerdictDraft = {};
  if (isList(value)) {
    value.forEach((part, index) => blameBelow(draft, index, nothingKnown(part)));
  } else if (isDictionary(value)) {
    for (const name of Object.keys(value)) {
      blameChild(draft, name, { rule: 'unknown', problem: { code: 'unknownField' } });
    }
  }
  return verdictOf(draft);
}

function unknownProblem(field: FieldSchema, name: string): Problem {
  const near = nearest(name, propertyNames(field));
  return near === undefined ? { code: 'unknownField' } : { code: 'misspelt', values: { near } };
}
