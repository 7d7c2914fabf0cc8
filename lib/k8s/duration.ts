/** Durations of the API, as Go writes them. Source: Go's `time.ParseDuration`. */

const MS_OF: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  μs: 0.001,
  ns: 0.000_001,
};

/** Go counts nanoseconds in 64 bits. */
const LONGEST_MS = 2 ** 63 / 1_000_000;

/** Milliseconds of a text such as `15m`, `1h30m` or `0`; undefined when Go would not read it. */
export function durationMs(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const size = /^[+-]/.test(text) ? text.slice(1) : text;
  if (size === '0') return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ms|us|µs|μs|ns|[hms]))+$/.test(size)) return undefined;
  const parts = size.matchAll(/(?<![\d.])(\d+(?:\.\d*)?|\.\d+)(ms|us|µs|μs|ns|[hms])/g);
  let total = 0;
  for (const [, amount = '', unit = ''] of parts) total += Number(amount) * (MS_OF[unit] ?? 0);
  return total > LONGEST_MS ? undefined : sign * total;
}

/** What Go says of a text that is no duration; undefined when it is one. */
export function durationFault(text: string): string | undefined {
  if (durationMs(text) !== undefined) return undefined;
  const quoted = JSON.stringify(text);
  let rest = text.replace(/^[+-]/, '');
  for (;;) {
    const [whole = '', unit = ''] = /^(?:\d+(?:\.\d*)?|\.\d+)([^.\d]*)/.exec(rest) ?? [];
    if (whole === '') return `time: invalid duration ${quoted}`;
    if (unit === '') return `time: missing unit in duration ${quoted}`;
    if (!Object.hasOwn(MS_OF, unit))
      return `time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}`;
    rest = rest.slice(whole.length);
  }
}
