/** Days and hours of moments, in Go's proleptic Gregorian calendar, which begins with the year 1. */
import { GoTime, type ZoneAt } from '../values/value.ts';

/** A moment taken apart on its clock. */
export interface Civil {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanos: number;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** From 1. */
  readonly yearDay: number;
}

const DAY = 86_400n;

/** UTC as Go prints it. */
export const UTC: ZoneAt = { name: 'UTC', offset: 0 };
/** January 1 of the year 1, Go's zero. */
export const ZERO_TIME = new GoTime(-62_135_596_800n, 0, UTC);

/** Days since 1970. */
export function daysFrom(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** The moment on its own clock. */
export function civilOf({ seconds, nanos, zone }: GoTime): Civil {
  const local = seconds + BigInt(zone.offset);
  const ofDay = Number(((local % DAY) + DAY) % DAY);
  const days = Number((local - BigInt(ofDay)) / DAY);
  const { year, month, day } = dateOf(days);
  return {
    ...{ year, month, day, nanos },
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    weekday: (((days + 4) % 7) + 7) % 7,
    yearDay: days - daysFrom(year, 1, 1) + 1,
  };
}

function dateOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const index = Math.floor((5 * ofYear + 2) / 153);
  const month = index < 10 ? index + 3 : index - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: ofYear - Math.floor((153 * index + 2) / 5) + 1 };
}

/** The moment of a date on a clock. */
export function timeOf(civil: Omit<Civil, 'weekday' | 'yearDay'>, zone: ZoneAt): GoTime {
  const days = BigInt(daysFrom(civil.year, civil.month, civil.day));
  const ofDay = BigInt(civil.hour * 3600 + civil.minute * 60 + civil.second);
  return new GoTime(days * DAY + ofDay - BigInt(zone.offset), civil.nanos, zone);
}

/** How many days the month has. */
export function daysIn(year: number, month: number): number {
  return month === 12 ? 31 : daysFrom(year, month + 1, 1) - daysFrom(year, month, 1);
}
