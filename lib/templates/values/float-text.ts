/** float64 as text: Go's `strconv.FormatFloat`, whose ties go to even where JavaScript's go up. */

/** `e`, `f`, `g` and their likes; `x` is hexadecimal, `b` a binary power. */
export type FloatVerb = 'e' | 'E' | 'f' | 'g' | 'G' | 'x' | 'X' | 'b';

/** Digits `d1d2d3…` of 0.d1d2d3… × 10^point. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** Digits behind which there are but zeros, of any float64. */
const LONGEST = 1100;

/** @param precision digits after the point, or for `g` all digits; -1 for as many as tell the number from its neighbours */
export function formatFloat(value: number, verb: FloatVerb, precision: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + size(Math.abs(value), verb, precision);
}

function size(value: number, verb: FloatVerb, precision: number): string {
  switch (verb) {
    case 'e':
    case 'E':
      return scientific(toDigits(value, precision < 0 ? -1 : precision + 1), precision, verb);
    case 'f':
      return precision < 0 ? plain(toDigits(value, -1), -1) : fixed(value, precision);
    case 'g':
    case 'G':
      return general(value, precision, verb === 'g' ? 'e' : 'E');
    case 'b':
      return binary(value);
    case 'x':
      return hexadecimalText(value, precision);
    case 'X':
      return hexadecimalText(value, precision).toUpperCase();
  }
}

function general(value: number, precision: number, letter: 'e' | 'E'): string {
  const isShortest = precision < 0;
  const wanted = isShortest ? -1 : Math.max(precision, 1);
  const found = trimmed(toDigits(value, wanted));
  const count = found.digits.length;
  let limit = wanted;
  if (limit > count && count >= found.point) limit = count;
  if (isShortest) limit = SHORTEST_LIMIT;
  const exponent = found.point - 1;
  if (exponent < -4 || exponent >= limit) return scientific(found, count - 1, letter);
  return plain(found, Math.max(count - found.point, 0));
}

/** From how many digits on the shortest text has an exponent. */
const SHORTEST_LIMIT = 6;

/** Cut where nothing but zeros follows. */
export function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** Zeros at the end are no digits; zero itself has one. */
function trimmed({ digits, point }: Decimal): Decimal {
  const short = withoutEndZeros(digits);
  return short === '' ? { digits: '0', point: 1 } : { digits: short, point };
}

/** @param count how many digits; -1 for the shortest that tell the number */
function toDigits(value: number, count: number): Decimal {
  if (value === 0) return { digits: '0'.repeat(Math.max(count, 1)), point: 1 };
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  if (count < 0) return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
  const kept = Math.min(count, LONGEST);
  const zeros = '0'.repeat(count - kept);
  // The shortest digits may have been rounded up to the next power of ten.
  for (const power of [Number(exponent), Number(exponent) - 1]) {
    const digits = roundedAt(value, kept - 1 - power).toString();
    if (digits.length === kept + 1) return { digits: digits.slice(0, -1) + zeros, point: power + 2 };
    if (digits.length === kept) return { digits: digits + zeros, point: power + 1 };
  }
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** value × 10^places as a whole number, ties to even. */
function roundedAt(value: number, places: number): bigint {
  const { mantissa, power } = binaryParts(value);
  let above = mantissa;
  let below = 1n;
  if (places >= 0) above *= 10n ** BigInt(places);
  else below = 10n ** BigInt(-places);
  if (power >= 0) above <<= BigInt(power);
  else below <<= BigInt(-power);
  const whole = above / below;
  const twice = (above % below) * 2n;
  const up = twice > below || (twice === below && (whole & 1n) === 1n);
  return up ? whole + 1n : whole;
}

function fixed(value: number, precision: number): string {
  const kept = Math.min(precision, LONGEST);
  const digits = roundedAt(value, kept)
    .toString()
    .padStart(kept + 1, '0');
  const whole = digits.slice(0, digits.length - kept);
  return precision === 0
    ? whole
    : `${whole}.${digits.slice(digits.length - kept)}${'0'.repeat(precision - kept)}`;
}

function plain({ digits, point }: Decimal, precision: number): string {
  const places = precision < 0 ? Math.max(digits.length - point, 0) : precision;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const part = (point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits)
    .padEnd(places, '0')
    .slice(0, places);
  return part === '' ? whole : `${whole}.${part}`;
}

function scientific({ digits, point }: Decimal, precision: number, letter: 'e' | 'E'): string {
  const places = precision < 0 ? digits.length - 1 : precision;
  const part = digits.slice(1, places + 1).padEnd(places, '0');
  const exponent = /^0*$/.test(digits) ? 0 : point - 1;
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits.slice(0, 1)}${part === '' ? '' : '.'}${part}${letter}${exponent < 0 ? '-' : '+'}${power}`;
}

/** mantissa × 2^power, exactly. */
function binaryParts(value: number): { mantissa: bigint; power: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  return exponent === 0
    ? { mantissa: fraction, power: -1074 }
    : { mantissa: fraction | (1n << 52n), power: exponent - 1075 };
}

function binary(value: number): string {
  const { mantissa, power } = binaryParts(value);
  return `${mantissa.toString()}p${power < 0 ? '' : '+'}${power}`;
}

function hexadecimalText(value: number, precision: number): string {
  let { mantissa, power } = binaryParts(value);
  if (mantissa === 0n) power = 0;
  else {
    // The leading 1 at bit 60: 15 digits behind the point.
    const shift = 61 - mantissa.toString(2).length;
    mantissa <<= BigInt(shift);
    power += 60 - shift;
  }
  const places = precision < 0 ? -1 : Math.min(precision, 15);
  if (places >= 0 && places < 15) {
    const drop = BigInt((15 - places) * 4);
    const low = mantissa & ((1n << drop) - 1n);
    const high = mantissa >> drop;
    const half = 1n << (drop - 1n);
    mantissa = (high + (low > half || (low === half && (high & 1n) === 1n) ? 1n : 0n)) << drop;
    if (mantissa >> 61n === 1n) {
      mantissa >>= 1n;
      power += 1;
    }
  }
  const digits = (mantissa & ((1n << 60n) - 1n)).toString(16).padStart(15, '0');
  const part =
    precision < 0 ? withoutEndZeros(digits) : digits.slice(0, places) + '0'.repeat(precision - places);
  const sign = power < 0 ? '-' : '+';
  return `0x${(mantissa >> 60n).toString()}${part === '' ? '' : '.'}${part}p${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}
