/** Moments from text, by a layout of Go. */
import type { GoTime, ZoneAt } from '../values/value.ts';
import { daysFrom, daysIn, timeOf, UTC } from './calendar.ts';
import { layoutParts, MONTHS, WEEKDAYS } from './layout.ts';

/** What has been read so far. */
interface Read {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanos: number;
  /** Of `PM` and `AM`. */
  half: 'pm' | 'am' | undefined;
  zone: ZoneAt | undefined;
  rest: string;
}

/** `time.Parse` in UTC; undefined where Go gives an error. */
export function parseTime(layout: string, text: string): GoTime | undefined {
  const read: Read = {
    ...{ year: 0, month: -1, day: -1, yearDay: -1, hour: 0, minute: 0, second: 0, nanos: 0 },
    ...{ half: undefined, zone: undefined, rest: text },
  };
  for (const part of layoutParts(layout)) {
    const isRead = part.isText ? readText(read, part.text) : readPart(read, part.text);
    if (!isRead) return undefined;
  }
  return read.rest === '' ? whole(read) : undefined;
}

/** A space of the layout stands for any number of them. */
function readText(read: Read, text: string): boolean {
  for (const character of text) {
    if (character === ' ') {
      if (read.rest !== '' && !read.rest.startsWith(' ')) return false;
      read.rest = read.rest.replace(/^ +/, '');
    } else {
      if (!read.rest.startsWith(character)) return false;
      read.rest = read.rest.slice(1);
    }
  }
  return true;
}

/** What the pattern finds at the beginning, which is taken. */
function taken(read: Read, pattern: RegExp): string | undefined {
  const found = pattern.exec(read.rest)?.[0];
  if (found !== undefined) read.rest = read.rest.slice(found.length);
  return found;
}

type NumberField = 'year' | 'month' | 'day' | 'yearDay' | 'hour' | 'minute' | 'second';

const NUMBERS: Readonly<Record<string, readonly [NumberField, RegExp, number, number]>> = {
  '2006': ['year', /^\d{4}/, 0, 9999],
  '1': ['month', /^\d{1,2}/, 1, 12],
  '01': ['month', /^\d{2}/, 1, 12],
  '2': ['day', /^ ?\d{1,2}/, 0, 99],
  _2: ['day', /^ ?\d{1,2}/, 0, 99],
  '02': ['day', /^\d{2}/, 0, 99],
  '002': ['yearDay', /^\d{3}/, 0, 999],
  '15': ['hour', /^\d{1,2}/, 0, 23],
  '3': ['hour', /^\d{1,2}/, 0, 12],
  '03': ['hour', /^\d{2}/, 0, 12],
  '4': ['minute', /^\d{1,2}/, 0, 59],
  '04': ['minute', /^\d{2}/, 0, 59],
  '5': ['second', /^\d{1,2}/, 0, 59],
  '05': ['second', /^\d{2}/, 0, 59],
};

function readPart(read: Read, part: string): boolean {
  const known = Object.hasOwn(NUMBERS, part) ? NUMBERS[part] : undefined;
  if (known === undefined) return readWord(read, part);
  const [field, pattern, least, most] = known;
  const found = taken(read, pattern);
  if (found === undefined || Number(found) < least || Number(found) > most) return false;
  read[field] = Number(found);
  // Fractions of a second may stand there although the layout has none.
  return field !== 'second' || !/^[.,]\d/.test(read.rest) || readFraction(read, /^[.,]\d+/);
}

function readWord(read: Read, part: string): boolean {
  switch (part) {
    case '06':
      return readShortYear(read);
    case 'January':
      return readMonth(read, Infinity);
    case 'Jan':
      return readMonth(read, 3);
    case 'Monday':
      return named(read, WEEKDAYS, Infinity) >= 0;
    case 'Mon':
      return named(read, WEEKDAYS, 3) >= 0;
    case 'PM':
      return readHalf(read, /^[AP]M/);
    case 'pm':
      return readHalf(read, /^[ap]m/);
    case 'MST':
      return readZoneName(read);
    default:
      return /^[.,]/.test(part) ? readOptionalFraction(read, part) : readOffset(read, part);
  }
}

function readHalf(read: Read, pattern: RegExp): boolean {
  const found = taken(read, pattern)?.toLowerCase();
  if (found !== undefined) read.half = found === 'pm' ? 'pm' : 'am';
  return found !== undefined;
}

function readShortYear(read: Read): boolean {
  const found = taken(read, /^\d{2}/);
  if (found === undefined) return false;
  read.year = Number(found) + (Number(found) >= 69 ? 1900 : 2000);
  return true;
}

function readMonth(read: Read, length: number): boolean {
  const at = named(read, MONTHS, length);
  read.month = at + 1;
  return at >= 0;
}

function named(read: Read, names: readonly string[], length: number): number {
  const low = read.rest.slice(0, 12).toLowerCase();
  const at = names.findIndex((name) => low.startsWith(name.slice(0, length).toLowerCase()));
  if (at >= 0) read.rest = read.rest.slice(Math.min(length, (names[at] ?? '').length));
  return at;
}

function readFraction(read: Read, pattern: RegExp): boolean {
  const found = taken(read, pattern);
  if (found === undefined) return false;
  read.nanos = Number(found.slice(1, 10).padEnd(9, '0'));
  return true;
}

function readOptionalFraction(read: Read, part: string): boolean {
  if (part.charAt(1) === '0') {
    const digits = /^[.,]\d*/.exec(read.rest)?.[0] ?? '';
    if (digits.length < part.length) return false;
    read.nanos = Number(digits.slice(1, part.length).slice(0, 9).padEnd(9, '0'));
    read.rest = read.rest.slice(part.length);
    return true;
  }
  if (!/^[.,]\d/.test(read.rest)) return true;
  return readFraction(read, /^[.,]\d{1,9}/);
}

function readZoneName(read: Read): boolean {
  if (taken(read, /^UTC/) !== undefined) {
    read.zone = UTC;
    return true;
  }
  const name = taken(
    read,
    /^(?:ChST|MeST|GMT[+-]\d{1,2}|WITA|[A-Z]{5}(?![A-Z])|[A-Z]{3}T(?![A-Z])|[A-Z]{3}(?![A-Z])|[+-]\d{2})/,
  );
  // A name that UTC does not know stands for itself, at no distance.
  if (name !== undefined)
    read.zone = { name, offset: name.startsWith('GMT') ? Number(name.slice(3)) * 3600 : 0 };
  return name !== undefined;
}

function readOffset(read: Read, part: string): boolean {
  if (part.startsWith('Z') && taken(read, /^Z/) !== undefined) {
    read.zone = UTC;
    return true;
  }
  const pattern = OFFSETS[part.slice(1)];
  const found = pattern === undefined ? undefined : taken(read, pattern);
  if (found === undefined) return false;
  const size = secondsOf(found.slice(1));
  if (size === undefined) return false;
  read.zone = size === 0 ? UTC : { name: '', offset: found.startsWith('-') ? -size : size };
  return true;
}

/** `07:00` as seconds. */
function secondsOf(text: string): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d\d/g) ?? []).map(Number);
  return hours > 24 || Math.max(minutes, seconds) >= 60 ? undefined : hours * 3600 + minutes * 60 + seconds;
}

/** By their spelling in layouts, without the sign. */
const OFFSETS: Readonly<Record<string, RegExp>> = {
  '07': /^[+-]\d\d/,
  '0700': /^[+-]\d{4}/,
  '07:00': /^[+-]\d\d:\d\d/,
  '070000': /^[+-]\d{6}/,
  '07:00:00': /^[+-]\d\d:\d\d:\d\d/,
};

function whole(read: Read): GoTime | undefined {
  if (read.half === 'pm' && read.hour < 12) read.hour += 12;
  else if (read.half === 'am' && read.hour === 12) read.hour = 0;
  if (read.yearDay >= 0 && !fromYearDay(read)) return undefined;
  const month = Math.max(read.month, 1);
  const day = read.day < 0 ? 1 : read.day;
  if (day < 1 || day > daysIn(read.year, month)) return undefined;
  const { year, hour, minute, second, nanos } = read;
  return timeOf({ year, month, day, hour, minute, second, nanos }, read.zone ?? UTC);
}

function fromYearDay(read: Read): boolean {
  const { year, yearDay } = read;
  if (yearDay < 1 || yearDay > daysFrom(year + 1, 1, 1) - daysFrom(year, 1, 1)) return false;
  let left = yearDay;
  let month = 1;
  while (left > daysIn(year, month)) {
    left -= daysIn(year, month);
    month += 1;
  }
  if ((read.month >= 0 && read.month !== month) || (read.day >= 0 && read.day !== left)) return false;
  read.month = month;
  read.day = left;
  return true;
}
