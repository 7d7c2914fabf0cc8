/** Lists of sprig. Each makes a new list; what is no list is refused in sprig's words. */
import type { RenderBudget } from '../run/budget.ts';
import { boxed, type FunctionTable, fixed, variadic } from '../run/signature.ts';
import { kindName } from '../values/types.ts';
import { byBytes, GoError, goList, GoSlice, goTexts, type GoValue } from '../values/value.ts';
import { toInt64, toText, toTexts } from './cast.ts';
import { isEmpty } from './defaults.ts';
import { deepEqual } from './equal.ts';

const NIL = 'runtime error: invalid memory address or nil pointer dereference';

/** @param refusal with `%` for the kind of what is no list */
function listOf(value: GoValue, refusal: string, budget: RenderBudget): GoSlice {
  if (value === null) throw new GoError(NIL);
  if (!(value instanceof GoSlice)) throw new GoError(refusal.replace('%', kindName(value)));
  budget.spend(value.items.length);
  return value;
}

const NO_ITEMS = new GoSlice('interface {}', [], [], true);

/** Without doubles, by `reflect.DeepEqual`. */
function unique(items: readonly GoValue[], budget: RenderBudget): GoValue[] {
  const kept: GoValue[] = [];
  for (const item of items) if (!kept.some((known) => same(item, known, budget))) kept.push(item);
  return kept;
}

function same(left: GoValue, right: GoValue, budget: RenderBudget): boolean {
  budget.spend(1);
  return deepEqual(left, right, budget);
}

function sliceOf(list: GoSlice, indices: readonly GoValue[]): GoValue {
  const size = list.items.length;
  if (size === 0) return null;
  const all = [...list.items, ...list.spare];
  const [from, to] = indices;
  const start = from === undefined ? 0n : toInt64(from);
  const end = to === undefined ? BigInt(size) : toInt64(to);
  if (start < 0n || end < start || end > BigInt(all.length))
    throw new GoError('reflect.Value.Slice: slice index out of bounds');
  return new GoSlice(list.element, all.slice(Number(start), Number(end)), all.slice(Number(end)));
}

const list = variadic([], 'interface {}', (_none, all) => goList(all));

const append = fixed(['interface {}', 'interface {}'], ([value, item], budget) =>
  goList([...listOf(value, 'Cannot push on type %', budget).items, item]),
);

/** By name. */
export const LISTS: FunctionTable = {
  list,
  tuple: list,
  append,
  push: append,
  prepend: fixed(['interface {}', 'interface {}'], ([value, item], budget) =>
    goList([item, ...listOf(value, 'Cannot prepend on type %', budget).items]),
  ),
  first: boxed(
    fixed(
      ['interface {}'],
      ([value], budget) => listOf(value, 'Cannot find first on type %', budget).items[0] ?? null,
    ),
  ),
  last: boxed(
    fixed(
      ['interface {}'],
      ([value], budget) => listOf(value, 'Cannot find last on type %', budget).items.at(-1) ?? null,
    ),
  ),
  rest: fixed(['interface {}'], ([value], budget) => {
    const { items } = listOf(value, 'Cannot find rest on type %', budget);
    return items.length === 0 ? NO_ITEMS : goList(items.slice(1));
  }),
  initial: fixed(['interface {}'], ([value], budget) => {
    const { items } = listOf(value, 'Cannot find initial on type %', budget);
    return items.length === 0 ? NO_ITEMS : goList(items.slice(0, -1));
  }),
  reverse: fixed(['interface {}'], ([value], budget) =>
    goList(listOf(value, 'Cannot find reverse on type %', budget).items.toReversed()),
  ),
  compact: fixed(['interface {}'], ([value], budget) =>
    goList(listOf(value, 'Cannot compact on type %', budget).items.filter((item) => !isEmpty(item))),
  ),
  uniq: fixed(['interface {}'], ([value], budget) =>
    goList(unique(listOf(value, 'Cannot find uniq on type %', budget).items, budget)),
  ),
  without: variadic(['interface {}'], 'interface {}', ([value], omitted, budget) => {
    const { items } = listOf(value, 'Cannot find without on type %', budget);
    return goList(items.filter((item) => !omitted.some((one) => same(item, one, budget))));
  }),
  has: fixed(['interface {}', 'interface {}'], ([needle, value], budget) => {
    if (value === null) return false;
    return listOf(value, 'Cannot find has on type %', budget).items.some((item) =>
      same(needle, item, budget),
    );
  }),
  slice: boxed(
    variadic(['interface {}'], 'interface {}', ([value], indices, budget) =>
      sliceOf(listOf(value, 'list should be type of slice or array but %', budget), indices),
    ),
  ),
  concat: boxed(
    variadic([], 'interface {}', (_none, all, budget) => {
      const items = all.flatMap((value) => listOf(value, 'Cannot concat type % as list', budget).items);
      return items.length === 0 ? NO_ITEMS : goList(items);
    }),
  ),
  sortAlpha: fixed(['interface {}'], ([value], budget) => {
    if (!(value instanceof GoSlice)) return goTexts([toText(value, budget)]);
    return goTexts(toTexts(value, budget).toSorted(byBytes));
  }),
};
