/** Lengths of time in Go's spelling: `1h30m`. */

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  Âµs: 1000n,
  'Î¼s': 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** Nanoseconds; undefined where `time.ParseDuration` gives an error. @param text as bytes */
export function parseDuration(text: string): bigint | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  let rest = text.slice(sign.length);
  if (rest === '0') return 0n;
  if (rest === '') return undefined;
  let total = 0n;
  while (rest !== '') {
    const [all = '', whole = '', , part = '', unit = ''] =
      /^(\d*)(\.(\d*))?([^\d.]+)/.exec(rest.slice(0, 200)) ?? [];
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (size === undefined || whole + part === '') return undefined;
    total += BigInt(whole === '' ? '0' : whole) * size;
    if (part !== '') total += (BigInt(part) * size) / 10n ** BigInt(part.length);
    rest = rest.slice(all.length);
    if (total >= 1n << 63n) return undefined;
  }
  return sign === '-' ? -total : total;
}
