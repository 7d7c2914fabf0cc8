/** Rules for text and numbers; see validate.ts. Source: k8s.io/kube-openapi `pkg/validation/validate/values.go`. */
import { formatProblem } from '../formats/formats.ts';
import { isInt64 } from '../schema/json-types.ts';
import type { Problem } from '../schema/problem.ts';
import { matchesPattern } from '../../base/re2/pattern.ts';
import type { FieldSchema } from '../schema/schema.ts';
import { nearest } from '../../base/spelling.ts';
import { isOption, typesOf } from './types.ts';
import { blame, type VerdictDraft } from './verdict.ts';

const SHOWN_OPTIONS = 10;

/** What is wrong when the value is none of those allowed. */
export function optionProblem({ options }: FieldSchema, value: unknown): Problem | undefined {
  if (options === undefined || isOption(options, value)) return undefined;
  const shown = options.slice(0, SHOWN_OPTIONS).map((option) => (option === '' ? '""' : plain(option)));
  const list = `${shown.join(', ')}${options.length > shown.length ? ', …' : ''}`;
  const near = typeof value === 'string' ? nearest(value, options.filter(isText)) : undefined;
  return near === undefined
    ? { code: 'options', values: { options: list } }
    : { code: 'nearOption', values: { options: list, near } };
}

function isText(option: unknown): option is string {
  return typeof option === 'string' && option !== '';
}

function plain(option: unknown): string {
  return typeof option === 'string' || typeof option === 'bigint' ? String(option) : JSON.stringify(option);
}

/**
 * Blames the draft for length (in code points), pattern and format; a pattern that cannot be judged here is passed
 * over.
 */
export function stringRules(field: FieldSchema, value: string, draft: VerdictDraft): void {
  const length = lengthProblem(field, value);
  if (length !== undefined) blame(draft, length.rule, length.problem);
  const { pattern } = field.raw;
  // The API server looks at the pattern only when the length is right.
  if (length === undefined && typeof pattern === 'string' && matchesPattern(pattern, value) === false)
    blame(draft, 'pattern', { code: 'pattern', values: { pattern } });
  const { format } = typesOf(field);
  // Of an empty text that must not be empty, nothing more needs to be said.
  if (format === undefined || (value === '' && length !== undefined)) return;
  const code = formatProblem(format, value);
  if (code !== undefined) blame(draft, 'format', { code });
}

function lengthProblem({ raw }: FieldSchema, value: string): Broken | undefined {
  const { minLength, maxLength } = raw;
  if (typeof maxLength === 'number' && value.length > maxLength) {
    const length = characters(value);
    if (length > maxLength)
      return { rule: 'maxLength', problem: { code: 'maxLength', values: { max: maxLength, length } } };
  }
  if (typeof minLength !== 'number' || characters(value) >= minLength) return undefined;
  if (value === '' && minLength === 1) return { rule: 'minLength', problem: { code: 'notEmpty' } };
  return { rule: 'minLength', problem: { code: 'minLength', values: { min: minLength } } };
}

/** Unicode code points, as Go counts. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

interface Broken {
  readonly rule: string;
  readonly problem: Problem;
}

const INT32_LIMIT = 2 ** 31;
const FLOAT32_MAX = 3.4028235677973366e38;

/** Blames the draft for the width of the format, the bounds and `multipleOf`. */
export function numberRules(field: FieldSchema, value: number | bigint, draft: VerdictDraft): void {
  const { raw } = field;
  const width = widthProblem(field, value);
  if (width !== undefined) blame(draft, 'format', width);
  else {
    const bound = boundProblem(field, value, 'minimum') ?? boundProblem(field, value, 'maximum');
    if (bound !== undefined) blame(draft, bound.rule, bound.problem);
  }
  const { multipleOf } = raw;
  if (typeof multipleOf !== 'number') return;
  if (!isUsable(field, multipleOf)) blame(draft, 'multipleOf', contradiction('multipleOf'));
  else if (!isMultiple(value, multipleOf)) {
    blame(draft, 'multipleOf', { code: 'multipleOf', values: { of: multipleOf } });
  }
}

function widthProblem(field: FieldSchema, value: number | bigint): Problem | undefined {
  const { allowed, format } = typesOf(field);
  if (allowed.length !== 1) return undefined;
  if (allowed[0] === 'integer') {
    if (!isInt64(value)) return { code: 'integer' };
    const tooLarge = format === 'int32' && (value >= INT32_LIMIT || value < -INT32_LIMIT);
    return tooLarge ? { code: 'tooLarge', values: { bits: 32 } } : undefined;
  }
  const tooLarge = format === 'float' && Math.abs(Number(value)) >= FLOAT32_MAX;
  return tooLarge ? { code: 'tooLargeFloat' } : undefined;
}

const BOUNDS = {
  minimum: { exclusive: 'exclusiveMinimum', open: 'moreThan', closed: 'atLeast' },
  maximum: { exclusive: 'exclusiveMaximum', open: 'lessThan', closed: 'atMost' },
} as const;

function boundProblem(
  field: FieldSchema,
  value: number | bigint,
  rule: 'minimum' | 'maximum',
): Broken | undefined {
  const limit = field.raw[rule];
  if (typeof limit !== 'number') return undefined;
  if (!isUsable(field, limit)) return { rule, problem: contradiction(rule) };
  // What Go makes of a limit beyond 64 bits differs between processors.
  if (isInt64(value) && Math.abs(limit) >= 2 ** 63) return undefined;
  const bound = BOUNDS[rule];
  const exclusive = field.raw[bound.exclusive] === true;
  const difference = compare(value, isInt64(value) ? Math.trunc(limit) : limit);
  const inside = rule === 'minimum' ? difference : -difference;
  if (exclusive ? inside > 0 : inside >= 0) return undefined;
  return { rule, problem: { code: exclusive ? bound.open : bound.closed, values: { limit } } };
}

function compare(left: number | bigint, right: number): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** The API server refuses every number where a limit itself does not fit the type of the field. */
function isUsable(field: FieldSchema, limit: number): boolean {
  const { allowed, format } = typesOf(field);
  if (allowed.length !== 1) return true;
  if (allowed[0] !== 'integer') return format !== 'float' || Math.abs(limit) < FLOAT32_MAX;
  if (!isInt64(limit)) return false;
  return format !== 'int32' || (limit >= -INT32_LIMIT && limit < INT32_LIMIT);
}

function contradiction(keyword: string): Problem {
  return { code: 'contradiction', values: { keyword } };
}

/** As Go divides: whole numbers by the whole part of the factor, anything else as floats within rounding. */
function isMultiple(value: number | bigint, factor: number): boolean {
  if (factor <= 0) return false;
  if (isInt64(value)) {
    const whole = Math.trunc(factor);
    return whole >= 1 && BigInt(value) % BigInt(whole) === 0n;
  }
  const ratio = factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor;
  return isWholeRatio(ratio);
}

function isWholeRatio(ratio: number): boolean {
  if (!Number.isFinite(ratio) || Math.abs(ratio) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(ratio);
  return whole === ratio || (ratio > 0 && (ratio - whole) / (ratio + whole) < 1e-9);
}
