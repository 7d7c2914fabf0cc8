/** Versions as `github.com/Masterminds/semver` 1 reads and compares them. */
import { parseWhole } from '../values/parse-number.ts';
import { byBytes, GoError, GoVersion } from '../values/value.ts';

const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?$/;

/** @throws GoError for what is none */
export function parseVersion(text: string): GoVersion {
  const [whole, major = '0', minor = '0', patch = '0', prerelease = '', metadata = ''] =
    VERSION.exec(text) ?? [];
  if (whole === undefined) throw new GoError('Invalid Semantic Version');
  const numbers = [segment(major), segment(minor), segment(patch)] as const;
  return new GoVersion(numbers, { prerelease, metadata }, text);
}

function segment(digits: string): bigint {
  const value = parseWhole(digits, 10, true);
  if (typeof value === 'bigint') return value;
  throw new GoError(
    `Error parsing version segment: strconv.ParseInt: parsing "${digits}": value out of range`,
  );
}

/** `1.2.3-alpha+build` */
export function versionText({ numbers, prerelease, metadata }: GoVersion): string {
  const tail = (prerelease === '' ? '' : `-${prerelease}`) + (metadata === '' ? '' : `+${metadata}`);
  return numbers.join('.') + tail;
}

/** Less than, equal to or greater than zero. */
export function compareVersions(left: GoVersion, right: GoVersion): number {
  for (const at of [0, 1, 2] as const) {
    if (left.numbers[at] !== right.numbers[at]) return left.numbers[at] < right.numbers[at] ? -1 : 1;
  }
  if (left.prerelease === right.prerelease) return 0;
  if (left.prerelease === '') return 1;
  return right.prerelease === '' ? -1 : comparePrereleases(left.prerelease, right.prerelease);
}

function comparePrereleases(left: string, right: string): number {
  const a = left.split('.');
  const b = right.split('.');
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const found = compareParts(a[at] ?? '', b[at] ?? '');
    if (found !== 0) return found;
  }
  return 0;
}

/** Numbers come before words, and nothing before everything. */
function compareParts(left: string, right: string): number {
  if (left === right) return 0;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  const a = parseWhole(left, 10, false);
  const b = parseWhole(right, 10, false);
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a === typeof b) return byBytes(left, right);
    return typeof b === 'string' ? -1 : 1;
  }
  return a > b ? 1 : -1;
}
