/**
 * JSON values as the API server's decoder takes them: a number without fraction or exponent that fits 64 bits is an
 * integer, any other number a float.
 * Source: k8s.io/apimachinery `util/json`, k8s.io/kube-openapi `pkg/validation/validate/type.go`.
 */
import { isList } from './path.ts';

/** Names of types as in OpenAPI; null has none. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

const INT64_LIMIT = 2n ** 63n;
/** From here on JavaScript writes a number with an exponent, which the API server reads as a float. */
const EXPONENT_FROM = 1e21;

/** True for what is sent as a 64-bit integer; the digits that JavaScript writes count, which are not always exact. */
export function isInt64(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return value >= -INT64_LIMIT && value < INT64_LIMIT;
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  if (Number.isSafeInteger(value)) return true;
  return Math.abs(value) < EXPONENT_FROM && isInt64(BigInt(String(value)));
}

/** The type of a value that is neither null nor absent. */
export function jsonTypeOf(value: unknown): JsonType {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return isInt64(value) ? 'integer' : 'number';
  return isList(value) ? 'array' : 'object';
}

const NEARNESS = 1e-9;

/** True for a float that the API server takes for a whole number: exact, or off by a billionth of itself. */
export function isNearlyWhole(value: unknown): boolean {
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(number);
  if (whole === number) return true;
  // Of a negative float Go's conversion to an unsigned integer makes something far off.
  if (number < 0) return false;
  return Math.abs(number - whole) / (number + whole) < NEARNESS;
}
