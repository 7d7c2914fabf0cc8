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
    const read = readAmount(rest.slice(0, AMOUNT_LIMIT));
    if (read === undefined) return undefined;
    total += read.nanos;
    rest = rest.slice(read.length);
    if (total >= 1n << 63n) return undefined;
  }
  return sign === '-' ? -total : total;
}

/** `1.5h` is no longer. */
const AMOUNT_LIMIT = 200;

function readAmount(text: string): { nanos: bigint; length: number } | undefined {
  const found = /^(\d*)(?:\.(\d*))?([^\d.]+)/.exec(text);
  const [all = '', whole = '', part = '', unit = ''] = found ?? [];
  const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (size === undefined || whole + part === '') return undefined;
  const nanos = (BigInt(whole + part) * size) / 10n ** BigInt(part.length);
  return { nanos, length: all.length };
}
