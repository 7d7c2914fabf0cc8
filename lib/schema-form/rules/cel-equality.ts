/**
 * When two values of rules are the same: lists that are sets or maps without regard to their order.
 * Source: k8s.io/apiserver `pkg/cel/common/values.go`.
 */
import { type CelList, type CelMap, type CelValue, isCelList, isCelMap, isCelType } from '@bufbuild/cel';
import { listKindOf } from './cel-values.ts';

/** For what is not certain: the rule ends with an error, which is no answer. */
export function undecided(): never {
  throw new Error('undecided');
}

/** Equality of the API server: lists of sets and maps without regard to their order. */
export function equal(left: CelValue, right: CelValue): boolean {
  if (left === null || right === null) return undecided();
  if (isScalar(left))
    return isScalar(right) ? scalarsEqual(left, right) : isGroup(right) ? false : undecided();
  if (isCelList(left)) return isCelList(right) && listsEqual(left, right);
  if (isCelMap(left)) return isCelMap(right) && mapsEqual(left, right);
  if (isCelType(left)) return isCelType(right) ? left.name === right.name : undecided();
  return sameTime(left, right);
}

function isGroup(value: CelValue): boolean {
  return isCelList(value) || isCelMap(value);
}

/** Of durations and of points in time. */
function sameTime(left: CelValue, right: CelValue): boolean {
  const one = timeOf(left);
  const other = timeOf(right);
  return one === undefined || other === undefined ? undecided() : one === other;
}

type Scalar = string | number | bigint | boolean;

function isScalar(value: CelValue): value is Scalar {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function scalarsEqual(left: Scalar, right: Scalar): boolean {
  if (typeof left === typeof right) return left === right;
  const numbers = [left, right].every((value) => typeof value === 'number' || typeof value === 'bigint');
  // eslint-disable-next-line eqeqeq -- the one comparison that is exact between whole numbers and fractions
  return numbers && left == right;
}

/** Durations and points in time by their kind and length. */
function timeOf(value: CelValue): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message } = value;
  if (!('seconds' in message) || !('nanos' in message)) return undefined;
  return `${message.$typeName} ${String(message.seconds)} ${String(message.nanos)}`;
}

function listsEqual(left: CelList, right: CelList): boolean {
  if (left.size !== right.size) return false;
  const kind = listKindOf(left);
  if (kind === undefined) return [...left].every((item, index) => equal(item, at(right, index)));
  if (kind.type === 'set') return [...right].every((item) => [...left].some((other) => equal(other, item)));
  const byKey = new Map([...left].map((item) => [keyOf(item, kind.keys), item]));
  return [...right].every((item) => {
    const mine = byKey.get(keyOf(item, kind.keys));
    return mine !== undefined && equal(mine, item);
  });
}

function at(list: CelList, index: number): CelValue {
  return list.get(index) ?? undecided();
}

function keyOf(item: CelValue, keys: readonly string[]): string {
  if (!isCelMap(item)) return undecided();
  const values = keys.map((key) => item.get(key) ?? undecided());
  return values.every(isScalar)
    ? JSON.stringify(values.map((value) => [typeof value, String(value)]))
    : undecided();
}

function mapsEqual(left: CelMap, right: CelMap): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => {
    const other = right.get(key);
    return other !== undefined && equal(value, other);
  });
}
