/** Whether a value is of the type that the schema asks for; see validate.ts. */
import { enforcedFormat } from '../formats/formats.ts';
import { isInt64, isNearlyWhole, type JsonType, jsonTypeOf } from '../schema/json-types.ts';
import { isList, sameValue } from '../schema/path.ts';
import type { ProblemCode } from '../schema/problem.ts';
import type { FieldSchema } from '../schema/schema.ts';

const TYPES: readonly JsonType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

const ANY: readonly JsonType[] = [];
const SINGLE: ReadonlyMap<string, readonly JsonType[]> = new Map(TYPES.map((type) => [type, [type]]));

/** What a value may be, as the API server reads the schema. */
export interface Types {
  /** Empty where any type goes. */
  readonly allowed: readonly JsonType[];
  /** The format that is enforced; formats that the API server does not know for the type it ignores. */
  readonly format: string | undefined;
}

const known = new WeakMap<FieldSchema, Types>();

/** Remembered for each field. */
export function typesOf(field: FieldSchema): Types {
  const found = known.get(field);
  if (found !== undefined) return found;
  const allowed = allowedTypes(field);
  const types = { allowed, format: enforcedFormat(field.format, allowed) };
  known.set(field, types);
  return types;
}

function allowedTypes({ raw }: FieldSchema): readonly JsonType[] {
  if (raw['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  const { type } = raw;
  if (!isList(type)) return typeof type === 'string' ? (SINGLE.get(type) ?? ANY) : ANY;
  return TYPES.filter((name) => type.includes(name));
}

/** What should have been there instead; undefined when the value fits. */
export function typeProblem(field: FieldSchema, value: unknown): ProblemCode | undefined {
  const { allowed, format } = typesOf(field);
  const type = jsonTypeOf(value);
  if ((type === 'number' || type === 'integer') && !Number.isFinite(Number(value))) return 'number';
  // The API server leaves text and lists to the format, where there is one, without a look at the type.
  const left = format !== undefined && (type === 'string' || type === 'array');
  if (left && !allowed.includes('number') && !allowed.includes('integer')) return undefined;
  if (allowed.length === 0) return format === undefined ? undefined : 'string';
  return fits(allowed, type, value) ? undefined : expected(allowed);
}

function fits(allowed: readonly JsonType[], type: JsonType, value: unknown): boolean {
  if (allowed.includes(type)) return true;
  if (type === 'integer') return allowed.includes('number');
  return type === 'number' && allowed.includes('integer') && isNearlyWhole(value);
}

function expected(allowed: readonly JsonType[]): ProblemCode {
  if (allowed.length > 1 && allowed.includes('integer') && allowed.includes('string')) return 'intOrString';
  return allowed[0] ?? 'string';
}

/** Does the API server take null here? Where any type goes, it does. */
export function mayBeNull(field: FieldSchema): boolean {
  return field.nullable || typesOf(field).allowed.length === 0;
}

/**
 * True when the value is one of those allowed, as Go compares them: a fraction equals the whole number it is cut off to,
 * and a number the character of that code. Null equals nothing, listed or not.
 */
export function isOption(options: readonly unknown[], value: unknown): boolean {
  if (value === null) return false;
  return options.some((option) => sameOption(option, value));
}

function sameOption(option: unknown, value: unknown): boolean {
  if (isNumber(value) && isNumber(option)) {
    return isInt64(option) && typeof value === 'number'
      ? Math.trunc(value) === Number(option)
      : sameNumber(option, value);
  }
  if (isInt64(value) && typeof option === 'string') return option === character(Number(value));
  return sameValue(option, value);
}

function sameNumber(left: number | bigint, right: number | bigint): boolean {
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function character(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}
