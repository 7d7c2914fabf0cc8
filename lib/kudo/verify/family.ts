/** A package with all the operators that are nested in it (KUDO 18, 73): each is verified, and that none installs itself. */
import { builtTask, type ChildOperator } from '../api/task.ts';
import { KUDO_API_VERSION, type KudoOperatorVersion } from '../api/types.ts';
import { packageFamily } from '../package/family.ts';
import type { PackageFiles } from '../package/files.ts';
import { type KudoPackage, lineOf, OPERATOR_FILE, packagePath } from '../package/package.ts';
import { packageSource } from '../package/source.ts';
import { errorOf, type PackageFinding } from './finding.ts';
import { type PackageVerdict, verifyPackage, type VerifyOptions } from './verify.ts';

/** Where the files come from, and what to look at besides. */
export interface FamilyOptions extends Omit<VerifyOptions, 'directory'> {
  /** From an archive: nothing leads out of it. */
  readonly archived: boolean;
}

/** The outermost package, what was found in any; `elsewhere` are those that are not among the files and were not looked at. */
export interface FamilyVerdict extends PackageVerdict {
  readonly elsewhere: readonly string[];
}

/** Nothing is thrown for whatever the files hold. @throws Error for a check that does not exist */
export function verifyFamily(files: PackageFiles, options: FamilyOptions): FamilyVerdict {
  const walk = new Walk(files, options);
  const root = walk.all();
  const isWhole = !walk.leadsOut && walk.findings.every(({ severity }) => severity !== 'error');
  const findings = [...walk.findings, ...(isWhole ? familyFindings(files, options.archived) : [])];
  const bySeverity = (wanted: PackageFinding['severity']): PackageFinding[] =>
    findings.filter(({ severity }) => severity === wanted);
  return {
    ...(root === undefined ? {} : { package: root }),
    findings: [...bySeverity('error'), ...bySeverity('warning')],
    elsewhere: [...walk.elsewhere],
  };
}

class Walk {
  readonly findings: PackageFinding[] = [];
  readonly elsewhere = new Set<string>();
  /** To a folder that is not among the files, but exists where they come from. */
  leadsOut = false;
  readonly #files: PackageFiles;
  readonly #options: FamilyOptions;
  readonly #directories = new Set(['']);

  constructor(files: PackageFiles, options: FamilyOptions) {
    this.#files = files;
    this.#options = options;
  }

  /** @returns the outermost package */
  all(): KudoPackage | undefined {
    let root: KudoPackage | undefined;
    const { parameterChecks } = this.#options;
    // Those that are found on the way are added.
    for (const directory of this.#directories) {
      const verdict = verifyPackage(this.#files, { directory, parameterChecks });
      // One by one: there may be more than a call takes arguments.
      for (const finding of verdict.findings) this.findings.push(finding);
      if (directory === '') root = verdict.package;
      if (verdict.package !== undefined) this.#children(verdict.package);
    }
    return root;
  }

  #children(read: KudoPackage): void {
    for (const [index, task] of read.operator.tasks.entries()) {
      const built = builtTask(task);
      if ('task' in built && built.task.kind === 'KudoOperator') this.#child(built.task, read, index);
    }
  }

  #child({ package: reference }: ChildOperator, read: KudoPackage, index: number): void {
    const { directory } = read;
    const source = packageSource(reference, { directory, archived: this.#options.archived });
    if ('problem' in source)
      this.findings.push(
        errorOf('operator-outside', {
          message: `${reference} leads out of the archive`,
          file: packagePath(directory, OPERATOR_FILE),
          line: lineOf(read, OPERATOR_FILE, ['tasks', index, 'spec', 'package']),
          fix: 'put its folder into the package, or name an operator of a repository',
        }),
      );
    else if (source.kind === 'folder' && !/^(\/|\.\.(\/|$))/.test(source.path))
      this.#directories.add(source.path);
    else {
      this.elsewhere.add(reference);
      this.leadsOut ||= source.kind === 'folder';
    }
  }
}

function familyFindings(files: PackageFiles, archived: boolean): PackageFinding[] {
  const family = packageFamily(files, archived, (child) => ({ version: standIn(child) }));
  if (!('problem' in family)) return [];
  const fix = 'an operator cannot install itself: leave out one of the tasks';
  return [errorOf('operator-family', { message: family.problem, file: OPERATOR_FILE, line: 0, fix })];
}

/** Of what is not among the files nothing is known. */
function standIn({ package: name, operatorVersion = '', appVersion }: ChildOperator): KudoOperatorVersion {
  return {
    apiVersion: KUDO_API_VERSION,
    kind: 'OperatorVersion',
    metadata: { name },
    spec: {
      ...{
        operator: { name },
        version: operatorVersion,
        templates: {},
        tasks: [],
        parameters: [],
        plans: {},
      },
      ...(appVersion === undefined ? {} : { appVersion }),
    },
  };
}
