/** What is empty, and what stands in for it. */
import { boxed, type FunctionTable, fixed, variadic } from '../run/signature.ts';
import { isTrue } from '../run/truth.ts';
import type { GoValue } from '../values/value.ts';

/** Nil, zero, false, and what has no length. */
export function isEmpty(value: GoValue): boolean {
  return !isTrue(value);
}

/** By name. */
export const DEFAULTS: FunctionTable = {
  default: boxed(
    variadic(['interface {}'], 'interface {}', ([fallback], [given]) =>
      given === undefined || isEmpty(given) ? fallback : given,
    ),
  ),
  empty: fixed(['interface {}'], ([value]) => isEmpty(value)),
  coalesce: boxed(variadic([], 'interface {}', (_none, all) => all.find((value) => !isEmpty(value)) ?? null)),
  ternary: boxed(fixed(['interface {}', 'interface {}', 'bool'], ([yes, no, which]) => (which ? yes : no))),
};
