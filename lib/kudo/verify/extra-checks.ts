/** What is asked of parameters for the sake of people (KUDO 29): warnings, for those who want them. */
import { type KudoPackage, lineOf, PARAMS_FILE, packagePath } from '../package/package.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { type PackageFinding, warningOf } from './finding.ts';

/** As `--param-checks` names them. */
const PARAMETER_CHECKS = ['display', 'hint', 'desc', 'type', 'hasgroup', 'groups'] as const;
type CheckName = (typeof PARAMETER_CHECKS)[number];

/** @param wanted names of checks, `all` for each. @throws Error that lists them, for another */
export function checkNames(wanted: readonly string[]): ReadonlySet<CheckName> {
  const names = wanted.flatMap((name): readonly CheckName[] => {
    if (name === 'all') return PARAMETER_CHECKS;
    const check = PARAMETER_CHECKS.find((known) => known === name);
    if (check !== undefined) return [check];
    throw new Error(`unknown parameter check: ${name}, must be one of [${PARAMETER_CHECKS.join(' ')} all]`);
  });
  return new Set(names);
}

/** In upstream's order: check by check. */
export function extraFindings(read: KudoPackage, checks: ReadonlySet<CheckName>): PackageFinding[] {
  const found: PackageFinding[] = [];
  const note = (
    check: CheckName,
    list: 'parameters' | 'groups',
    index: number,
    what: string | undefined,
  ): void => {
    if (what === undefined || !checks.has(check)) return;
    const { name } = read[list][index] ?? { name: '' };
    found.push(
      warningOf(`check-${check}`, {
        message: `${list === 'groups' ? 'group' : 'parameter'} ${goQuoted(name)} ${what}`,
        file: packagePath(read.directory, PARAMS_FILE),
        line: lineOf(read, PARAMS_FILE, [list, index, FIELDS[check]]),
        fix: FIXES[check],
      }),
    );
  };
  read.parameters.forEach(({ description, hint, displayName, group, type }, at) => {
    note('desc', 'parameters', at, descriptionProblem(description));
    note('hint', 'parameters', at, hintProblem(hint));
    note('display', 'parameters', at, displayProblem(displayName));
    note('hasgroup', 'parameters', at, (group ?? '') === '' ? 'has no group' : undefined);
    note('type', 'parameters', at, (type ?? '') === '' ? 'has no explicit type assigned' : undefined);
  });
  read.groups.forEach(({ displayName, description }, at) => {
    note('groups', 'groups', at, displayProblem(displayName));
    note('groups', 'groups', at, descriptionProblem(description));
  });
  return found;
}

const FIELDS: Readonly<Record<CheckName, string>> = {
  ...{
    display: 'displayName',
    hint: 'hint',
    desc: 'description',
    type: 'type',
    hasgroup: 'group',
    groups: 'name',
  },
};

const FIXES: Readonly<Record<CheckName, string>> = {
  display: 'write a name that begins with a capital letter and does not end with a colon',
  hint: 'write a sentence that ends with a full stop',
  desc: 'write a sentence that begins with a capital letter and ends with a mark',
  type: 'write the type, string too',
  hasgroup: 'name a group',
  groups: 'give the group a display name and a description',
};

function displayProblem(text = ''): string | undefined {
  if (text === '') return 'has no displayName';
  if (text.endsWith(':')) return "has a displayName ending with ':'";
  return isCapital(text) ? undefined : 'has a displayName that does not start with a capital letter';
}

function descriptionProblem(text = ''): string | undefined {
  if (text === '') return 'has no description';
  if (!/[.!?)]$/.test(text)) return "has a description not ending with one of '.!?)'";
  return isCapital(text) ? undefined : 'has a description that does not start with a capital letter';
}

function hintProblem(text = ''): string | undefined {
  if (text === '') return 'has no hint';
  return text.endsWith('.') ? undefined : "has a hint not ending with a '.'";
}

/** A digit or a mark will do. */
function isCapital(text: string): boolean {
  return !/^\p{L}/u.test(text) || /^\p{Lu}/u.test(text);
}
