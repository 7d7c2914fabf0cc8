/** `reflect.DeepEqual`: types count, too. */
import type { RenderBudget } from '../run/budget.ts';
import { typeName } from '../values/types.ts';
import {
  GoComplex,
  GoInt,
  GoMap,
  GoRecord,
  GoSlice,
  GoTime,
  type GoValue,
  GoVersion,
} from '../values/value.ts';

/** The same type, and the same all the way down. */
export function deepEqual(left: GoValue, right: GoValue, budget: RenderBudget): boolean {
  if (left === null || right === null) return left === right;
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (typeName(left) !== typeName(right)) return false;
  if (left instanceof GoInt && right instanceof GoInt) return left.value === right.value;
  return budget.inside(() => objectsEqual(left, right, budget));
}

function objectsEqual(left: GoValue, right: GoValue, budget: RenderBudget): boolean {
  if (left instanceof GoMap && right instanceof GoMap)
    return left.isNil === right.isNil && entriesEqual(left.entries, right.entries, budget);
  if (left instanceof GoSlice && right instanceof GoSlice) return slicesEqual(left, right, budget);
  if (left instanceof GoRecord && right instanceof GoRecord)
    return entriesEqual(left.fields, right.fields, budget);
  return plainEqual(left, right);
}

function plainEqual(left: GoValue, right: GoValue): boolean {
  if (left instanceof GoTime && right instanceof GoTime)
    return left.seconds === right.seconds && left.nanos === right.nanos && left.zone.name === right.zone.name;
  if (left instanceof GoVersion && right instanceof GoVersion) return left.original === right.original;
  return (
    left instanceof GoComplex && right instanceof GoComplex && left.re === right.re && left.im === right.im
  );
}

function slicesEqual(left: GoSlice, right: GoSlice, budget: RenderBudget): boolean {
  if (left.isNil !== right.isNil || left.items.length !== right.items.length) return false;
  return left.items.every((item, at) => {
    budget.spend(1);
    return deepEqual(item, right.items[at] ?? null, budget);
  });
}

type Entries = ReadonlyMap<string, GoValue>;

function entriesEqual(left: Entries, right: Entries, budget: RenderBudget): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => {
    budget.spend(1);
    return right.has(key) && deepEqual(value, right.get(key) ?? null, budget);
  });
}
