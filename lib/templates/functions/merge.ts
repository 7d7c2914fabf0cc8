/** `merge` and `mergeOverwrite`, by the rules of `github.com/imdario/mergo` 0.3. */
import type { Budget } from '../run/budget.ts';
import { isTrue } from '../run/truth.ts';
import { typeName } from '../values/types.ts';
import { GoMap, GoSlice, type GoValue } from '../values/value.ts';

/** What mergo answers with an error; sprig makes an empty text of it. */
class Different extends Error {}

/** Puts the sources into the map. @returns the map, or `''` where two values are of different types */
export function merge(into: GoMap, sources: readonly GoMap[], overwrites: boolean, budget: Budget): GoValue {
  let target = into;
  try {
    for (const source of sources) {
      if (target.isNil && !source.isNil) target = new GoMap('interface {}');
      mergeMap(target, source, overwrites, budget);
    }
  } catch (error) {
    if (error instanceof Different) return '';
    throw error;
  }
  return target;
}

function mergeMap(into: GoMap, source: GoMap, overwrites: boolean, budget: Budget): void {
  budget.inside(() => {
    // In an order of its own: what was put in before a difference stays.
    for (const [key, value] of [...source.entries]) {
      budget.spend(1);
      const known = into.entries.get(key);
      if (isNil(value)) {
        if (overwrites || known === undefined || isNil(known)) into.entries.set(key, value);
      } else into.entries.set(key, merged(known, value, overwrites, budget));
    }
  });
}

function isNil(value: GoValue): boolean {
  return value === null || ((value instanceof GoMap || value instanceof GoSlice) && value.isNil);
}

function merged(known: GoValue | undefined, value: GoValue, overwrites: boolean, budget: Budget): GoValue {
  // Where nothing is known mergo takes the value if there is something in it.
  if (known === undefined || known === null)
    return isTrue(value) || isObject(value) ? value : (known ?? value);
  if (typeName(known) !== typeName(value as Exclude<GoValue, null>)) throw new Different();
  if (known instanceof GoMap && value instanceof GoMap) {
    if (known.isNil) return value;
    mergeMap(known, value, overwrites, budget);
    return known;
  }
  return isTrue(value) && (overwrites || !isTrue(known)) ? value : known;
}

function isObject(value: GoValue): boolean {
  return typeof value === 'object';
}
