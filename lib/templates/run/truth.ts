/** What counts as true, and what a value looks like that is printed by itself. */
import { GoComplex, GoInt, GoMap, GoSlice, type GoValue } from '../values/value.ts';

/** Zero, nothing and what is empty are false. */
export function isTrue(value: GoValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'boolean') return value;
  return isTrueObject(value);
}

function isTrueObject(value: Exclude<GoValue, string | number | boolean | null>): boolean {
  if (value instanceof GoMap) return value.entries.size > 0;
  if (value instanceof GoSlice) return value.items.length > 0;
  if (value instanceof GoInt) return value.value !== 0n;
  return value instanceof GoComplex ? value.re !== 0 || value.im !== 0 : true;
}
