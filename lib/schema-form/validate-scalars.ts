/** Rules for text and numbers; see validate.ts. */
import { compilePattern, fitsInteger, formatProblem } from './formats.ts';
import type { Path } from './path.ts';
import type { FieldSchema } from './schema.ts';
import type { Report } from './validate.ts';

/** Text longer than this is not tried against patterns: a bad pattern could take minutes. */
const PATTERN_TEXT_LIMIT = 4000;

const patterns = new WeakMap<object, RegExp | null>();

export function lengthOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function stringRules(field: FieldSchema, value: string, path: Path, report: Report): void {
  const { minLength, maxLength, pattern } = field.raw;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength) {
    const empty = value === '' && minLength === 1;
    report(
      path,
      'minLength',
      empty ? 'must not be empty' : `must have at least ${lengthOf(minLength, 'character')}`,
    );
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    report(path, 'maxLength', `must have at most ${lengthOf(maxLength, 'character')}, has ${length}`);
  }
  if (typeof pattern === 'string' && value.length <= PATTERN_TEXT_LIMIT) {
    const compiled = patternOf(field, pattern);
    if (compiled !== null && !compiled.test(value))
      report(path, 'pattern', `must match the pattern ${pattern}`);
  }
  if (field.format === undefined || field.kind === 'intOrString') return;
  const expected = formatProblem(field.format, value);
  if (expected !== undefined) report(path, 'format', `must be ${expected}`);
}

function patternOf(field: FieldSchema, pattern: string): RegExp | null {
  const known = patterns.get(field);
  if (known !== undefined) return known;
  const compiled = compilePattern(pattern) ?? null;
  patterns.set(field, compiled);
  return compiled;
}

export function numberRules(field: FieldSchema, value: number | bigint, path: Path, report: Report): void {
  const { minimum, maximum, multipleOf } = field.raw;
  lowerBound(field, value, path, report);
  if (typeof maximum === 'number') {
    const exclusive = field.raw['exclusiveMaximum'] === true;
    if (exclusive && value >= maximum) report(path, 'maximum', `must be less than ${maximum}`);
    else if (value > maximum) report(path, 'maximum', `must be at most ${maximum}`);
  }
  const below = typeof minimum === 'number' && value < minimum;
  const above = typeof maximum === 'number' && value > maximum;
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(Number(value), multipleOf)) {
    report(path, 'multipleOf', `must be a multiple of ${multipleOf}`);
  }
  const whole = typeof value === 'bigint' || Number.isInteger(value);
  if (!below && !above && whole && !fitsInteger(field.format, value)) {
    report(path, 'format', `is too large for a ${field.format === 'int32' ? '32' : '64'}-bit whole number`);
  }
}

function lowerBound(field: FieldSchema, value: number | bigint, path: Path, report: Report): void {
  const { minimum } = field.raw;
  if (typeof minimum !== 'number') return;
  const exclusive = field.raw['exclusiveMinimum'] === true;
  if (exclusive && value <= minimum) report(path, 'minimum', `must be more than ${minimum}`);
  else if (value < minimum) report(path, 'minimum', `must be at least ${minimum}`);
}

/** Decimal fractions have no exact binary form: 0.3 is a multiple of 0.1 within rounding. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}
