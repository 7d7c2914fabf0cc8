/** Dates, times and durations as the API server reads them. Source: k8s.io/kube-openapi `pkg/validation/strfmt`. */

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DD` of a day that the calendar has. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  const days = daysOf(year ?? 0, month ?? 0);
  return days !== undefined && day !== undefined && day >= 1 && day <= days;
}

function daysOf(year: number, month: number): number | undefined {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : MONTH_DAYS[month - 1];
}

const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/;

/** A date, a `T`, and a time with its offset; what follows another `T` the API server does not look at. */
export function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split('t');
  if (date === undefined || time === undefined || !isDate(date)) return false;
  const parts = TIME.exec(time);
  return parts !== null && isBelow(parts[1], 24) && isBelow(parts[2], 60) && isBelow(parts[3], 60);
}

function isBelow(digits: string | undefined, limit: number): boolean {
  return Number(digits) < limit;
}

/** RFC 3339 as Go's `time` reads it: what `metadata.creationTimestamp` and the like must be. */
export function isTimestamp(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d+)?(?:Z|[+-](\d{2}):(\d{2}))$/.exec(
    text,
  );
  if (parts === null || !isDate(parts[1] ?? '')) return false;
  return (
    isBelow(parts[2], 24) &&
    isBelow(parts[3], 60) &&
    isBelow(parts[4], 60) &&
    isBelow(parts[5] ?? '0', 25) &&
    isBelow(parts[6] ?? '0', 60)
  );
}

const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const LOOSE = /(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g;
/** The digits before the point of each number; of those after it as many as there are are good. */
const WHOLE_PART = /(?<![\d.])(\d+)/g;
const INT64_MAX = 2n ** 63n - 1n;

/** Each with the words that mean it; of the last one the beginning is enough. */
const UNITS: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/** What Go reads (`1h30m`), or any text in which a number is followed by a unit (`in 2 days`). */
export function isDuration(text: string): boolean {
  if (GO_DURATION.test(text) && /[a-zµμ]/.test(text))
    return [...text.matchAll(WHOLE_PART)].every(([, digits = '']) => fitsInt64(digits));
  if (/^[+-]?0$/.test(text)) return true;
  let found = false;
  for (const [, digits = '', unit = ''] of text.matchAll(LOOSE)) {
    if (!fitsInt64(digits)) return false;
    found ||= isUnit(unit.toLowerCase());
  }
  return found;
}

function fitsInt64(digits: string): boolean {
  return BigInt(digits) <= INT64_MAX;
}

function isUnit(word: string): boolean {
  return UNITS.some((names) => names.includes(word) || word.startsWith(names.at(-1) ?? word));
}
