/** `eq`, `ne`, `lt`, `le`, `gt`, `ge`: only values of one kind compare, and nil with anything. */
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed, variadic } from '../run/signature.ts';
import { noFlags } from '../print/pad.ts';
import { printed } from '../print/print.ts';
import { printValue } from '../print/print-value.ts';
import { kindName, typeName } from '../values/types.ts';
import {
  GoComplex,
  GoError,
  GoInt,
  GoMap,
  GoSlice,
  GoTime,
  type GoValue,
  type Slot,
  unboxed,
} from '../values/value.ts';

type Kind = 'bool' | 'complex' | 'int' | 'float' | 'string' | 'uint' | 'other';
type Something = Exclude<GoValue, null>;

function kindOf(value: GoValue | undefined): Kind {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof GoInt) return value.type.startsWith('uint') ? 'uint' : 'int';
  return value instanceof GoComplex ? 'complex' : 'other';
}

function somethingIn(slot: Slot): Something | undefined {
  return unboxed(slot) ?? undefined;
}

function incompatible(left: Something, right: Something): GoError {
  return new GoError(`incompatible types for comparison: ${typeName(left)} and ${typeName(right)}`);
}

function equal(left: Something | undefined, right: Something | undefined, budget: RenderBudget): boolean {
  const kind = kindOf(left);
  const other = kindOf(right);
  if (left instanceof GoInt && right instanceof GoInt) return left.value === right.value;
  if (kind !== other) {
    if (left !== undefined && right !== undefined) throw incompatible(left, right);
    return false;
  }
  if (left instanceof GoComplex && right instanceof GoComplex)
    return left.re === right.re && left.im === right.im;
  return kind === 'other' ? equalOthers(left, right, budget) : left === right;
}

function equalOthers(
  left: Something | undefined,
  right: Something | undefined,
  budget: RenderBudget,
): boolean {
  if (left === undefined || right === undefined) return isNil(left) && isNil(right);
  if (kindName(left) !== kindName(right)) {
    const words = `${shown(left, budget)}: ${typeName(left)}, ${typeName(right)}: ${printed(right, budget)}`;
    throw new GoError(`non-comparable types ${words}`);
  }
  if (isNil(left) || isNil(right)) return isNil(left) === isNil(right);
  if (right instanceof GoMap || right instanceof GoSlice)
    throw new GoError(`non-comparable type ${shown(right, budget)}: ${typeName(right)}`);
  if (left instanceof GoTime && right instanceof GoTime)
    return left.seconds === right.seconds && left.nanos === right.nanos;
  return left === right;
}

function isNil(value: Something | undefined): boolean {
  return value === undefined || ((value instanceof GoMap || value instanceof GoSlice) && value.isNil);
}

/** By `%s`. */
function shown(value: GoValue, budget: RenderBudget): string {
  return printValue(value, { verb: 's', flags: noFlags(), budget });
}

const BAD = 'invalid type for comparison';

function less(first: Slot, second: Slot): boolean {
  const left = somethingIn(first);
  const right = somethingIn(second);
  const kind = kindOf(left);
  const other = kindOf(right);
  if (left === undefined || right === undefined || kind === 'other' || other === 'other')
    throw new GoError(BAD);
  if (left instanceof GoInt && right instanceof GoInt) return left.value < right.value;
  if (kind !== other) throw incompatible(left, right);
  if (typeof left === 'string' && typeof right === 'string') return left < right;
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  throw new GoError(BAD);
}

const TWO = ['reflect.Value', 'reflect.Value'] as const;

/** By name. */
export const COMPARISONS: FunctionTable = {
  eq: variadic(['reflect.Value'], 'reflect.Value', ([first], more, budget) => {
    if (more.length === 0) throw new GoError('missing argument for comparison');
    const left = somethingIn(first);
    return more.some((value) => equal(left, somethingIn(value), budget));
  }),
  ne: fixed(TWO, ([a, b], budget) => !equal(somethingIn(a), somethingIn(b), budget)),
  lt: fixed(TWO, ([a, b]) => less(a, b)),
  le: fixed(TWO, ([a, b], budget) => less(a, b) || equal(somethingIn(a), somethingIn(b), budget)),
  gt: fixed(TWO, ([a, b], budget) => !(less(a, b) || equal(somethingIn(a), somethingIn(b), budget))),
  ge: fixed(TWO, ([a, b]) => !less(a, b)),
};
