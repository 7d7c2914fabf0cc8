/** Dates of sprig, with UTC for the local zone. What would read the clock is refused. */
import { ZERO_TIME, UTC } from '../dates/calendar.ts';
import { parseGoDuration } from '../dates/duration.ts';
import { parseTime } from '../dates/parse-time.ts';
import { formatTime } from '../dates/time-text.ts';
import { inZone } from '../dates/zones.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { fromBytes } from '../values/bytes.ts';
import { GoError, GoInt, GoTime, type GoValue } from '../values/value.ts';

const ZONE_TEXT_LIMIT = 64;

function timeFrom(value: GoValue): GoTime {
  if (value instanceof GoTime) return value;
  if (value instanceof GoInt && (value.type === 'int' || value.type === 'int64' || value.type === 'int32'))
    return new GoTime(value.value, 0, UTC);
  throw new GoError('the date is no time and no whole number of seconds: it would be that of the moment');
}

function dateText(layout: string, value: GoValue, zone: string): string {
  const time = inZone(timeFrom(value), zone.length > ZONE_TEXT_LIMIT ? '' : fromBytes(zone));
  return formatTime(time, layout);
}

function modified(by: string, time: GoTime): GoTime {
  const length = parseGoDuration(by);
  if (length === undefined) return time;
  const nanos = time.seconds * 1_000_000_000n + BigInt(time.nanos) + length;
  const part = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return new GoTime((nanos - part) / 1_000_000_000n, Number(part), time.zone);
}

const dateInZone = fixed(['string', 'interface {}', 'string'], ([layout, value, zone]) =>
  dateText(layout, value, zone),
);

const dateModify = fixed(['string', 'time.Time'], ([by, time]) => modified(by, time));

/** By name. */
export const DATES: FunctionTable = {
  date: fixed(['string', 'interface {}'], ([layout, value]) => dateText(layout, value, 'Local')),
  dateInZone,
  date_in_zone: dateInZone,
  htmlDate: fixed(['interface {}'], ([value]) => dateText('2006-01-02', value, 'Local')),
  htmlDateInZone: fixed(['interface {}', 'string'], ([value, zone]) => dateText('2006-01-02', value, zone)),
  dateModify,
  date_modify: dateModify,
  toDate: fixed(['string', 'string'], ([layout, text]) => parseTime(layout, text) ?? ZERO_TIME),
  unixEpoch: fixed(['time.Time'], ([time]) => time.seconds.toString()),
};
