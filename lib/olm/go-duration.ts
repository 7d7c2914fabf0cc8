/** Durations as Go writes them, such as `15m` or `1h30m`. Source: Go `time.ParseDuration`, texts included. */

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

export type ParsedDuration = { ok: true; ms: number } | { ok: false; error: string };

export function parseGoDuration(text: string): ParsedDuration {
  const quoted = JSON.stringify(text);
  const invalid: ParsedDuration = { ok: false, error: `time: invalid duration ${quoted}` };
  const unsigned = text.replace(/^[-+]/, '');
  if (unsigned === '0') return { ok: true, ms: 0 };
  if (unsigned === '') return invalid;
  let ms = 0;
  let rest = unsigned;
  while (rest !== '') {
    const [whole = '', number = '', unit = ''] = /^(\d*\.?\d*)([^.\d]*)/.exec(rest) ?? [];
    if (!/\d/.test(number)) return invalid;
    if (unit === '') return { ok: false, error: `time: missing unit in duration ${quoted}` };
    const factor = Object.hasOwn(UNIT_MS, unit) ? UNIT_MS[unit] : undefined;
    if (factor === undefined) {
      return { ok: false, error: `time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}` };
    }
    ms += Number(number) * factor;
    rest = rest.slice(whole.length);
  }
  return { ok: true, ms: text.startsWith('-') ? -ms : ms };
}
