/** The methods of a `time.Time` whose results templates can print; months and days of the week are their names. */
import { fixed, type GoFunction } from '../run/signature.ts';
import { goInt, goInt64, GoTime } from '../values/value.ts';
import { civilOf, timeOf, UTC, ZERO_TIME } from './calendar.ts';
import { MONTHS, WEEKDAYS } from './layout.ts';
import { formatTime, timeText } from './time-text.ts';

/** By name, bound to a moment. */
export const TIME_METHODS: Readonly<Record<string, (time: GoTime) => GoFunction>> = {
  Year: (time) => fixed([], () => goInt(civilOf(time).year)),
  Month: (time) => fixed([], () => MONTHS[civilOf(time).month - 1] ?? ''),
  Weekday: (time) => fixed([], () => WEEKDAYS[civilOf(time).weekday] ?? ''),
  Day: (time) => fixed([], () => goInt(civilOf(time).day)),
  Hour: (time) => fixed([], () => goInt(civilOf(time).hour)),
  Minute: (time) => fixed([], () => goInt(civilOf(time).minute)),
  Second: (time) => fixed([], () => goInt(civilOf(time).second)),
  Nanosecond: (time) => fixed([], () => goInt(time.nanos)),
  YearDay: (time) => fixed([], () => goInt(civilOf(time).yearDay)),
  Unix: (time) => fixed([], () => goInt64(time.seconds)),
  UnixNano: (time) => fixed([], () => goInt64(time.seconds * 1_000_000_000n + BigInt(time.nanos))),
  IsZero: (time) => fixed([], () => time.seconds === ZERO_TIME.seconds && time.nanos === 0),
  UTC: (time) => fixed([], () => new GoTime(time.seconds, time.nanos, UTC)),
  String: (time) => fixed([], () => timeText(time)),
  Format: (time) => fixed(['string'], ([layout]) => formatTime(time, layout)),
  AddDate: (time) => fixed(['int', 'int', 'int'], (amounts) => added(time, amounts.map(Number))),
};

/** Months beyond December are of the next year, days beyond a month of the next one. */
function added(time: GoTime, [years = 0, months = 0, days = 0]: readonly number[]): GoTime {
  const civil = civilOf(time);
  const index = civil.month - 1 + months;
  const month = (((index % 12) + 12) % 12) + 1;
  const year = civil.year + years + Math.floor(index / 12);
  return timeOf({ ...civil, year, month, day: civil.day + days }, time.zone);
}
