/** Arithmetic of sprig: everything is cast to int64 first, so that texts can be counted with. */
import { type FunctionTable, fixed, variadic } from '../run/signature.ts';
import type { RenderBudget } from '../run/budget.ts';
import { printed } from '../print/print.ts';
import { parseWhole } from '../values/parse-number.ts';
import { GoError, goInt, goInt64, type GoInt, GoSlice, type GoValue } from '../values/value.ts';
import { toFloat64, toInt64 } from './cast.ts';

function divided(by: GoValue, divide: (by: bigint) => bigint): GoInt {
  const number = toInt64(by);
  if (number === 0n) throw new GoError('runtime error: integer divide by zero');
  return goInt64(divide(number));
}

function extreme(
  first: GoValue,
  more: readonly GoValue[],
  isBetter: (a: bigint, b: bigint) => boolean,
): GoInt {
  let best = toInt64(first);
  for (const value of more) if (isBetter(toInt64(value), best)) best = toInt64(value);
  return goInt64(best);
}

const max = variadic(['interface {}'], 'interface {}', ([first], more) =>
  extreme(first, more, (a, b) => a > b),
);

/** `[]int` from start to before stop. */
function counted(start: bigint, stop: bigint, step: bigint, budget: RenderBudget): GoSlice {
  const isDown = stop < start;
  const items: GoValue[] = [];
  if (isDown ? step < 0n : step > 0n) {
    for (let at = start; isDown ? at > stop : at < stop; at += step) {
      budget.spend(1);
      items.push(goInt(at));
    }
  }
  return new GoSlice('int', items);
}

function rounded(value: GoValue, places: bigint, from: number): number {
  const power = 10 ** Number(places);
  const digit = power * toFloat64(value);
  const part = digit - Math.trunc(digit);
  return (part >= from ? Math.ceil(digit) : Math.floor(digit)) / power;
}

/** By name. */
export const NUMERIC: FunctionTable = {
  add: variadic([], 'interface {}', (_none, all) =>
    goInt64(all.reduce((sum: bigint, value) => sum + toInt64(value), 0n)),
  ),
  add1: fixed(['interface {}'], ([value]) => goInt64(toInt64(value) + 1n)),
  sub: fixed(['interface {}', 'interface {}'], ([a, b]) => goInt64(toInt64(a) - toInt64(b))),
  div: fixed(['interface {}', 'interface {}'], ([a, b]) => divided(b, (by) => toInt64(a) / by)),
  mod: fixed(['interface {}', 'interface {}'], ([a, b]) => divided(b, (by) => toInt64(a) % by)),
  mul: variadic(['interface {}'], 'interface {}', ([first], more) =>
    goInt64(more.reduce((all: bigint, value) => BigInt.asIntN(64, all * toInt64(value)), toInt64(first))),
  ),
  max,
  biggest: max,
  min: variadic(['interface {}'], 'interface {}', ([first], more) => extreme(first, more, (a, b) => a < b)),
  ceil: fixed(['interface {}'], ([value]) => Math.ceil(toFloat64(value))),
  floor: fixed(['interface {}'], ([value]) => Math.floor(toFloat64(value))),
  round: variadic(['interface {}', 'int'], 'float64', ([value, places], [from]) =>
    rounded(value, places, from ?? 0.5),
  ),
  until: fixed(['int'], ([count], budget) => counted(0n, count, count < 0n ? -1n : 1n, budget)),
  untilStep: fixed(['int', 'int', 'int'], ([start, stop, step], budget) =>
    counted(start, stop, step, budget),
  ),
  int: fixed(['interface {}'], ([value]) => goInt(toInt64(value))),
  int64: fixed(['interface {}'], ([value]) => goInt64(toInt64(value))),
  float64: fixed(['interface {}'], ([value]) => toFloat64(value)),
  atoi: fixed(['string'], ([text]) => {
    const read = parseWhole(text, 10, true);
    if (typeof read === 'bigint') return goInt(read);
    // Go answers the nearest number there is, and its error is thrown away.
    if (read === 'range') return goInt(text.startsWith('-') ? -(2n ** 63n) : 2n ** 63n - 1n);
    return goInt(0);
  }),
  toDecimal: fixed(['interface {}'], ([value], budget) => {
    const read = parseWhole(printed(value, budget), 8, true);
    return goInt64(typeof read === 'bigint' ? read : 0n);
  }),
};
