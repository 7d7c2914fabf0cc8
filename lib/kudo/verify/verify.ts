/** Whether a package can be used (KUDO 19-29): what is wrong with it, where, and what to do. */
import type { PackageFiles } from '../package/files.ts';
import type { KudoPackage } from '../package/package.ts';
import { BadPackage } from '../package/problem.ts';
import { readPackage } from '../package/read.ts';
import { checkNames, extraFindings } from './extra-checks.ts';
import { errorOf, type PackageFinding } from './finding.ts';
import { operatorFindings } from './operator-rules.ts';
import { parameterFindings } from './parameter-rules.ts';
import { templateFindings } from './template-rules.ts';

/** What to look at besides. */
export interface VerifyOptions {
  /** Of a nested operator. */
  readonly directory?: string | undefined;
  /** `display`, `hint`, `desc`, `type`, `hasgroup`, `groups`, `all`. */
  readonly parameterChecks?: readonly string[] | undefined;
}

/** The package, where it can be read, and what was found; errors before warnings. */
export interface PackageVerdict {
  readonly package?: KudoPackage;
  readonly findings: readonly PackageFinding[];
}

/** Nothing is thrown for whatever the files hold. @throws Error for a check that does not exist */
export function verifyPackage(files: PackageFiles, options: VerifyOptions = {}): PackageVerdict {
  const checks = checkNames(options.parameterChecks ?? []);
  let read: KudoPackage;
  try {
    read = readPackage(files, options.directory);
  } catch (error) {
    if (!(error instanceof BadPackage)) throw error;
    const { file, line, field, message, fix } = error.problem;
    const said = field === '' ? message : `${field}: ${message}`;
    return { findings: [errorOf('unreadable', { message: said, file, line, fix })] };
  }
  const ofParameters = parameterFindings(read);
  const hasDefaults = ofParameters.every(({ code }) => code !== 'default-value');
  const findings = [
    ...operatorFindings(read),
    ...ofParameters,
    ...templateFindings(read, hasDefaults),
    ...extraFindings(read, checks),
  ];
  const bySeverity = (wanted: PackageFinding['severity']): PackageFinding[] =>
    findings.filter(({ severity }) => severity === wanted);
  return { package: read, findings: [...bySeverity('error'), ...bySeverity('warning')] };
}

/** `params.yaml:3: parameter "A" has a duplicate; give each parameter a name of its own`. */
export function findingText({ file, line, message, fix }: PackageFinding): string {
  return `${line > 0 ? `${file}:${String(line)}` : file}: ${message}; ${fix}`;
}
