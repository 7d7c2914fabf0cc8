/** One thing that is wrong with a document, whoever found it: the form, the API server or the YAML reader. */
import type { Path } from './path.ts';
import type { Problem } from './problem.ts';

export interface FieldError {
  readonly path: Path;
  readonly problem: Problem;
  /** The schema keyword, or `unknown`, `api`, `syntax`. */
  readonly rule: string;
}

/** How a rule tells what it found. */
export interface Report {
  (path: Path, rule: string, problem: Problem): void;
}
