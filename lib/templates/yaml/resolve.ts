/** What YAML 1.1 reads a plain scalar as, the way yaml.v2 resolves it. */
import { parseFloat64, parseWhole } from '../values/parse-number.ts';

const TRUE = ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'];
const FALSE = ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'];
const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...TRUE.map((word) => [word, true] as const),
  ...FALSE.map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const BASE_60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:([Tt ])(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

/** True when a plain scalar of this text comes back as the same text. */
export function staysText(text: string): boolean {
  return (
    text !== '<<' && !BASE_60.test(text) && !isTimestamp(text) && typeof resolvedScalar(text) === 'string'
  );
}

/**
 * What a plain scalar is: whole numbers are bigint. Times stay texts, as they do wherever they are decoded into no time;
 * numbers to the base of 60 are texts, too.
 */
export function resolvedScalar(text: string): string | boolean | number | bigint | null {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (text.startsWith('.')) return numberOr(text, parseFloat64(text));
  if (!/^[-+\d]/.test(text) || isTimestamp(text)) return text;
  const plain = text.replaceAll('_', '');
  const whole = wholeOf(plain);
  if (whole !== undefined) return whole;
  return FLOAT.test(plain) ? numberOr(text, parseFloat64(plain)) : text;
}

function numberOr(text: string, value: number | string): number | string {
  return typeof value === 'number' ? value : text;
}

function wholeOf(plain: string): bigint | undefined {
  for (const signed of [true, false]) {
    const value = parseWhole(plain, 0, signed);
    if (typeof value === 'bigint') return value;
  }
  // `0b` with a sign inside, which yaml.v2 takes as well.
  const binary = /^(-?)0b(.*)$/s.exec(plain);
  const value = binary === null ? undefined : parseWhole((binary[1] ?? '') + (binary[2] ?? ''), 2, true);
  return typeof value === 'bigint' ? value : undefined;
}

function isTimestamp(text: string): boolean {
  const [whole, year, month, day, separator, hour, minute, second, zone] = DATE.exec(text) ?? [];
  if (whole === undefined) return false;
  // With `T` there has to be a zone, with a space there must be none.
  if (separator !== undefined && (separator === ' ') !== (zone === undefined)) return false;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return false;
  return isDay(Number(year), Number(month), Number(day)) && isZone(zone);
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= ([31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
}

function isZone(zone: string | undefined): boolean {
  if (zone === undefined || zone === 'Z') return true;
  return Number(zone.slice(1, 3)) <= 24 && Number(zone.slice(4)) < 60;
}
