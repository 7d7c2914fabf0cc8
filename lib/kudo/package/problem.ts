/** What keeps a package from being read. */

/** Where it is, what it is, what to do. */
export interface PackageProblem {
  /** Path inside the package; empty where it is about the package as a whole. */
  readonly file: string;
  /** From 1; 0 where it is about the file as a whole. */
  readonly line: number;
  /** Such as `parameters.0.name`; empty where there is none. */
  readonly field: string;
  readonly message: string;
  readonly fix: string;
}

/** Thrown inside, and given back at the doors. */
export class BadPackage extends Error {
  readonly problem: PackageProblem;

  constructor(problem: Partial<PackageProblem> & Pick<PackageProblem, 'message' | 'fix'>) {
    const whole = { file: '', line: 0, field: '', ...problem };
    super(packageProblemText(whole));
    this.problem = whole;
  }
}

/** `params.yaml:3: parameters.0.name: expected string; correct it`. */
export function packageProblemText({ file, line, field, message, fix }: PackageProblem): string {
  const place = line > 0 ? `${file}:${String(line)}` : file;
  return `${[place, field, message].filter((part) => part !== '').join(': ')}; ${fix}`;
}
