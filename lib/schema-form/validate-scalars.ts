/** Rules for text and numbers; see validate.ts. */
import { compilePattern, fitsInteger, formatProblem } from './formats.ts';
import type { Path } from './path.ts';
import type { FieldSchema } from './schema.ts';
import type { Report } from './field-error.ts';
import type { Problem } from './problem.ts';

/** Text longer than this is not tried against patterns: a bad pattern could take minutes. */
const PATTERN_TEXT_LIMIT = 4000;

const patterns = new WeakMap<object, RegExp | null>();

export function stringRules(field: FieldSchema, value: string, path: Path, report: Report): void {
  const length = lengthProblem(field, value);
  if (length !== undefined) report(path, length.rule, length.problem);
  // Of an empty text that must not be empty, nothing more needs to be said.
  if (length?.rule === 'minLength' && value === '') return;
  const { pattern } = field.raw;
  if (typeof pattern === 'string' && !matches(field, pattern, value)) {
    report(path, 'pattern', { code: 'pattern', values: { pattern } });
  }
  if (field.format === undefined || field.kind === 'intOrString') return;
  const code = formatProblem(field.format, value);
  if (code !== undefined) report(path, 'format', { code });
}

function lengthProblem(field: FieldSchema, value: string): Broken | undefined {
  const { minLength, maxLength } = field.raw;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength) {
    if (length === 0 && minLength === 1) return { rule: 'minLength', problem: { code: 'notEmpty' } };
    return { rule: 'minLength', problem: { code: 'minLength', values: { min: minLength } } };
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return { rule: 'maxLength', problem: { code: 'maxLength', values: { max: maxLength, length } } };
  }
  return undefined;
}

/** True also where we cannot tell. */
function matches(field: FieldSchema, pattern: string, value: string): boolean {
  if (value.length > PATTERN_TEXT_LIMIT) return true;
  return patternOf(field, pattern)?.test(value) ?? true;
}

function patternOf(field: FieldSchema, pattern: string): RegExp | null {
  const known = patterns.get(field);
  if (known !== undefined) return known;
  const compiled = compilePattern(pattern) ?? null;
  patterns.set(field, compiled);
  return compiled;
}

export function numberRules(field: FieldSchema, value: number | bigint, path: Path, report: Report): void {
  const bound = lowerBound(field, value) ?? upperBound(field, value);
  if (bound !== undefined) report(path, bound.rule, bound.problem);
  const { multipleOf } = field.raw;
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(Number(value), multipleOf)) {
    report(path, 'multipleOf', { code: 'multipleOf', values: { of: multipleOf } });
  }
  if (bound === undefined && isWhole(value) && !fitsInteger(field.format, value)) {
    report(path, 'format', { code: 'tooLarge', values: { bits: field.format === 'int32' ? 32 : 64 } });
  }
}

export function isWhole(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

interface Broken {
  readonly rule: string;
  readonly problem: Problem;
}

function lowerBound({ raw }: FieldSchema, value: number | bigint): Broken | undefined {
  const { minimum } = raw;
  if (typeof minimum !== 'number') return undefined;
  if (raw['exclusiveMinimum'] === true) {
    return value <= minimum
      ? { rule: 'minimum', problem: { code: 'moreThan', values: { limit: minimum } } }
      : undefined;
  }
  return value < minimum
    ? { rule: 'minimum', problem: { code: 'atLeast', values: { limit: minimum } } }
    : undefined;
}

function upperBound({ raw }: FieldSchema, value: number | bigint): Broken | undefined {
  const { maximum } = raw;
  if (typeof maximum !== 'number') return undefined;
  if (raw['exclusiveMaximum'] === true) {
    return value >= maximum
      ? { rule: 'maximum', problem: { code: 'lessThan', values: { limit: maximum } } }
      : undefined;
  }
  return value > maximum
    ? { rule: 'maximum', problem: { code: 'atMost', values: { limit: maximum } } }
    : undefined;
}

/** Decimal fractions have no exact binary form: 0.3 is a multiple of 0.1 within rounding. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}
