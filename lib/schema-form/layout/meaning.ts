/** What a text means to people, beside its control: as data, which the catalogue of texts puts into words. */
import { type CronSchedule, parseCron } from '../formats/cron.ts';
import { type DurationPart, parseDuration, suggestDuration } from '../formats/duration.ts';
import { parseQuantity, suggestQuantity } from '../formats/quantity.ts';
import type { Widget } from './widget-types.ts';

/** Told apart by `kind`: an amount, a time, a schedule, or what may be wrong with the text. */
export type Meaning =
  /** `binary`: written with a suffix of powers of 1024. */
  | { readonly kind: 'bytes'; readonly bytes: number; readonly binary: boolean }
  | { readonly kind: 'cpu'; readonly cores: number }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'duration'; readonly parts: readonly DurationPart[] }
  | { readonly kind: 'cron'; readonly schedule: CronSchedule }
  | { readonly kind: 'every'; readonly parts: readonly DurationPart[] }
  /** Milliseconds since 1970. */
  | { readonly kind: 'time'; readonly time: number }
  /** The text is not quite right; `text` probably is what was meant. */
  | { readonly kind: 'suggestion'; readonly text: string }
  /** Thousandths of a byte: nobody means that. */
  | { readonly kind: 'milliBytes'; readonly text: string };

/** What the text means for a control of this kind, in a field of this name; undefined when there is nothing to say. */
export function meaningOf(kind: Widget['kind'], text: string, name: string): Meaning | undefined {
  if (text === '' || text.length > 200) return undefined;
  switch (kind) {
    case 'quantity':
      return quantityMeaning(text, name);
    case 'duration':
      return durationMeaning(text);
    case 'cron':
      return cronMeaning(text);
    case 'dateTime':
      return timeMeaning(text);
    default:
      return undefined;
  }
}

const BYTES = /memory|storage|size|disk|volume|hugepages|retention/i;

function quantityMeaning(text: string, name: string): Meaning | undefined {
  const quantity = parseQuantity(text);
  if (quantity === undefined) return suggestion(suggestQuantity(text));
  const { number, suffix } = quantity;
  if (suffix.endsWith('i')) return { kind: 'bytes', bytes: number, binary: true };
  if (BYTES.test(name)) {
    if (/^[mun]$/.test(suffix)) return { kind: 'milliBytes', text: text.replace(/[mun]$/, 'M') };
    return { kind: 'bytes', bytes: number, binary: false };
  }
  if (/cpu/i.test(name)) return { kind: 'cpu', cores: number };
  return suffix === '' ? undefined : { kind: 'number', number };
}

function suggestion(text: string | undefined): Meaning | undefined {
  return text === undefined ? undefined : { kind: 'suggestion', text };
}

function durationMeaning(text: string): Meaning | undefined {
  const parts = parseDuration(text);
  return parts === undefined ? suggestion(suggestDuration(text)) : { kind: 'duration', parts };
}

function cronMeaning(text: string): Meaning | undefined {
  const every = /^@every\s+(\S+)$/.exec(text.trim())?.[1];
  const parts = every === undefined ? undefined : parseDuration(every);
  if (parts !== undefined) return { kind: 'every', parts };
  const schedule = parseCron(text);
  return schedule === undefined ? undefined : { kind: 'cron', schedule };
}

function timeMeaning(text: string): Meaning | undefined {
  if (!/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : { kind: 'time', time };
}
