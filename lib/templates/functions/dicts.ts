/** Maps of sprig. `set`, `unset`, `merge` and `mergeOverwrite` change the map they are given, as in Go. */
import type { RenderBudget } from '../run/budget.ts';
import { boxed, type FunctionTable, fixed, variadic } from '../run/signature.ts';
import {
  byBytes,
  GoError,
  goList,
  GoMap,
  GoSlice,
  goTexts,
  type GoValue,
  sortedKeys,
} from '../values/value.ts';
import { toText } from './cast.ts';
import { merge } from './merge.ts';

function picked(map: GoMap, isKept: (key: string) => boolean, budget: RenderBudget): GoMap {
  budget.spend(map.entries.size);
  return new GoMap('interface {}', new Map([...map.entries].filter(([key]) => isKept(key))));
}

function dict(values: readonly GoValue[], budget: RenderBudget): GoMap {
  const made = new GoMap('interface {}');
  for (let at = 0; at < values.length; at += 2) {
    made.entries.set(
      toText(values[at] ?? null, budget),
      at + 1 < values.length ? (values[at + 1] ?? null) : '',
    );
  }
  return made;
}

/** A copy all the way down. */
function deepCopy(value: GoValue, budget: RenderBudget): GoValue {
  if (value instanceof GoMap) {
    return budget.inside(() => {
      const entries = [...value.entries].map(([key, item]): [string, GoValue] => [
        key,
        deepCopy(item, budget),
      ]);
      return new GoMap(value.element, new Map(entries), value.isNil);
    });
  }
  if (!(value instanceof GoSlice)) return value;
  return budget.inside(() => {
    budget.spend(value.items.length);
    return new GoSlice(
      value.element,
      value.items.map((item) => deepCopy(item, budget)),
      [],
      value.isNil,
    );
  });
}

const MAP = 'map[string]interface {}';

/** By name. */
export const DICTS: FunctionTable = {
  dict: variadic([], 'interface {}', (_none, all, budget) => dict(all, budget)),
  set: fixed([MAP, 'string', 'interface {}'], ([map, key, value]) => {
    if (map.isNil) throw new GoError('assignment to entry in nil map');
    map.entries.set(key, value);
    return map;
  }),
  unset: fixed([MAP, 'string'], ([map, key]) => {
    map.entries.delete(key);
    return map;
  }),
  hasKey: fixed([MAP, 'string'], ([map, key]) => map.entries.has(key)),
  pluck: variadic(['string'], MAP, ([key], maps) =>
    goList(maps.flatMap(({ entries }) => (entries.has(key) ? [entries.get(key) ?? null] : []))),
  ),
  // Go takes keys in any order; one that stays the same is one of them.
  keys: variadic([], MAP, (_none, maps, budget) =>
    goTexts(
      maps.flatMap((map) => {
        budget.spend(map.entries.size);
        return [...map.entries.keys()].sort(byBytes);
      }),
    ),
  ),
  values: fixed([MAP], ([map], budget) => {
    budget.spend(map.entries.size);
    return goList(sortedKeys(map).map((key) => map.entries.get(key) ?? null));
  }),
  pick: variadic([MAP], 'string', ([map], keys, budget) => {
    const wanted = new Set(keys);
    return picked(map, (key) => wanted.has(key), budget);
  }),
  omit: variadic([MAP], 'string', ([map], keys, budget) => {
    const unwanted = new Set(keys);
    return picked(map, (key) => !unwanted.has(key), budget);
  }),
  merge: boxed(variadic([MAP], MAP, ([map], sources, budget) => merge(map, sources, false, budget))),
  mergeOverwrite: boxed(variadic([MAP], MAP, ([map], sources, budget) => merge(map, sources, true, budget))),
  deepCopy: boxed(
    fixed(['interface {}'], ([value], budget) => {
      if (value === null) throw new GoError('reflect: call of reflect.Value.Type on zero Value');
      return deepCopy(value, budget);
    }),
  ),
};
