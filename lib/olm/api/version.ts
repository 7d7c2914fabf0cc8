/**
 * Versions and version ranges as catalogs write them: strict semver, and the range language of Go's blang/semver
 * (comparators joined by spaces = and, by `||` = or; `1.x` wildcards; no `^`, `~` or hyphen ranges). Unlike npm's,
 * these ranges match prereleases by plain precedence: `<2.0.0` includes `2.0.0-rc.1`.
 * Source: blang/semver v4 `range.go`, used by operator-registry for `skipRange` and `olm.package.required`.
 */
// One by one: all of the package would bring npm's own ranges into browsers, which are not these.
import compareBuild from 'semver/functions/compare-build.js';
import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';

/** Strict semver `1.2.3[-pre][+build]`: no leading `v`, no missing parts, no leading zeros. */
export function isVersion(text: string): boolean {
  return /^\d/.test(text) && !/\s/.test(text) && parse(text) !== null;
}

/** Precedence of two versions: negative, zero or positive; build metadata does not count. Texts that are no version sort first. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [isVersion(a), isVersion(b)];
  if (left && right) {
    return compare(a, b);
  }
  if (left !== right) {
    return left ? 1 : -1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Like `compareVersions`, with build metadata as the last word, so that `1.0.0+2` sorts after `1.0.0+1`. */
export function compareBuilds(a: string, b: string): number {
  const precedence = compareVersions(a, b);
  return precedence !== 0 || !isVersion(a) || !isVersion(b) ? precedence : compareBuild(a, b);
}

/** A range that could be read, with the text it was written as. */
export interface VersionRange {
  text: string;
  /** False for anything that is no version. */
  includes(version: string): boolean;
}

type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

interface Bound {
  comparator: Comparator;
  version: string;
}

/** Undefined when the text is no range. */
export function parseRange(text: string): VersionRange | undefined {
  const alternatives = text.split('||').map(parseConjunction);
  const bounds = alternatives.filter((alternative) => alternative !== undefined);
  if (bounds.length !== alternatives.length) {
    return undefined;
  }
  return {
    text,
    includes: (version) =>
      isVersion(version) && bounds.some((all) => all.every((bound) => satisfies(version, bound))),
  };
}

/** True when the range can be read and includes the version. */
export function inRange(version: string, range: string): boolean {
  return parseRange(range)?.includes(version) ?? false;
}

function parseConjunction(text: string): Bound[] | undefined {
  const words = text
    .replace(/([<>=])\s+/g, '$1')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) {
    return undefined;
  }
  const parsed = words.map(parseTerm);
  return parsed.some((term) => term === undefined) ? undefined : parsed.flatMap((term) => term ?? []);
}

const COMPARATORS = new Map<string, Comparator>([
  ['', '='],
  ['=', '='],
  ['==', '='],
  ['!', '!='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

function parseTerm(word: string): Bound[] | undefined {
  const match = /^([<>=!]*)(\d.*)$/.exec(word);
  const comparator = COMPARATORS.get(match?.[1] ?? 'none');
  const version = match?.[2];
  if (comparator === undefined || version === undefined) {
    return undefined;
  }
  const wildcard = /^(\d+)(?:\.(\d+))?(?:\.x){1,2}$/.exec(version);
  if (wildcard !== null) {
    return expandWildcard(comparator, Number(wildcard[1]), wildcard[2]);
  }
  return isVersion(version) ? [{ comparator, version }] : undefined;
}

/** `1.2.x` and `1.x` stand for all versions from the first up to, not including, the next minor or major. */
function expandWildcard(
  comparator: Comparator,
  major: number,
  minor: string | undefined,
): Bound[] | undefined {
  const first = `${String(major)}.${minor ?? '0'}.0`;
  const next =
    minor === undefined ? `${String(major + 1)}.0.0` : `${String(major)}.${String(Number(minor) + 1)}.0`;
  if (!isVersion(first) || !isVersion(next)) {
    return undefined;
  }
  switch (comparator) {
    case '=':
      return [
        { comparator: '>=', version: first },
        { comparator: '<', version: next },
      ];
    case '>':
      return [{ comparator: '>=', version: next }];
    case '>=':
      return [{ comparator: '>=', version: first }];
    case '<':
      return [{ comparator: '<', version: first }];
    case '<=':
      return [{ comparator: '<', version: next }];
    case '!=':
      // blang joins the two halves by "and", so nothing matches; kept, because catalogs are checked with it.
      return [
        { comparator: '<', version: first },
        { comparator: '>=', version: next },
      ];
  }
}

function satisfies(version: string, bound: Bound): boolean {
  const order = compare(version, bound.version);
  switch (bound.comparator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
