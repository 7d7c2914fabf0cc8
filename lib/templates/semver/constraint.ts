/** Constraints on versions, as `github.com/Masterminds/semver` 1 has them: `^1.2.0`, `>= 1, < 3 || 5.x`, `1.2 - 1.4`. */
import { GoError, type GoVersion } from '../values/value.ts';
import { compareGoVersions, parseVersion } from './version.ts';

const OPERATOR = /^(?:=>|=<|>=|<=|!=|~>|[=><~^])/;
const VERSION =
  /^v?([\d|xX*]+)(\.[\d|xX*]+)?(\.[\d|xX*]+)?((?:-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?)$/;
/** No constraint is as long. */
const LENGTH_LIMIT = 2000;

interface Constraint {
  readonly operator: string;
  readonly version: GoVersion;
  /** Parts are left open, by `x` or by not being there. */
  readonly isOpen: boolean;
  readonly isMinorOpen: boolean;
  readonly isPatchOpen: boolean;
}

/** Does the version meet the constraint? @throws GoError for what is no constraint */
export function meetsConstraint(constraint: string, versionOf: () => GoVersion): boolean {
  if (constraint.length > LENGTH_LIMIT) throw new GoError('constraint Parser Error');
  const alternatives = constraint
    .split('||')
    .map((all) => all.split(',').flatMap(withoutRange).map(parseConstraint));
  const version = versionOf();
  return alternatives.some((all) => all.every((one) => meets(version, one)));
}

/** `1.2 - 1.4` is `>= 1.2` and `<= 1.4`. */
function withoutRange(text: string): string[] {
  const [from = '', to = '', more] = text.split(/[\t\n\f\r ]-[\t\n\f\r ]/).map((part) => part.trim());
  if (more !== undefined || !VERSION.test(from) || !VERSION.test(to)) return [text];
  return [`>= ${from}`, `<= ${to}`];
}

function parseConstraint(text: string): Constraint {
  const trimmed = text.trim();
  const operator = OPERATOR.exec(trimmed)?.[0] ?? '';
  const found = VERSION.exec(trimmed.slice(operator.length).trimStart());
  if (found === null) throw new GoError(`improper constraint: ${text}`);
  const [, major = '', minor = '', patch = '', tail = ''] = found;
  if (isOpenPart(major)) return { operator, ...opened('0.0.0', false, false) };
  if (minor === '' || isOpenPart(minor.slice(1)))
    return { operator, ...opened(`${major}.0.0${tail}`, true, false) };
  if (isOpenPart(patch.slice(1))) return { operator, ...opened(`${major}${minor}.0${tail}`, false, true) };
  const version = readVersion(`${major}${minor}${patch}${tail}`);
  return { operator, version, isOpen: false, isMinorOpen: false, isPatchOpen: false };
}

function opened(text: string, isMinorOpen: boolean, isPatchOpen: boolean): Omit<Constraint, 'operator'> {
  return { version: readVersion(text), isOpen: true, isMinorOpen, isPatchOpen };
}

function readVersion(text: string): GoVersion {
  try {
    return parseVersion(text);
  } catch (error) {
    throw error instanceof GoError ? new GoError('constraint Parser Error') : error;
  }
}

function isOpenPart(part: string): boolean {
  return part === 'x' || part === 'X' || part === '*';
}

function meets(version: GoVersion, constraint: Constraint): boolean {
  const { operator, isOpen } = constraint;
  const order = compareGoVersions(version, constraint.version);
  if (operator === '!=' && !isOpen) return order !== 0;
  // A prerelease is wanted only where one is named.
  if (version.prerelease !== '' && constraint.version.prerelease === '') return false;
  return (OPERATORS[operator] ?? isEqual)(version, constraint, order);
}

interface Rule {
  (version: GoVersion, constraint: Constraint, order: number): boolean;
}

const isEqual: Rule = (version, constraint, order) =>
  constraint.isOpen ? isWithin(version, constraint, order) : order === 0;
const isAtLeast: Rule = (_version, _constraint, order) => order >= 0;
const isAtMost: Rule = (version, constraint, order) =>
  constraint.isOpen ? isNotAbove(version, constraint) : order <= 0;

/** Without one, and by `=`, it is `isEqual`. */
const OPERATORS: Readonly<Record<string, Rule>> = {
  '!=': (version, constraint) => isOutside(version, constraint),
  '>': (_version, _constraint, order) => order > 0,
  '>=': isAtLeast,
  '=>': isAtLeast,
  '<': (version, constraint, order) => (constraint.isOpen ? isNotAbove(version, constraint) : order < 0),
  '<=': isAtMost,
  '=<': isAtMost,
  '^': (version, { version: of }, order) => order >= 0 && version.numbers[0] === of.numbers[0],
  '~': (version, constraint, order) => isWithin(version, constraint, order),
  '~>': (version, constraint, order) => isWithin(version, constraint, order),
};

function isOutside(version: GoVersion, { version: of, isMinorOpen }: Constraint): boolean {
  if (version.numbers[0] !== of.numbers[0]) return true;
  return version.numbers[1] !== of.numbers[1] && !isMinorOpen;
}

function isNotAbove(version: GoVersion, { version: of, isMinorOpen }: Constraint): boolean {
  if (version.numbers[0] > of.numbers[0]) return false;
  return version.numbers[1] <= of.numbers[1] || isMinorOpen;
}

function isWithin(version: GoVersion, constraint: Constraint, order: number): boolean {
  const { version: of, isMinorOpen, isPatchOpen } = constraint;
  if (order < 0) return false;
  if (of.numbers.every((number) => number === 0n) && !isMinorOpen && !isPatchOpen) return true;
  if (version.numbers[0] !== of.numbers[0]) return false;
  return version.numbers[1] === of.numbers[1] || isMinorOpen;
}
