/** Moments as text, by a layout of Go. */
import { withoutEndZeros } from '../values/float-text.ts';
import type { GoTime } from '../values/value.ts';
import { type Civil, civilOf } from './calendar.ts';
import { layoutParts, MONTHS, WEEKDAYS } from './layout.ts';

/** `time.Time.String`. */
export function timeText(time: GoTime): string {
  return formatTime(time, '2006-01-02 15:04:05.999999999 -0700 MST');
}

/** As JSON and YAML have it: RFC 3339 with as many digits as needed. */
export function timeNanoText(time: GoTime): string {
  return formatTime(time, '2006-01-02T15:04:05.999999999Z07:00');
}

/** As `time.Time.Format` does. @param layout Go's, such as `2006-01-02` */
export function formatTime(time: GoTime, layout: string): string {
  const civil = civilOf(time);
  return layoutParts(layout)
    .map(({ text, isText }) => (isText ? text : partText(text, civil, time)))
    .join('');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function yearText(year: number): string {
  return year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
}

const PARTS: Readonly<Record<string, (civil: Civil) => string>> = {
  '2006': ({ year }) => yearText(year),
  '06': ({ year }) => two(((year % 100) + 100) % 100),
  January: ({ month }) => MONTHS[month - 1] ?? '',
  Jan: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  '1': ({ month }) => String(month),
  '01': ({ month }) => two(month),
  Monday: ({ weekday }) => WEEKDAYS[weekday] ?? '',
  Mon: ({ weekday }) => (WEEKDAYS[weekday] ?? '').slice(0, 3),
  '2': ({ day }) => String(day),
  _2: ({ day }) => String(day).padStart(2),
  '02': ({ day }) => two(day),
  '002': ({ yearDay }) => String(yearDay).padStart(3, '0'),
  '15': ({ hour }) => two(hour),
  '3': ({ hour }) => String(hour % 12 === 0 ? 12 : hour % 12),
  '03': ({ hour }) => two(hour % 12 === 0 ? 12 : hour % 12),
  '4': ({ minute }) => String(minute),
  '04': ({ minute }) => two(minute),
  '5': ({ second }) => String(second),
  '05': ({ second }) => two(second),
  PM: ({ hour }) => (hour >= 12 ? 'PM' : 'AM'),
  pm: ({ hour }) => (hour >= 12 ? 'pm' : 'am'),
};

function partText(part: string, civil: Civil, { zone }: GoTime): string {
  if (Object.hasOwn(PARTS, part)) return PARTS[part]?.(civil) ?? '';
  if (part === 'MST') return zone.name === '' ? offsetText('-0700', zone.offset) : zone.name;
  return /^[.,]/.test(part) ? fraction(part, civil.nanos) : offsetText(part, zone.offset);
}

/** `Z07:00` is `Z` in UTC; `-07` without minutes. */
function offsetText(part: string, offset: number): string {
  if (part.startsWith('Z') && offset === 0) return 'Z';
  const size = Math.abs(offset);
  const colon = part.includes(':') ? ':' : '';
  const digits = part.replace(/\D/g, '').length;
  const minutes = digits >= 4 ? colon + two(Math.floor(size / 60) % 60) : '';
  const seconds = digits >= 6 ? colon + two(size % 60) : '';
  return (offset < 0 ? '-' : '+') + two(Math.floor(size / 3600)) + minutes + seconds;
}

/** `.000` always, `.999` without zeros at the end. */
function fraction(part: string, nanos: number): string {
  const digits = String(nanos)
    .padStart(9, '0')
    .padEnd(part.length, '0')
    .slice(0, part.length - 1);
  if (part.charAt(1) === '0') return part.charAt(0) + digits;
  const short = withoutEndZeros(digits);
  return short === '' ? '' : part.charAt(0) + short;
}
