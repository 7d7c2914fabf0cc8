/** Rules for text and numbers; see validate.ts. */
import { compilePattern, fitsInteger, formatProblem } from './formats.ts';
import type { Path } from './path.ts';
import type { FieldSchema } from './schema.ts';
import type { Report } from './field-error.ts';

/** Text longer than this is not tried against patterns: a bad pattern could take minutes. */
const PATTERN_TEXT_LIMIT = 4000;

const patterns = new WeakMap<object, RegExp | null>();

export function lengthOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function stringRules(field: FieldSchema, value: string, path: Path, report: Report): void {
  const length = lengthProblem(field, value);
  if (length !== undefined) report(path, length.rule, length.message);
  // Of an empty text that must not be empty, nothing more needs to be said.
  if (length?.rule === 'minLength' && value === '') return;
  const { pattern } = field.raw;
  if (typeof pattern === 'string' && !matches(field, pattern, value)) {
    report(path, 'pattern', `must match the pattern ${pattern}`);
  }
  if (field.format === undefined || field.kind === 'intOrString') return;
  const expected = formatProblem(field.format, value);
  if (expected !== undefined) report(path, 'format', `must be ${expected}`);
}

function lengthProblem(field: FieldSchema, value: string): { rule: string; message: string } | undefined {
  const { minLength, maxLength } = field.raw;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength) {
    const least = `must have at least ${lengthOf(minLength, 'character')}`;
    return { rule: 'minLength', message: length === 0 && minLength === 1 ? 'must not be empty' : least };
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return {
      rule: 'maxLength',
      message: `must have at most ${lengthOf(maxLength, 'character')}, has ${length}`,
    };
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
  if (bound !== undefined) report(path, bound.rule, bound.message);
  const { multipleOf } = field.raw;
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(Number(value), multipleOf)) {
    report(path, 'multipleOf', `must be a multiple of ${multipleOf}`);
  }
  if (bound === undefined && isWhole(value) && !fitsInteger(field.format, value)) {
    report(path, 'format', `is too large for a ${field.format === 'int32' ? '32' : '64'}-bit whole number`);
  }
}

export function isWhole(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

interface Bound {
  readonly rule: string;
  readonly message: string;
}

function lowerBound({ raw }: FieldSchema, value: number | bigint): Bound | undefined {
  const { minimum } = raw;
  if (typeof minimum !== 'number') return undefined;
  if (raw['exclusiveMinimum'] === true) {
    return value <= minimum ? { rule: 'minimum', message: `must be more than ${minimum}` } : undefined;
  }
  return value < minimum ? { rule: 'minimum', message: `must be at least ${minimum}` } : undefined;
}

function upperBound({ raw }: FieldSchema, value: number | bigint): Bound | undefined {
  const { maximum } = raw;
  if (typeof maximum !== 'number') return undefined;
  if (raw['exclusiveMaximum'] === true) {
    return value >= maximum ? { rule: 'maximum', message: `must be less than ${maximum}` } : undefined;
  }
  return value > maximum ? { rule: 'maximum', message: `must be at most ${maximum}` } : undefined;
}

/** Decimal fractions have no exact binary form: 0.3 is a multiple of 0.1 within rounding. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}
