/** Meanings of texts in words, in the reader's language. */
import type { CronField, CronSchedule } from '#lib/schema-form/formats/cron.ts';
import type { DurationPart } from '#lib/schema-form/formats/duration.ts';
import type { Meaning } from '#lib/schema-form/layout/meaning.ts';
import type { Translate } from '#messages/types.ts';

type Texts = Translate<'schema-form'>;
type Told = Exclude<Meaning, { kind: 'suggestion' | 'milliBytes' }>;

export function meaningText(meaning: Told, t: Texts, locale: string): string {
  switch (meaning.kind) {
    case 'bytes':
      return t('widgets.means', { what: bytesText(meaning.bytes, meaning.binary, locale) });
    case 'cpu':
      return t('widgets.cores', { count: numberText(meaning.cores, locale) });
    case 'number':
      return t('widgets.means', { what: numberText(meaning.number, locale) });
    case 'duration':
      return t('widgets.means', { what: durationText(meaning.parts, locale) });
    case 'every':
      return t('widgets.every', { duration: durationText(meaning.parts, locale) });
    case 'cron':
      return cronText(meaning.schedule, t, locale);
    case 'time':
      return t('widgets.means', {
        what: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(meaning.time),
      });
  }
}

function numberText(number: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(number);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** `512Mi` in powers of 1000, `512M` in powers of 1024: the one that is not written already. */
function bytesText(bytes: number, binary: boolean, locale: string): string {
  const base = binary ? 1000 : 1024;
  const power = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log(Math.abs(bytes)) / Math.log(base))),
  );
  const amount = bytes / base ** power;
  const digits = { maximumSignificantDigits: 3 };
  if (binary || power === 0) {
    const unit = UNITS[power] ?? 'byte';
    return new Intl.NumberFormat(locale, { style: 'unit', unit, ...digits }).format(amount);
  }
  return `${new Intl.NumberFormat(locale, digits).format(amount)} ${BINARY_UNITS[power] ?? 'B'}`;
}

function durationText(parts: readonly DurationPart[], locale: string): string {
  const words = parts.map(({ amount, unit }) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
  );
  return new Intl.ListFormat(locale, { type: 'unit' }).format(words);
}

function cronText(schedule: CronSchedule, t: Texts, locale: string): string {
  const parts = [
    timeText(schedule, t, locale),
    daysText(schedule, t, locale),
    monthsText(schedule.month, t, locale),
  ];
  if (schedule.timeZone !== undefined) parts.push(t('widgets.cron.zone', { zone: schedule.timeZone }));
  return parts.filter((part) => part !== '').join(t('widgets.cron.comma'));
}

/** Times of a day listed one by one; beyond that the fields are told. */
const FEW_TIMES = 6;

function timeText({ minute, hour }: CronSchedule, t: Texts, locale: string): string {
  if (minute.kind !== 'list') {
    const often =
      minute.kind === 'step'
        ? t('widgets.cron.everyMinutes', { step: minute.step })
        : t('widgets.cron.everyMinute');
    return hour.kind === 'every'
      ? often
      : t('widgets.cron.within', { often, hours: fieldText(hour, t, locale) });
  }
  const minutes = fieldText(minute, t, locale);
  if (hour.kind === 'every') return t('widgets.cron.eachHour', { minutes });
  if (hour.kind === 'step') return t('widgets.cron.everyHours', { step: hour.step, minutes });
  const times = hour.values.flatMap((one) => minute.values.map((two) => clock(one, two)));
  return times.length <= FEW_TIMES
    ? t('widgets.cron.at', { times: list(times, locale) })
    : t('widgets.cron.minutesOfHours', { minutes, hours: fieldText(hour, t, locale) });
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function list(words: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale).format(words);
}

function fieldText(field: CronField, t: Texts, locale: string): string {
  if (field.kind === 'list') return list(field.values.map(String), locale);
  return field.kind === 'step' ? t('widgets.cron.everyNth', { step: field.step }) : '*';
}

function daysText({ dayOfMonth, dayOfWeek }: CronSchedule, t: Texts, locale: string): string {
  const month =
    dayOfMonth.kind === 'every' ? '' : t('widgets.cron.days', { days: fieldText(dayOfMonth, t, locale) });
  const week =
    dayOfWeek.kind === 'list'
      ? t('widgets.cron.on', {
          days: list(
            dayOfWeek.values.map((day) => dayName(day, locale)),
            locale,
          ),
        })
      : '';
  // Either is enough, as cron has it.
  return month !== '' && week !== '' ? t('widgets.cron.either', { month, week }) : month + week;
}

/** The 2nd of January 2000 was a Sunday. */
function dayName(day: number, locale: string): string {
  const date = new Date(Date.UTC(2000, 0, 2 + day));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

function monthsText(month: CronField, t: Texts, locale: string): string {
  if (month.kind === 'every') return '';
  if (month.kind === 'step') return t('widgets.cron.everyMonths', { step: month.step });
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const names = month.values.map((number) => format.format(new Date(Date.UTC(2000, number - 1, 1))));
  return t('widgets.cron.in', { months: list(names, locale) });
}
