/**
 * Whether an object that lies in the cluster already would still pass under another schema, and what of it would be lost.
 * As the API server reads it: what the schema does not name is dropped, defaults are filled in, and then the rules are
 * tried. CEL rules are not judged; the API server applies those to what changes only.
 */
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { FieldError } from '../schema/field-error.ts';
import { formatPath, type Path } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import { fieldOf, OBJECT_FIELDS } from '../schema/schema.ts';
import { unknownFields } from './unknown-fields.ts';
import { violations } from './validate.ts';
import { errorsOf } from './verdict.ts';

/** One thing that the schema forbids; `code` and `values` for the catalogue of texts, where it has a sentence. */
export interface StoredProblem {
  /** Such as `spec.items[0].size`. */
  path: string;
  code?: string;
  values?: Record<string, string | number | string[]>;
  /** In English. */
  message: string;
}

/** What would become of the object under the schema: at most 50 of each. */
export interface StoredVerdict {
  fields: StoredProblem[];
  /** Paths of fields that would be dropped, with `[]` for any item of a list. */
  lost: string[];
}

const MOST = 50;

/** @param schema `openAPIV3Schema` of a version, the object being of that version */
export function judgeStored(schema: unknown, object: KubeObject): StoredVerdict {
  const field = fieldOf(schema);
  const { name } = object.metadata;
  // All else in metadata is no business of the schema.
  const value: Record<string, unknown> = { ...object, metadata: optional({ name }) };
  return {
    fields: errorsOf(violations(field, value), [], MOST)
      .filter((error) => !isOwnField(error))
      .map(problemOf),
    lost: errorsOf(unknownFields(field, value), [], MOST)
      .filter(({ path }) => !OBJECT_FIELDS.has(String(path[0])))
      .map(({ path }) => withoutIndexes(path)),
  };
}

/** `apiVersion`, `kind` and `metadata` are always there, though they are dropped where the schema does not name them. */
function isOwnField({ path, rule }: FieldError): boolean {
  return rule === 'required' && path.length === 1 && OBJECT_FIELDS.has(String(path[0]));
}

function problemOf({ path, problem, rule }: FieldError): StoredProblem {
  const place = formatPath(path);
  if ('said' in problem) return { path: place, message: problem.said };
  const { code, values = {} } = problem;
  const plain = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' || typeof value === 'number' ? value : [...value],
    ]),
  );
  return { path: place, code, values: plain, message: english({ code, values }, rule) };
}

const SENTENCES: Readonly<Partial<Record<string, string>>> = {
  required: 'Required value',
  requiredKey: 'Required value',
  noValue: 'must not be null',
  dictionary: 'must be of type object',
  object: 'must be of type object',
  array: 'must be of type array',
  string: 'must be of type string',
  integer: 'must be of type integer',
  number: 'must be of type number',
  boolean: 'must be of type boolean',
  intOrString: 'must be a whole number or text',
  fixed: 'must be {value}',
  options: 'must be one of {options}',
  nearOption: 'must be one of {options}',
  atLeast: 'should be greater than or equal to {limit}',
  atMost: 'should be less than or equal to {limit}',
  moreThan: 'should be greater than {limit}',
  lessThan: 'should be less than {limit}',
  multipleOf: 'should be a multiple of {of}',
  notEmpty: 'must not be empty',
  minLength: 'should be at least {min} chars long',
  maxLength: 'should be at most {max} chars long',
  pattern: "should match '{pattern}'",
  minItems: 'must have at least {min} items',
  maxItems: 'must have at most {max} items',
  minProperties: 'must have at least {min} properties',
  maxProperties: 'must have at most {max} properties',
  duplicate: 'Duplicate value',
  sameKeys: 'Duplicate value',
};

function english(problem: Exclude<Problem, { said: string }>, rule: string): string {
  const sentence = SENTENCES[problem.code];
  if (sentence === undefined) return `does not satisfy "${rule}" of the schema`;
  const values = problem.values ?? {};
  return sentence.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'string' ? value : String(value);
  });
}

function withoutIndexes(path: Path): string {
  return formatPath(path).replace(/\[\d+\]/g, '[]');
}
