/** Texts: sprig's functions for cutting, searching and putting together. */
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed, variadic } from '../run/signature.ts';
import { printed } from '../print/print.ts';
import { sprintf } from '../print/printf.ts';
import { runeCode, codesOf, encodeRune, isAscii, runeAt, runeSize } from '../values/bytes.ts';
import { isSpace } from '../values/characters.ts';
import { quoteText } from '../values/quote.ts';
import { GoError, GoMap, goTexts, type GoValue } from '../values/value.ts';
import { toText, toTexts } from './cast.ts';

/** The text, cut on both sides while the characters are such. */
function trimmed(text: string, isCut: (code: number) => boolean): string {
  let start = 0;
  while (start < text.length && isCut(runeCode(runeAt(text, start)))) start += runeSize(runeAt(text, start));
  let end = text.length;
  while (end > start) {
    let before = end - 1;
    while (before > start && end - before < 4 && (text.charCodeAt(before) & 0xc0) === 0x80) before -= 1;
    if (before + runeSize(runeAt(text, before)) !== end) before = end - 1;
    if (!isCut(runeCode(runeAt(text, before)))) break;
    end = before;
  }
  return text.slice(start, end);
}

const trimAll = fixed(['string', 'string'], ([cut, text]) => {
  const codes = new Set(codesOf(cut));
  return trimmed(text, (code) => codes.has(code));
});

/** `strings.Split`: without a separator by characters. */
function split(text: string, separator: string, limit: bigint, budget: RenderBudget): string[] {
  if (limit === 0n) return [];
  const most = limit < 0n ? Infinity : Number(limit);
  const parts = separator === '' ? charactersOf(text) : text.split(separator);
  budget.spend(parts.length);
  if (parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)];
}

function charactersOf(text: string): string[] {
  if (isAscii(text)) return text.split('');
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = runeSize(runeAt(text, at));
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}

/** A `map[string]string` with the keys `_0`, `_1` and so on. */
function numbered(parts: readonly string[]): GoMap {
  return new GoMap('string', new Map(parts.map((part, at) => [`_${at}`, part])));
}

/** A slice of a text, in Go's words where it cannot be. */
function sliced(text: string, start: bigint, end: bigint): string {
  const size = BigInt(text.length);
  if (end < 0n || end > size) {
    throw new GoError(
      `runtime error: slice bounds out of range [:${end}]${end < 0n ? '' : ` with length ${size}`}`,
    );
  }
  if (start < 0n || start > end)
    throw new GoError(`runtime error: slice bounds out of range [${start}:${start < 0n ? '' : end}]`);
  return text.slice(Number(start), Number(end));
}

function repeated(text: string, count: bigint, budget: RenderBudget): string {
  if (count < 0n) throw new GoError('strings: negative Repeat count');
  budget.text(Math.max(text.length, 1) * Number(count));
  return text.repeat(Number(count));
}

function indented(spaces: bigint, text: string, budget: RenderBudget): string {
  const pad = repeated(' ', spaces, budget);
  const lines = text.split('\n');
  budget.text(text.length + lines.length * pad.length);
  return pad + lines.join(`\n${pad}`);
}

function replaced(text: string, old: string, by: string, budget: RenderBudget): string {
  const parts = old === '' ? ['', ...charactersOf(text), ''] : text.split(old);
  budget.text(text.length + (parts.length - 1) * by.length);
  return parts.join(by);
}

function shortened(text: string, offset: bigint, width: bigint): string {
  const size = BigInt(text.length);
  if (size <= width) return text;
  let from = offset > size ? size : offset;
  if (size - from < width - 3n) from = size - (width - 3n);
  if (from <= 4n) return `${text.slice(0, Number(width - 3n))}...`;
  // Go gives an error here, which sprig throws away.
  if (width < 7n) return '';
  if (from + width - 3n >= size) return `...${text.slice(Number(size - (width - 3n)))}`;
  const rest = text.slice(Number(from));
  return `...${width - 3n < 4n ? '' : shortened(rest, 0n, width - 3n)}`;
}

function quotedAll(
  values: readonly GoValue[],
  quote: (value: GoValue) => string,
  budget: RenderBudget,
): string {
  const made = values
    .filter((value) => value !== null)
    .map(quote)
    .join(' ');
  budget.text(made.length);
  return made;
}

function cat(values: readonly GoValue[], budget: RenderBudget): string {
  const present = values.filter((value) => value !== null);
  return sprintf('%v '.repeat(present.length).trim(), present, budget);
}

/** By name. */
export const STRINGS: FunctionTable = {
  trim: fixed(['string'], ([text]) => trimmed(text, isSpace)),
  trimall: trimAll,
  trimAll,
  trimSuffix: fixed(['string', 'string'], ([end, text]) =>
    end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
  trimPrefix: fixed(['string', 'string'], ([start, text]) =>
    text.startsWith(start) ? text.slice(start.length) : text,
  ),
  contains: fixed(['string', 'string'], ([part, text]) => text.includes(part)),
  hasPrefix: fixed(['string', 'string'], ([start, text]) => text.startsWith(start)),
  hasSuffix: fixed(['string', 'string'], ([end, text]) => text.endsWith(end)),
  abbrev: fixed(['int', 'string'], ([width, text]) => (width < 4n ? text : shortened(text, 0n, width))),
  abbrevboth: fixed(['int', 'int', 'string'], ([left, right, text]) =>
    right < 4n || (left > 0n && right < 7n) ? text : shortened(text, left, right),
  ),
  trunc: fixed(['int', 'string'], ([count, text]) =>
    BigInt(text.length) <= count ? text : sliced(text, 0n, count),
  ),
  substr: fixed(['int', 'int', 'string'], ([start, end, text]) => {
    if (start < 0n) return sliced(text, 0n, end);
    return sliced(text, start, end < 0n || end > BigInt(text.length) ? BigInt(text.length) : end);
  }),
  repeat: fixed(['int', 'string'], ([count, text], budget) => repeated(text, count, budget)),
  replace: fixed(['string', 'string', 'string'], ([old, by, text], budget) =>
    replaced(text, old, by, budget),
  ),
  indent: fixed(['int', 'string'], ([spaces, text], budget) => indented(spaces, text, budget)),
  nindent: fixed(['int', 'string'], ([spaces, text], budget) => `\n${indented(spaces, text, budget)}`),
  quote: variadic([], 'interface {}', (_none, all, budget) =>
    quotedAll(all, (value) => quoteText(toText(value, budget)), budget),
  ),
  squote: variadic([], 'interface {}', (_none, all, budget) =>
    quotedAll(all, (value) => `'${printed(value, budget)}'`, budget),
  ),
  cat: variadic([], 'interface {}', (_none, all, budget) => cat(all, budget)),
  plural: fixed(['string', 'string', 'int'], ([one, many, count]) => (count === 1n ? one : many)),
  toString: fixed(['interface {}'], ([value], budget) => toText(value, budget)),
  split: fixed(['string', 'string'], ([separator, text], budget) =>
    numbered(split(text, separator, -1n, budget)),
  ),
  splitn: fixed(['string', 'int', 'string'], ([separator, count, text], budget) =>
    numbered(split(text, separator, count, budget)),
  ),
  splitList: fixed(['string', 'string'], ([separator, text], budget) =>
    goTexts(split(text, separator, -1n, budget)),
  ),
  toStrings: fixed(['interface {}'], ([value], budget) => goTexts(toTexts(value, budget))),
  join: fixed(['string', 'interface {}'], ([separator, value], budget) => {
    const texts = toTexts(value, budget);
    budget.text(texts.reduce((size, text) => size + text.length + separator.length, 0));
    return texts.join(separator);
  }),
  hello: fixed([], () => 'Hello!'),
  fail: fixed(['string'], ([why]) => {
    throw new GoError(why);
  }),
  nospace: fixed(['string'], ([text]) => latin(text, (code) => !isSpace(code))),
};

/** Of bytes, each taken for a character: what `goutils` makes of texts that are not ASCII. */
function latin(text: string, isKept: (code: number) => boolean): string {
  let made = '';
  let isWhole = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isKept(code)) made += encodeRune(code);
    else isWhole = false;
  }
  return isWhole ? text : made;
}
