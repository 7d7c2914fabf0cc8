/**
 * The first validation of a large document, in steps short enough to leave the page free between them. Each step
 * validates a branch whose own branches are done, and verdicts are remembered; so the last step, which is the
 * validation of the whole, has next to nothing left to do, and so has every key press after it.
 *
 * A worker would have to be sent the schema and the value, which takes the page as long as a step or two, and what it
 * remembered would be of no use to the key presses here.
 */
import type { FieldError } from '../schema/field-error.ts';
import { editableSchema, validateObject } from './object-rules.ts';
import { isDictionary, isList } from '../schema/path.ts';
import { type FieldSchema, itemField, propertyOf, valueField } from '../schema/schema.ts';
import type { ApiType } from '../schema/starters.ts';
import { judge } from './validate.ts';

/** Below this many values one go is quick enough. */
const LARGE = 1000;

/** True when the value has so many parts that its first validation would be felt. */
export function isLarge(value: unknown): boolean {
  return partsLeft(value, LARGE) < 0;
}

function partsLeft(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left - 1;
  let rest = left - 1;
  for (const part of Object.values(value)) {
    if (rest < 0) return rest;
    rest = partsLeft(part, rest);
  }
  return rest;
}

/** Yields whenever the caller may turn to something else; returns what `validateObject` would. */
export function* validationSteps(
  schema: FieldSchema,
  type: ApiType,
  value: unknown,
): Generator<undefined, FieldError[]> {
  yield* branchSteps(editableSchema(schema), value);
  return validateObject(schema, type, value);
}

function* branchSteps(field: FieldSchema, value: unknown): Generator<undefined, undefined> {
  if (isList(value)) {
    const item = itemField(field);
    for (const part of value) yield* branchSteps(item, part);
  } else if (isDictionary(value)) {
    const values = valueField(field);
    for (const name of Object.keys(value)) {
      const child = propertyOf(field, name) ?? values;
      if (child !== undefined) yield* branchSteps(child, value[name]);
    }
  } else return;
  judge(field, value);
  yield;
}
