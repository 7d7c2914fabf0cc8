/** JSON as Go's `encoding/json` writes it; what it cannot write becomes an empty text, as sprig has it. */
import { timeNanoText } from '../dates/time-text.ts';
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { versionText } from '../semver/version.ts';
import { runeCode, encodeRune, RUNE_ERROR, runeAt, runeSize } from '../values/bytes.ts';
import { formatFloat } from '../values/float-text.ts';
import {
  GoComplex,
  GoInt,
  GoMap,
  GoSlice,
  GoTime,
  type GoValue,
  GoVersion,
  sortedKeys,
} from '../values/value.ts';
import { base64 } from './base64.ts';
import { toInt64 } from './cast.ts';

/** Something that JSON has no word for. */
class NotJson extends Error {}

/** Line ends and indents between the parts; none of both where `step` is empty. */
interface Layout {
  readonly step: string;
  readonly indent: string;
}

function jsonOf(value: GoValue, step: string, budget: RenderBudget): string {
  try {
    return write(value, { step, indent: '' }, budget);
  } catch (error) {
    if (error instanceof NotJson) return '';
    throw error;
  }
}

function write(value: GoValue, layout: Layout, budget: RenderBudget): string {
  budget.spend(1);
  if (value === null) return 'null';
  if (typeof value === 'string') return textJson(value, budget);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number'
    ? floatJson(value)
    : budget.inside(() => writeObject(value, layout, budget));
}

function writeObject(
  value: Exclude<GoValue, string | number | boolean | null>,
  layout: Layout,
  budget: RenderBudget,
): string {
  if (value instanceof GoInt) return value.value.toString();
  if (value instanceof GoMap)
    return value.isNil ? 'null' : members(sortedKeys(value), (key) => value.entries.get(key), layout, budget);
  if (value instanceof GoSlice) return listJson(value, layout, budget);
  if (value instanceof GoTime) return `"${timeNanoText(value)}"`;
  if (value instanceof GoVersion) return textJson(versionText(value), budget);
  if (value instanceof GoComplex) throw new NotJson();
  return members([...value.fields.keys()], (key) => value.fields.get(key), layout, budget);
}

function members(
  keys: readonly string[],
  at: (key: string) => GoValue | undefined,
  layout: Layout,
  budget: RenderBudget,
): string {
  const inner = { ...layout, indent: layout.indent + layout.step };
  const gap = layout.step === '' ? '' : ' ';
  const parts = keys.map((key) => `${textJson(key, budget)}:${gap}${write(at(key) ?? null, inner, budget)}`);
  return bracketed('{', parts, '}', layout);
}

function listJson(slice: GoSlice, layout: Layout, budget: RenderBudget): string {
  if (slice.isNil) return 'null';
  if (slice.element === 'uint8')
    return `"${base64(String.fromCharCode(...slice.items.map((item) => Number(toInt64(item)))))}"`;
  const inner = { ...layout, indent: layout.indent + layout.step };
  return bracketed(
    '[',
    slice.items.map((item) => write(item, inner, budget)),
    ']',
    layout,
  );
}

function bracketed(open: string, parts: readonly string[], close: string, { step, indent }: Layout): string {
  if (parts.length === 0) return open + close;
  if (step === '') return open + parts.join(',') + close;
  return `${open}\n${indent}${step}${parts.join(`,\n${indent}${step}`)}\n${indent}${close}`;
}

function floatJson(value: number): string {
  if (!Number.isFinite(value)) throw new NotJson();
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-6 && size < 1e21)) return formatFloat(value, 'f', -1);
  // Exponents of one digit have no zero before it when they are negative.
  return formatFloat(value, 'e', -1).replace(/e-0(\d)$/, 'e-$1');
}

const SHORT: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  0x22: '\\"',
  0x5c: '\\\\',
};
/** Escaped for pages, too. */
const ESCAPED = new Set([0x3c, 0x3e, 0x26, 0x2028, 0x2029]);

function textJson(text: string, budget: RenderBudget): string {
  budget.text(text.length);
  if (/^[\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5b\x5d-\x7e]*$/.test(text)) return `"${text}"`;
  let made = '"';
  for (let at = 0; at < text.length;) {
    const rune = runeAt(text, at);
    const code = runeCode(rune);
    const isBroken = code === RUNE_ERROR && runeSize(rune) === 1;
    const isEscaped = isBroken || code < 0x20 || ESCAPED.has(code);
    made += SHORT[code] ?? (isEscaped ? `\\u${code.toString(16).padStart(4, '0')}` : encodeRune(code));
    at += runeSize(rune);
  }
  return `${made}"`;
}

/** By name. */
export const JSON_FUNCTIONS: FunctionTable = {
  toJson: fixed(['interface {}'], ([value], budget) => jsonOf(value, '', budget)),
  toPrettyJson: fixed(['interface {}'], ([value], budget) => jsonOf(value, '  ', budget)),
};
