/** Which texts YAML 1.1 reads as something else than text, as yaml.v2 resolves them. */
import { parseFloat64, parseWhole } from '../values/parse-number.ts';

const WORDS = new Set([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
  ...['', '~', 'null', 'Null', 'NULL', '.nan', '.NaN', '.NAN', '<<'],
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF'],
]);

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const BASE_60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:([Tt ])(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

/** True when a plain scalar of this text comes back as the same text. */
export function staysText(text: string): boolean {
  return !WORDS.has(text) && !isNumber(text) && !BASE_60.test(text);
}

function isNumber(text: string): boolean {
  if (text.startsWith('.')) return typeof parseFloat64(text) === 'number';
  if (!/^[-+\d]/.test(text)) return false;
  const plain = text.replaceAll('_', '');
  return (
    isTimestamp(text) || isWhole(plain) || (FLOAT.test(plain) && typeof parseFloat64(plain) === 'number')
  );
}

function isWhole(plain: string): boolean {
  if (typeof parseWhole(plain, 0, true) === 'bigint' || typeof parseWhole(plain, 0, false) === 'bigint')
    return true;
  // `0b` with a sign inside, which yaml.v2 takes as well.
  const binary = /^(-?)0b(.*)$/s.exec(plain);
  return binary !== null && typeof parseWhole((binary[1] ?? '') + (binary[2] ?? ''), 2, true) === 'bigint';
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
