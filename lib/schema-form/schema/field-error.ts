/** One thing that is wrong with a document, whoever found it: the form, the API server or the YAML reader. */
import type { Path } from './path.ts';
import type { Problem } from './problem.ts';

/** Who says so, when it is not the form: the API server, or what it asked in turn. */
export type Speaker =
  { readonly kind: 'cluster' } | { readonly kind: 'webhook' | 'policy'; readonly name: string };

/** What is wrong, and where; an empty path is the object itself. */
export interface FieldError {
  readonly path: Path;
  readonly problem: Problem;
  /** The schema keyword, or `unknown`, `api`, `cel`, `syntax`. */
  readonly rule: string;
  /** Absent: the form itself. */
  readonly by?: Speaker;
}
