/** Zones by their names, from the tables that every browser and Node bring. */
import { GoTime, type ZoneAt } from '../values/value.ts';
import { UTC } from './calendar.ts';

/** The same moment on the clock of a zone; of UTC where the name is none. `Local` is UTC: a render depends on no machine. */
export function inZone(time: GoTime, name: string): GoTime {
  return new GoTime(time.seconds, time.nanos, zoneAt(time, name));
}

function zoneAt(time: GoTime, name: string): ZoneAt {
  if (name === '' || name === 'UTC' || name === 'Local') return UTC;
  const millis = Number(time.seconds) * 1000;
  try {
    const long = zonePart(name, millis, 'longOffset');
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(long) ?? [];
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    const offset = sign === '-' ? -size : size;
    return { name: abbreviation(name, millis, offset), offset };
  } catch (error) {
    // What Intl says to a name or a date that it does not know.
    if (error instanceof RangeError) return UTC;
    throw error;
  }
}

function zonePart(timeZone: string, millis: number, timeZoneName: 'longOffset' | 'short'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  return format.formatToParts(millis).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const EUROPE: Readonly<Record<number, string>> = { 0: 'GMT', 3600: 'CET', 7200: 'CEST' };

/** Browsers know abbreviations of their own region only; elsewhere Go's tables mostly have the offset. */
function abbreviation(name: string, millis: number, offset: number): string {
  const short = zonePart(name, millis, 'short');
  if (!/^(?:GMT|UTC)[+-]/.test(short)) return short;
  if (name.startsWith('Europe/') && EUROPE[offset] !== undefined) return EUROPE[offset];
  const size = Math.abs(offset);
  const minutes = Math.floor(size / 60) % 60;
  const hours = String(Math.floor(size / 3600)).padStart(2, '0');
  return (offset < 0 ? '-' : '+') + hours + (minutes === 0 ? '' : String(minutes).padStart(2, '0'));
}
