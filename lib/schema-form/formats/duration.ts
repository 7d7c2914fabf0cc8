/** Durations as people read them: Go's (`1h30m`), with the days and weeks that many APIs add, and ISO 8601 (`PT5M`). */

/** From the longest to the shortest; years and months have no fixed length. */
export type DurationUnit =
  | 'year'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'microsecond'
  | 'nanosecond';

/** So much of one unit, as written: 90 minutes stay 90 minutes. */
export interface DurationPart {
  readonly amount: number;
  readonly unit: DurationUnit;
}

const UNITS: Record<string, DurationUnit> = {
  y: 'year',
  w: 'week',
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
  ms: 'millisecond',
  us: 'microsecond',
  µs: 'microsecond',
  μs: 'microsecond',
  ns: 'nanosecond',
};

/** The parts as written, largest first as a rule; undefined when the text is no duration. */
export function parseDuration(text: string): readonly DurationPart[] | undefined {
  if (/^P/.test(text)) return parseIso(text);
  if (/^[+-]?0$/.test(text)) return [{ amount: 0, unit: 'second' }];
  if (!/^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ms|us|µs|μs|ns|[ywdhms]))+$/.test(text)) return undefined;
  return [...text.matchAll(/(?<![\d.])(\d+(?:\.\d*)?|\.\d+)(ms|us|µs|μs|ns|[ywdhms])/g)].map((match) => ({
    amount: Number(match[1]),
    unit: UNITS[match[2] ?? ''] ?? 'second',
  }));
}

const ISO =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;
const ISO_UNITS: readonly DurationUnit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

function parseIso(text: string): readonly DurationPart[] | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const parts = ISO_UNITS.flatMap((unit, index): DurationPart[] => {
    const amount = match[index + 1];
    return amount === undefined ? [] : [{ amount: Number(amount.replace(',', '.')), unit }];
  });
  return parts.length === 0 ? undefined : parts;
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(h|hr|hrs|hours?)$/, 'h'],
  [/^(m|min|mins|minutes?)$/, 'm'],
  [/^(s|sec|secs|seconds?)$/, 's'],
  [/^(ms|msec|msecs|millis|milliseconds?)$/, 'ms'],
  [/^(d|days?)$/, 'd'],
  [/^(w|weeks?)$/, 'w'],
];

/** What was probably meant by text that is nearly a duration: `5 min` → `5m`, `30` → `30s`. */
export function suggestDuration(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+$/.test(trimmed) && trimmed !== '0') return `${trimmed}s`;
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+$/.test(trimmed)) return undefined;
  let meant = '';
  for (const [, amount = '', word = ''] of trimmed.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = WORDS.find(([pattern]) => pattern.test(word))?.[1];
    if (unit === undefined) return undefined;
    meant += amount + unit;
  }
  return meant === text ? undefined : meant;
}
