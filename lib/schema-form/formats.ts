/**
 * The string and number formats that the API server enforces. Formats it does not know it ignores, and so do we.
 * Source: k8s.io/kube-openapi `pkg/validation/strfmt`, apiextensions `supportedFormats`.
 */
import type { ProblemCode } from './problem.ts';

interface Format {
  readonly holds: (value: string) => boolean;
  readonly code: ProblemCode;
}

const DATE = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/;
const DATE_TIME =
  /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])[Tt ]([01]\d|2[0-4]):[0-5]\d:[0-6]\d([.,]\d+)?([Zz]|[+-]\d\d:?\d\d)$/;
/** Go durations (`1h30m`), and the long forms that the API server's format also takes (`2 days`). */
const DURATION = /^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w))+|\d+\s*[a-z]+)$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

const FORMATS: Record<string, Format> = {
  date: { holds: (value) => DATE.test(value), code: 'date' },
  'date-time': { holds: (value) => DATE_TIME.test(value), code: 'dateTime' },
  datetime: { holds: (value) => DATE_TIME.test(value), code: 'dateTime' },
  duration: { holds: (value) => DURATION.test(value.trim()), code: 'duration' },
  byte: { holds: (value) => BASE64.test(value.replace(/[\r\n]/g, '')), code: 'byte' },
  uuid: { holds: (value) => UUID.test(value), code: 'uuid' },
  email: { holds: (value) => EMAIL.test(value.trim()), code: 'email' },
  ipv4: { holds: (value) => IPV4.test(value), code: 'ipv4' },
  ipv6: {
    holds: (value) => value.includes(':') && /^[0-9a-f:.]+$/i.test(value),
    code: 'ipv6',
  },
  uri: { holds: (value) => /^[a-z][a-z\d+.-]*:|^\//i.test(value), code: 'uri' },
};

/** What is wrong when the value is not what the format says; undefined when it is, or the format is not enforced. */
export function formatProblem(format: string, value: string): ProblemCode | undefined {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known === undefined || known.holds(value) ? undefined : known.code;
}

const INT32_MAX = 2_147_483_647;
const INT64_MAX = 2n ** 63n - 1n;

/** True when the integer fits the format's width; formats other than int32 and int64 have none. */
export function fitsInteger(format: string | undefined, value: number | bigint): boolean {
  if (format === 'int32') return value >= -INT32_MAX - 1 && value <= INT32_MAX;
  if (format === 'int64') return BigInt(value) >= -INT64_MAX - 1n && BigInt(value) <= INT64_MAX;
  return true;
}

/** Go's RE2 pattern as a JavaScript one; undefined when it cannot be expressed or is too long to be tried safely. */
export function compilePattern(pattern: string): RegExp | undefined {
  if (pattern.length > 2000) return undefined;
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const body = (flags === null ? pattern : pattern.slice(flags[0].length))
    .replace(/\(\?P</g, '(?<')
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$');
  return tryRegExp(body, `u${flags?.[1] ?? ''}`) ?? tryRegExp(body, flags?.[1] ?? '');
}

function tryRegExp(body: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(body, flags);
  } catch {
    return undefined;
  }
}
