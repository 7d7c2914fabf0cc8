/** What a value is, by Go's names. */
import { type FunctionTable, fixed } from '../run/signature.ts';
import { kindName, typeName } from '../values/types.ts';
import type { GoValue } from '../values/value.ts';
import { deepEqual } from './equal.ts';

function typeText(value: GoValue): string {
  return value === null ? '<nil>' : typeName(value);
}

/** By name. */
export const REFLECTION: FunctionTable = {
  typeOf: fixed(['interface {}'], ([value]) => typeText(value)),
  typeIs: fixed(['string', 'interface {}'], ([type, value]) => type === typeText(value)),
  typeIsLike: fixed(
    ['string', 'interface {}'],
    ([type, value]) => type === typeText(value) || `*${type}` === typeText(value),
  ),
  kindOf: fixed(['interface {}'], ([value]) => kindName(value)),
  kindIs: fixed(['string', 'interface {}'], ([kind, value]) => kind === kindName(value)),
  deepEqual: fixed(['interface {}', 'interface {}'], ([a, b], budget) => deepEqual(a, b, budget)),
};
