/**
 * Functions of Kubernetes that the library has not, and replacements where its answers could differ from those of the
 * API server. Whatever is not certain throws, which leaves the rule undecided.
 * Source: k8s.io/apiserver `pkg/cel/library`, `pkg/cel/common/values.go`; cel-go `common/types`.
 */
import {
  celFunc,
  celMethod,
  CelScalar,
  type CelFunc,
  type CelList,
  type CelValue,
  listType,
} from '@bufbuild/cel';
import { equal, undecided } from './cel-equality.ts';
import { durationOf, listKindOf, timestampOf } from './cel-values.ts';

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

function isIn(item: CelValue, list: CelList): boolean {
  return [...list].some((other) => equal(other, item));
}

/** Sets and maps are merged by rules of their own. */
function joined(left: CelList, right: CelList): CelValue[] {
  if (listKindOf(left) !== undefined) return undecided();
  return [...left, ...right];
}

function compare(left: CelValue, right: CelValue): number {
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return left === right ? 0 : left < right ? -1 : 1;
  if (typeof left === 'string' && typeof right === 'string')
    return left === right ? 0 : left < right ? -1 : 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return undecided();
}

function isSorted(list: CelList): boolean {
  const items = [...list];
  return items.every((item, index) => index === 0 || compare(items[index - 1] ?? undecided(), item) <= 0);
}

function best(list: CelList, sign: 1 | -1): CelValue {
  const items = [...list];
  const first = items[0];
  if (first === undefined) return undecided();
  return items.reduce((best, item) => (compare(item, best) * sign > 0 ? item : best), first);
}

function sum(list: CelList): CelValue {
  const items = [...list];
  if (items.length > 0 && items.every((item) => typeof item === 'bigint'))
    return items.reduce((total, item) => total + item, 0n);
  // Without items its type, and so its zero, is the schema's matter.
  return undecided();
}

function indexOf(list: CelList, item: CelValue): bigint {
  return BigInt([...list].findIndex((other) => equal(other, item)));
}

function lastIndexOf(list: CelList, item: CelValue): bigint {
  return BigInt([...list].findLastIndex((other) => equal(other, item)));
}

function contains(list: CelList, part: CelList): boolean {
  return [...part].every((item) => isIn(item, list));
}

function wholeFromText(text: string): bigint {
  if (!/^[+-]?\d{1,18}$/.test(text)) return undecided();
  return BigInt(text.replace('+', ''));
}

function doubleFromText(text: string): number {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undecided();
}

/** For `celEnv`; those with the name and types of one of the library's stand in its place. */
export const functions: CelFunc[] = [
  celFunc('_==_', [DYN, DYN], BOOL, equal),
  celFunc('_!=_', [DYN, DYN], BOOL, (left, right) => !equal(left, right)),
  celFunc('@in', [DYN, LIST], BOOL, isIn),
  celFunc('_+_', [LIST, LIST], LIST, joined),
  celFunc('int', [STRING], INT, wholeFromText),
  celFunc('int', [DOUBLE], INT, undecided),
  celFunc('double', [STRING], DOUBLE, doubleFromText),
  celFunc('duration', [STRING], DYN, durationOf),
  celFunc('timestamp', [STRING], DYN, timestampOf),
  celFunc('string', [DOUBLE], STRING, undecided),
  celMethod('isSorted', LIST, [], BOOL, function () {
    return isSorted(this);
  }),
  celMethod('min', LIST, [], DYN, function () {
    return best(this, -1);
  }),
  celMethod('max', LIST, [], DYN, function () {
    return best(this, 1);
  }),
  celMethod('sum', LIST, [], DYN, function () {
    return sum(this);
  }),
  celMethod('indexOf', LIST, [DYN], INT, function (item) {
    return indexOf(this, item);
  }),
  celMethod('lastIndexOf', LIST, [DYN], INT, function (item) {
    return lastIndexOf(this, item);
  }),
  celFunc('sets.contains', [LIST, LIST], BOOL, contains),
  celFunc(
    'sets.equivalent',
    [LIST, LIST],
    BOOL,
    (left, right) => contains(left, right) && contains(right, left),
  ),
  celFunc('sets.intersects', [LIST, LIST], BOOL, (left, right) =>
    [...left].some((item) => isIn(item, right)),
  ),
];
