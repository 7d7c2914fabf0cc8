/** Numbers from texts, as Go's `strconv` reads them: what it refuses is undefined here, or a reason. */

/** Why a number could not be read. */
export type NumberProblem = 'syntax' | 'range';

const PREFIXES: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };

/**
 * `ParseInt` and `ParseUint` of 64 bits. @param base 0 for Go's own syntax of literals: `0x1F`, `0o17`, `1_000`
 * @returns the number, or what is wrong with it
 */
export function parseWhole(text: string, base: number, signed: boolean): bigint | NumberProblem {
  const sign = signed ? (/^[+-]/.exec(text)?.[0] ?? '') : '';
  const size = parseDigits(text.slice(sign.length), base);
  if (typeof size === 'string') return size;
  const value = sign === '-' ? -size : size;
  const fits = signed ? BigInt.asIntN(64, value) === value : BigInt.asUintN(64, value) === value;
  return fits ? value : 'range';
}

function parseDigits(text: string, base: number): bigint | NumberProblem {
  const found = base === 0 ? literalBase(text) : { base, digits: text };
  if (base === 0 && text.includes('_') && !underscoresFit(text)) return 'syntax';
  const digits = base === 0 ? found.digits.replaceAll('_', '') : found.digits;
  if (!DIGITS[found.base]?.test(digits)) return overflowsFirst(digits, found.base) ? 'range' : 'syntax';
  const zeros = digits.search(/[^0]|$/);
  // More digits than any 64 bits have.
  if (digits.length - zeros > 64) return 'range';
  const prefix = { 2: '0b', 8: '0o', 16: '0x' }[found.base] ?? '';
  return BigInt(prefix + digits);
}

/** Go reads from the left: digits that are too many come before a letter behind them. */
function overflowsFirst(digits: string, base: number): boolean {
  if (base !== 10) return false;
  const first = /^\d+/.exec(digits.slice(0, 40))?.[0] ?? '0';
  return BigInt(first) >= 1n << 64n;
}

const DIGITS: Readonly<Record<number, RegExp>> = {
  2: /^[01]+$/,
  8: /^[0-7]+$/,
  10: /^\d+$/,
  16: /^[\da-f]+$/i,
};

function literalBase(text: string): { base: number; digits: string } {
  const letter = text.startsWith('0') && text.length >= 3 ? (text[1] ?? '').toLowerCase() : '';
  if (Object.hasOwn(PREFIXES, letter)) return { base: PREFIXES[letter] ?? 10, digits: text.slice(2) };
  return text.startsWith('0') && text.length > 1
    ? { base: 8, digits: text.slice(1) }
    : { base: 10, digits: text };
}

/** Underscores stand between digits, or between the prefix and a digit. */
export function underscoresFit(text: string): boolean {
  const plain = text.replace(/^[+-]/, '').toLowerCase();
  const prefix = /^0[box]/.exec(plain)?.[0] ?? '';
  const digit = prefix === '0x' ? /[\da-f]/ : /\d/;
  let before = prefix === '' ? 'other' : 'digit';
  for (const character of plain.slice(prefix.length)) {
    const kind = digit.test(character) ? 'digit' : character === '_' ? 'underscore' : 'other';
    if (kind === 'underscore' && before !== 'digit') return false;
    if (kind === 'other' && before === 'underscore') return false;
    before = kind;
  }
  return before !== 'underscore';
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/** `ParseFloat`. */
export function parseFloat64(text: string): number | NumberProblem {
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  const isHex = /^[+-]?0x/i.test(text);
  if (text.includes('_') && !underscoresFit(text)) return 'syntax';
  const plain = text.replaceAll('_', '');
  const value = isHex ? hexadecimal(plain) : DECIMAL.test(plain) ? Number(plain) : undefined;
  if (value === undefined) return 'syntax';
  return Number.isFinite(value) ? value : 'range';
}

function hexadecimal(text: string): number | undefined {
  const [, sign, whole = '', part = '', power = ''] = HEXADECIMAL.exec(text) ?? [];
  if (whole + part === '' || power === '') return undefined;
  const size = scaled(BigInt(`0x${whole}${part}`), Number(power) - 4 * part.length);
  return sign === '-' ? -size : size;
}

/** mantissa × 2^power, rounded once, to even. */
function scaled(mantissa: bigint, power: number): number {
  const bits = mantissa.toString(2).length;
  if (mantissa === 0n || bits + power < -1080) return 0;
  if (bits + power > 1025) return Infinity;
  // Below 2^-1074 nothing is kept; what is cut away only says whether there was something.
  const cut = Math.max(bits - 60, -1076 - power, 0);
  const rest = mantissa & ((1n << BigInt(cut)) - 1n);
  const kept = (mantissa >> BigInt(cut)) | (rest === 0n ? 0n : 1n);
  const at = power + cut;
  const keep = at + kept.toString(2).length > -1021 ? 53 : at + kept.toString(2).length + 1074;
  return rounded(kept, Math.max(keep, 0)) * 2 ** Math.max(at, -1000) * 2 ** Math.min(at + 1000, 0);
}

function rounded(value: bigint, keep: number): number {
  const drop = BigInt(Math.max(value.toString(2).length - keep, 0));
  if (drop === 0n) return Number(value);
  const half = 1n << (drop - 1n);
  const low = value & ((1n << drop) - 1n);
  const high = value >> drop;
  const up = low > half || (low === half && (high & 1n) === 1n);
  return Number((high + (up ? 1n : 0n)) << drop);
}
