/** Functions that Go's templates have by themselves, but for comparisons. `and`, `or` and `call` are the evaluator's own. */
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed, variadic } from '../run/signature.ts';
import { isTrue } from '../run/truth.ts';
import { sprint, sprintln } from '../print/print.ts';
import { sprintf } from '../print/printf.ts';
import { runeCode, encodeRune, runeAt, runeSize } from '../values/bytes.ts';
import { isPrint } from '../values/characters.ts';
import { typeName } from '../values/types.ts';
import {
  Boxed,
  GoError,
  goInt,
  GoInt,
  GoMap,
  GoSlice,
  type GoValue,
  GoVersion,
  type Slot,
  unboxed,
} from '../values/value.ts';
import { escapeUrl } from './url-escapes.ts';

function index(first: Slot, keys: readonly Slot[]): Slot {
  if (unboxed(first) === undefined) throw new GoError('index of untyped nil');
  let item: Slot = unboxed(first);
  for (const key of keys) {
    const inner = unboxed(item);
    if (inner === undefined) throw new GoError('index of nil pointer');
    item = element(inner, unboxed(key));
  }
  return item;
}

function element(value: GoValue, key: GoValue | undefined): Slot {
  if (value instanceof GoMap) return entry(value, key);
  if (typeof value === 'string') {
    const at = position(key, value.length);
    if (at >= value.length) throw new GoError('reflect: string index out of range');
    return new GoInt('uint8', BigInt(value.charCodeAt(at)));
  }
  if (!(value instanceof GoSlice)) throw new GoError(`can't index item of type ${typeName(pointed(value))}`);
  const at = position(key, value.items.length);
  if (at >= value.items.length) throw new GoError('reflect: slice index out of range');
  return boxedItem(value.items[at] ?? null, value.element === 'interface {}');
}

/** Never nil here. */
function pointed(value: GoValue): Exclude<GoValue, null> {
  return value ?? '';
}

function boxedItem(value: GoValue, isBoxed: boolean): Slot {
  return isBoxed ? new Boxed(value) : value;
}

function entry(map: GoMap, key: GoValue | undefined): Slot {
  if (key === undefined) throw new GoError('value is nil; should be of type string');
  if (typeof key !== 'string')
    throw new GoError(`value has type ${typeName(pointed(key))}; should be string`);
  const isBoxed = map.element === 'interface {}';
  return boxedItem(map.entries.get(key) ?? (isBoxed ? null : ''), isBoxed);
}

function position(key: GoValue | undefined, size: number): number {
  if (key === undefined) throw new GoError('cannot index slice/array with nil');
  if (!(key instanceof GoInt))
    throw new GoError(`cannot index slice/array with type ${typeName(pointed(key))}`);
  if (key.value < 0n || key.value > BigInt(size)) throw new GoError(`index out of range: ${key.value}`);
  return Number(key.value);
}

function length(slot: Slot): GoInt {
  const value = unboxed(slot);
  if (value === undefined && slot instanceof Boxed) throw new GoError('len of nil pointer');
  if (value === undefined || value === null)
    throw new GoError('reflect: call of reflect.Value.Type on zero Value');
  if (typeof value === 'string') return goInt(value.length);
  if (value instanceof GoMap) return goInt(value.entries.size);
  if (value instanceof GoSlice) return goInt(value.items.length);
  throw new GoError(`len of type ${value instanceof GoVersion ? 'semver.Version' : typeName(value)}`);
}

/** What an escaper takes: one text as it is, all else printed. */
function escaped(values: readonly GoValue[], budget: RenderBudget): string {
  const [first] = values;
  if (values.length === 1 && typeof first === 'string') return first;
  return sprint(
    values.map((value) => value ?? '<no value>'),
    budget,
  );
}

const HTML: Readonly<Record<string, string>> = {
  '\0': '\xef\xbf\xbd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

function html(text: string): string {
  // eslint-disable-next-line no-control-regex -- NUL is one of what is escaped
  return text.replace(/[\x00"'&<>]/g, (character) => HTML[character] ?? '');
}

function js(text: string): string {
  let made = '';
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    made += jsCharacter(runeCode(rune), text.slice(at, at + runeSize(rune)));
    at += runeSize(rune);
  }
  return made;
}

function jsCharacter(code: number, character: string): string {
  if ('\\\'"'.includes(character)) return `\\${character}`;
  if ('<>&='.includes(character) || code < 0x20) return `\\u${hex(code)}`;
  return code < 0x80 || isPrint(code) ? (code < 0x80 ? character : encodeRune(code)) : `\\u${hex(code)}`;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

const unreachable = (): never => {
  throw new GoError('unreachable');
};

/** By name. */
export const BUILTINS: FunctionTable = {
  and: variadic(['reflect.Value'], 'reflect.Value', unreachable),
  or: variadic(['reflect.Value'], 'reflect.Value', unreachable),
  call: variadic(['reflect.Value'], 'reflect.Value', unreachable),
  not: fixed(['reflect.Value'], ([value]) => !isTrue(unboxed(value))),
  index: variadic(['reflect.Value'], 'reflect.Value', ([first], keys) => index(first, keys)),
  len: fixed(['reflect.Value'], ([value]) => length(value)),
  print: variadic([], 'interface {}', (_none, all, budget) => sprint(all, budget)),
  println: variadic([], 'interface {}', (_none, all, budget) => sprintln(all, budget)),
  printf: variadic(['string'], 'interface {}', ([format], all, budget) => sprintf(format, all, budget)),
  html: variadic([], 'interface {}', (_none, all, budget) => html(escaped(all, budget))),
  js: variadic([], 'interface {}', (_none, all, budget) => js(escaped(all, budget))),
  urlquery: variadic([], 'interface {}', (_none, all, budget) => escapeUrl(escaped(all, budget), 'query')),
};
