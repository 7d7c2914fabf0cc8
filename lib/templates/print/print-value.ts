/** One value by one verb, as Go's `fmt` prints it. */
import { encodeRune, RUNE_ERROR } from '../values/bytes.ts';
import { isPrint } from '../values/characters.ts';
import { canBackquote, quoteRune, quoteText } from '../values/quote.ts';
import { typeName } from '../values/types.ts';
import {
  GoComplex,
  GoInt,
  GoMap,
  type GoRecord,
  GoSlice,
  GoTime,
  type GoValue,
  GoVersion,
  sortedKeys,
} from '../values/value.ts';
import type { RenderBudget } from '../run/budget.ts';
import type { FloatVerb } from '../values/float-text.ts';
import { timeText } from '../dates/time-text.ts';
import { versionText } from '../semver/version.ts';
import { type PrintFlags, floatText, integerText, padded, truncated } from './pad.ts';

/** How one value is printed. */
export interface Printing {
  readonly verb: string;
  readonly flags: PrintFlags;
  readonly budget: RenderBudget;
}

/** The text of the value; a verb that does not fit it is told as Go tells it. */
export function printValue(value: GoValue, how: Printing, depth = 0): string {
  const { verb, flags } = how;
  if (value === null) return nilText(how, depth);
  if (depth === 0 && verb === 'T') return padded(truncated(typeName(value), flags), flags);
  switch (typeof value) {
    case 'string':
      return stringText(value, how);
    case 'boolean':
      return 'tv'.includes(verb) ? padded(String(value), flags) : badVerb(value, how);
    case 'number':
      return floatVerb(value, how) ?? badVerb(value, how);
    default:
      return objectText(value, how, depth);
  }
}

function nilText(how: Printing, depth: number): string {
  if (depth > 0) return how.flags.sharpV ? 'interface {}(nil)' : '<nil>';
  return how.verb === 'v' || how.verb === 'T' ? padded('<nil>', how.flags) : `%!${how.verb}(<nil>)`;
}

function objectText(
  value: Exclude<GoValue, string | boolean | number | null>,
  how: Printing,
  depth: number,
): string {
  if (value instanceof GoInt) return integerVerb(value.value, how) ?? badVerb(value, how);
  if (value instanceof GoMap) return how.budget.inside(() => mapText(value, how, depth));
  if (value instanceof GoSlice) return how.budget.inside(() => sliceText(value, how, depth));
  if (value instanceof GoComplex) return complexText(value, how);
  if (value instanceof GoTime) return stringerText(timeText(value), value, how);
  return value instanceof GoVersion
    ? stringerText(versionText(value), value, how)
    : recordText(value, how, depth);
}

/** `%!d(string=hi)` */
function badVerb(value: Exclude<GoValue, null>, how: Printing): string {
  return `%!${how.verb}(${typeName(value)}=${printValue(value, { ...how, verb: 'v' })})`;
}

function stringText(text: string, how: Printing): string {
  const { verb, flags, budget } = how;
  budget.text(text.length);
  switch (verb) {
    case 'v':
      return flags.sharpV ? quotedText(text, flags) : padded(truncated(text, flags), flags);
    case 's':
      return padded(truncated(text, flags), flags);
    case 'q':
      return quotedText(text, flags);
    case 'x':
    case 'X':
      return hexText(text, verb, flags);
    default:
      return badVerb(text, how);
  }
}

function quotedText(text: string, flags: PrintFlags): string {
  const cut = truncated(text, flags);
  if (flags.sharp && canBackquote(cut)) return padded(`\`${cut}\``, flags);
  return padded(quoteText(cut, { mark: '"', ascii: flags.plus }), flags);
}

function hexText(text: string, verb: 'x' | 'X', flags: PrintFlags): string {
  const cut = flags.precision === undefined ? text : text.slice(0, flags.precision);
  const bytes = Array.from(cut, (byte) => {
    const digits = byte.charCodeAt(0).toString(16).padStart(2, '0');
    return verb === 'X' ? digits.toUpperCase() : digits;
  });
  const mark = flags.sharp && cut !== '' ? `0${verb}` : '';
  const made = mark + bytes.join(flags.space ? ` ${mark}` : '');
  return padded(made, flags);
}

function floatVerb(value: number, { verb, flags }: Printing): string | undefined {
  if (verb === 'v') return floatText(value, 'g', -1, flags);
  if (verb === 'F') return floatText(value, 'f', 6, flags);
  if ('feE'.includes(verb)) return floatText(value, verb as FloatVerb, 6, flags);
  return 'bgGxX'.includes(verb) ? floatText(value, verb as FloatVerb, -1, flags) : undefined;
}

function complexText({ re, im }: GoComplex, how: Printing): string {
  const real = floatVerb(re, how);
  const imaginary = floatVerb(im, { ...how, flags: { ...how.flags, plus: true } });
  if (real === undefined || imaginary === undefined) return badVerb(new GoComplex(re, im), how);
  return `(${real}${imaginary}i)`;
}

function integerVerb(value: bigint, { verb, flags }: Printing): string | undefined {
  if ('vdboOxX'.includes(verb)) return integerText(value, verb, flags);
  const code = value < 0n || value > 0x10ffffn ? RUNE_ERROR : Number(value);
  if (verb === 'c') return padded(encodeRune(code), flags);
  if (verb === 'q') return padded(quoteRune(code, flags.plus), flags);
  return verb === 'U' ? unicodeText(value, flags) : undefined;
}

function unicodeText(value: bigint, flags: PrintFlags): string {
  const size = BigInt.asUintN(64, value);
  const digits = size
    .toString(16)
    .toUpperCase()
    .padStart(Math.max(flags.precision ?? 4, 4), '0');
  const isShown = flags.sharp && size <= 0x10ffffn && isPrint(Number(size));
  const shown = isShown ? ` '${encodeRune(Number(size))}'` : '';
  return padded(`U+${digits}${shown}`, { ...flags, zero: false });
}

function mapText(map: GoMap, how: Printing, depth: number): string {
  const { sharpV } = how.flags;
  if (sharpV && map.isNil) return `${typeName(map)}(nil)`;
  const parts = sortedKeys(map).map((key) => {
    const value = map.entries.get(key) ?? null;
    return `${printValue(key, how, depth + 1)}:${printValue(value, how, depth + 1)}`;
  });
  const made = sharpV ? `${typeName(map)}{${parts.join(', ')}}` : `map[${parts.join(' ')}]`;
  how.budget.text(made.length);
  return made;
}

function sliceText(slice: GoSlice, how: Printing, depth: number): string {
  const { sharpV } = how.flags;
  if (slice.element === 'uint8') return byteSliceText(slice, how);
  if (sharpV && slice.isNil) return `${typeName(slice)}(nil)`;
  const parts = slice.items.map((item) => {
    how.budget.spend(1);
    return printValue(item, how, depth + 1);
  });
  const made = sharpV ? `${typeName(slice)}{${parts.join(', ')}}` : `[${parts.join(' ')}]`;
  how.budget.text(made.length);
  return made;
}

/** A `[]uint8` is a text to the verbs of texts. */
function byteSliceText(slice: GoSlice, how: Printing): string {
  const items = slice.items.map((item) => (item instanceof GoInt ? item.value : 0n));
  if ('sqxX'.includes(how.verb)) return stringText(String.fromCharCode(...items.map(Number)), how);
  return `[${items.map((item) => integerVerb(item, how) ?? badVerb(new GoInt('uint8', item), how)).join(' ')}]`;
}

/** Values with a text of their own, which is what the verbs of texts see. */
function stringerText(text: string, value: Exclude<GoValue, null>, how: Printing): string {
  return 'vsxXq'.includes(how.verb) ? stringText(text, how) : badVerb(value, how);
}

function recordText(record: GoRecord, how: Printing, depth: number): string {
  const { plusV, sharpV } = how.flags;
  const parts = [...record.fields].map(([name, value]) => {
    const text = printValue(value, how, depth + 1);
    return plusV || sharpV ? `${name}:${text}` : text;
  });
  return sharpV ? `${record.type}{${parts.join(', ')}}` : `{${parts.join(' ')}}`;
}
