/** `merge` and `mergeOverwrite`, by the rules of `github.com/imdario/mergo` 0.3. */
import type { RenderBudget } from '../run/budget.ts';
import { isTrue } from '../run/truth.ts';
import { typeName } from '../values/types.ts';
import { GoMap, GoSlice, type GoValue } from '../values/value.ts';

/** What mergo answers with an error; sprig makes an empty text of it. */
class Different extends Error {}

/** Puts the sources into the map. @returns the map, or `''` where two values are of different types */
export function merge(
  into: GoMap,
  sources: readonly GoMap[],
  overwrites: boolean,
  budget: RenderBudget,
): GoValue {
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

function mergeMap(into: GoMap, source: GoMap, overwrites: boolean, budget: RenderBudget): void {
  budget.inside(() => {
    for (const [key, value] of [...source.entries]) {
      budget.spend(1);
      const known = into.entries.get(key) ?? null;
      if (value === null) {
        if (overwrites || isNilList(known)) into.entries.set(key, value);
      } else if (known === null) replaceNothing(into, key, value);
      else into.entries.set(key, merged(known, value, overwrites, budget));
    }
  });
}

/** What is empty takes no place, and even takes a nil away. */
function replaceNothing(into: GoMap, key: string, value: GoValue): void {
  if (isTrue(value)) into.entries.set(key, value);
  else into.entries.delete(key);
}

function isNilList(value: GoValue): boolean {
  return (value instanceof GoMap || value instanceof GoSlice) && value.isNil;
}

type Something = Exclude<GoValue, null>;

function merged(known: Something, value: Something, overwrites: boolean, budget: RenderBudget): GoValue {
  if (typeName(known) !== typeName(value)) throw new Different();
  if (!(known instanceof GoMap && value instanceof GoMap))
    return isTrue(value) && (overwrites || !isTrue(known)) ? value : known;
  if (known.isNil) return value;
  mergeMap(known, value, overwrites, budget);
  return known;
}
