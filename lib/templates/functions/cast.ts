/** Values as numbers and texts, the way sprig takes whatever it is given. */
import type { RenderBudget } from '../run/budget.ts';
import { printed } from '../print/print.ts';
import { parseFloat64, parseWhole } from '../values/parse-number.ts';
import { GoInt, GoSlice, type GoValue } from '../values/value.ts';

const MIN_INT64 = -(2n ** 63n);

/** An int64; 0 for what is no number. */
export function toInt64(value: GoValue): bigint {
  if (typeof value === 'string') {
    const read = parseWhole(value, 10, true);
    return typeof read === 'bigint' ? read : 0n;
  }
  if (value instanceof GoInt) return value.value;
  if (typeof value === 'number') return truncated(value);
  return value === true ? 1n : 0n;
}

/** As processors do it: what does not fit becomes the least number there is. */
function truncated(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}

/** A float64; 0 for what is no number. */
export function toFloat64(value: GoValue): number {
  if (typeof value === 'string') {
    const read = parseFloat64(value);
    return typeof read === 'number' ? read : 0;
  }
  if (typeof value === 'number') return value;
  if (value instanceof GoInt) return Number(value.value);
  return value === true ? 1 : 0;
}

/** What sprig calls the text of a value: of bytes the bytes, of all else what `%v` prints. */
export function toText(value: GoValue, budget: RenderBudget): string {
  if (value instanceof GoSlice && value.element === 'uint8')
    return String.fromCharCode(...value.items.map((item) => Number(toInt64(item))));
  return printed(value, budget);
}

/** `toStrings`: the texts of a list without its nils, or the text of what is no list. */
export function toTexts(value: GoValue, budget: RenderBudget): string[] {
  if (!(value instanceof GoSlice)) return value === null ? [] : [toText(value, budget)];
  budget.spend(value.items.length);
  return value.items.flatMap((item) => (item === null ? [] : [toText(item, budget)]));
}
