/**
 * Schedules of cron as people read them. Five fields, or a name such as `@daily`, or `@every` with a duration; steps,
 * ranges, lists and names of months and weekdays. Source: robfig/cron, which the CronJob controller and most operators use.
 */

/** Numbers that a field stands for; `every` when it is all of them, `step` when it is every n-th of all. */
export type CronField =
  | { readonly kind: 'every' }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'list'; readonly values: readonly number[] };

/** The five fields of a schedule; `timeZone` when it begins with `TZ=` or `CRON_TZ=`, as written. */
export interface CronSchedule {
  readonly minute: CronField;
  readonly hour: CronField;
  readonly dayOfMonth: CronField;
  readonly month: CronField;
  /** 0 is Sunday. */
  readonly dayOfWeek: CronField;
  readonly timeZone?: string;
}

const MACROS: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

interface Range {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const RANGES: readonly Range[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: MONTHS },
  { from: 0, to: 7, names: DAYS },
];

const TIME_ZONE = /^(?:CRON_TZ|TZ)=(\S+)\s+/;

/** The schedule; undefined when the text is none of the forms named above. */
export function parseCron(text: string): CronSchedule | undefined {
  const trimmed = text.trim();
  const timeZone = TIME_ZONE.exec(trimmed)?.[1];
  const rest = trimmed.replace(TIME_ZONE, '');
  const words = (Object.hasOwn(MACROS, rest) ? (MACROS[rest] ?? '') : rest).split(/\s+/);
  if (words.length !== 5) return undefined;
  const fields = RANGES.map((range, index) => parseField(words[index] ?? '', range));
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields;
  if (!minute || !hour || !dayOfMonth || !month || !dayOfWeek) return undefined;
  const schedule = { minute, hour, dayOfMonth, month, dayOfWeek: sundayIsZero(dayOfWeek) };
  return timeZone === undefined ? schedule : { ...schedule, timeZone };
}

function parseField(text: string, range: Range): CronField | undefined {
  if (text === '*' || text === '?') return { kind: 'every' };
  const step = /^\*\/(\d{1,2})$/.exec(text)?.[1];
  if (step !== undefined) return stepField(Number(step), range);
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const numbers = parsePart(part, range);
    if (numbers === undefined) return undefined;
    for (const number of numbers) values.add(number);
  }
  return { kind: 'list', values: [...values].sort((left, right) => left - right) };
}

function stepField(step: number, { to }: Range): CronField | undefined {
  if (step === 1) return { kind: 'every' };
  return step === 0 || step > to ? undefined : { kind: 'step', step };
}

/** `5`, `MON`, `1-5`, `0-30/10`, `5/15`. */
function parsePart(text: string, range: Range): readonly number[] | undefined {
  const match = /^(\*|\w{1,3})(?:-(\w{1,3}))?(?:\/(\d{1,2}))?$/.exec(text);
  if (match === null) return undefined;
  const [, first = '', last, stepText = ''] = match;
  const from = first === '*' ? range.from : numberOf(first, range);
  // `*` and `5/15` go on to the end of the range.
  const open = first === '*' || stepText !== '';
  const to = last !== undefined ? numberOf(last, range) : open ? range.to : from;
  const step = Number(stepText || '1');
  return from === undefined || to === undefined ? undefined : numbersIn(from, to, step);
}

function numbersIn(from: number, to: number, step: number): readonly number[] | undefined {
  if (to < from || step < 1) return undefined;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function numberOf(text: string, { from, to, names }: Range): number | undefined {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + (from === 1 ? 1 : 0);
  const number = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return number >= from && number <= to ? number : undefined;
}

function sundayIsZero(field: CronField): CronField {
  if (field.kind !== 'list') return field;
  const values = [...new Set(field.values.map((day) => day % 7))].sort((left, right) => left - right);
  return { kind: 'list', values };
}
