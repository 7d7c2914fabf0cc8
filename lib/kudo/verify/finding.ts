/** What `verifyPackage` and `verifyFamily` find. */

/** For programs; a rule of its own each. */
export type FindingCode =
  | 'unreadable'
  | ParameterFinding
  | OperatorFinding
  | TemplateFinding
  | `check-${'display' | 'hint' | 'desc' | 'type' | 'hasgroup' | 'groups'}`;

type ParameterFinding =
  | 'parameter-duplicate'
  | 'parameter-character'
  | 'parameter-boolean'
  | 'parameter-trigger'
  | 'parameter-unused'
  | 'immutable-without-value'
  | 'enum-empty'
  | 'enum-value'
  | 'default-value'
  | 'group-character'
  | 'group-undefined'
  | 'group-duplicate'
  | 'advanced-required';

type OperatorFinding =
  | 'name'
  | 'version'
  | 'task-invalid'
  | 'task-undefined'
  | 'task-unused'
  | 'toggle-parameter'
  | 'plan-deploy'
  | 'plan-strategy'
  | 'pipe-key'
  | 'needed-operators'
  | 'operator-outside'
  | 'operator-family';

type TemplateFinding =
  | 'template-parameter'
  | 'template-syntax'
  | 'template-function'
  | 'template-field'
  | 'template-render'
  | 'template-yaml'
  | 'template-missing'
  | 'template-unused'
  | 'namespace-kind'
  | 'namespace-manifest';

/** One thing that is wrong, in upstream's words, with its place and what to do. */
export interface PackageFinding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  readonly message: string;
  /** Path inside the package. */
  readonly file: string;
  /** From 1; 0 where it is about the file as a whole. */
  readonly line: number;
  readonly fix: string;
}

/** A finding but for how bad it is. */
type Said = Omit<PackageFinding, 'severity'>;

/** An error: the package cannot be used so. */
export function errorOf(code: FindingCode, said: Omit<Said, 'code'>): PackageFinding {
  return { severity: 'error', code, ...said };
}

/** A warning: it can, and is hardly meant so. */
export function warningOf(code: FindingCode, said: Omit<Said, 'code'>): PackageFinding {
  return { severity: 'warning', code, ...said };
}
