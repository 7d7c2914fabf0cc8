/** Widths, signs and zeros of one printed value, as Go's `fmt` has them. */
import { firstRunes, runeCount } from '../values/bytes.ts';
import { type FloatVerb, formatFloat } from '../values/float-text.ts';

/** What stands between `%` and the verb. */
export interface Flags {
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  /** `%+v` and `%#v`. */
  plusV: boolean;
  sharpV: boolean;
  width: number | undefined;
  precision: number | undefined;
}

/** None. */
export function noFlags(): Flags {
  return {
    ...{ plus: false, minus: false, sharp: false, space: false, zero: false, plusV: false, sharpV: false },
    width: undefined,
    precision: undefined,
  };
}

/** The text at its width. */
export function padded(text: string, flags: Flags): string {
  const missing = (flags.width ?? 0) - runeCount(text);
  if (missing <= 0) return text;
  const padding = (flags.zero && !flags.minus ? '0' : ' ').repeat(missing);
  return flags.minus ? text + padding : padding + text;
}

/** Cut to the precision. */
export function truncated(text: string, flags: Flags): string {
  return flags.precision === undefined ? text : firstRunes(text, flags.precision);
}

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, O: 8, d: 10, v: 10, x: 16, X: 16 };

/** @param verb one of `bdoOxXv` */
export function integerText(value: bigint, verb: string, flags: Flags): string {
  const digits = digitsOf(value < 0n ? -value : value, verb, {
    ...flags,
    hasSign: value < 0n || flags.plus || flags.space,
  });
  if (digits === undefined) return ' '.repeat(flags.width ?? 0);
  const sign = value < 0n ? '-' : signOf(flags);
  return padded(sign + prefixOf(digits, verb, flags) + digits, { ...flags, zero: false });
}

function digitsOf(size: bigint, verb: string, flags: Flags & { hasSign: boolean }): string | undefined {
  const { precision, width, zero, minus, hasSign } = flags;
  const plain = size.toString(BASES[verb] ?? 10);
  const digits = verb === 'X' ? plain.toUpperCase() : plain;
  if (precision !== undefined)
    return precision === 0 && size === 0n ? undefined : digits.padStart(precision, '0');
  return zero && !minus && width !== undefined ? digits.padStart(width - (hasSign ? 1 : 0), '0') : digits;
}

function prefixOf(digits: string, verb: string, flags: Flags): string {
  if (verb === 'O') return `0o${flags.sharp && !digits.startsWith('0') ? '0' : ''}`;
  if (!flags.sharp) return '';
  if (verb === 'b') return '0b';
  if (verb === 'o') return digits.startsWith('0') ? '' : '0';
  return verb === 'x' || verb === 'X' ? `0${verb}` : '';
}

/** @param usual the precision where none is given; -1 for the shortest */
export function floatText(value: number, verb: FloatVerb, usual: number, flags: Flags): string {
  const precision = flags.precision ?? usual;
  const text = formatFloat(value, verb, precision);
  const size = /^[+-]/.test(text) ? text.slice(1) : text;
  const sign = text.startsWith('-') ? '-' : signOf(flags);
  if (!Number.isFinite(value)) return padded(infiniteText(size, sign), { ...flags, zero: false });
  const whole = flags.sharp && verb !== 'b' ? withZeros(size, verb, precision) : size;
  const missing = (flags.width ?? 0) - sign.length - whole.length;
  // Zeros stand behind the sign.
  if (flags.zero && !flags.minus && missing > 0) return sign + '0'.repeat(missing) + whole;
  return padded(sign + whole, flags);
}

/** What stands before a number that is not negative. */
function signOf(flags: Flags): string {
  return flags.plus ? '+' : flags.space ? ' ' : '';
}

function infiniteText(size: string, sign: string): string {
  return size === 'NaN' ? sign + size : (sign === '' ? '+' : sign) + size;
}

/** `%#g`: the point is always there, and zeros up to the precision. */
function withZeros(size: string, verb: FloatVerb, precision: number): string {
  const isHex = verb === 'x' || verb === 'X';
  const cut = size.search(isHex ? /p/i : /[ep]/i);
  const mantissa = cut < 0 ? size : size.slice(0, cut);
  const counted = verb === 'g' || verb === 'G' || verb === 'x';
  const wanted = counted ? (precision < 0 ? 6 : precision) : 0;
  const seen = mantissa.replace('.', '').replace(/^0+/, '').length;
  const missing = wanted - seen - (mantissa === '0' ? 1 : 0);
  const point = mantissa.includes('.') ? '' : '.';
  return mantissa + point + '0'.repeat(Math.max(missing, 0)) + (cut < 0 ? '' : size.slice(cut));
}
