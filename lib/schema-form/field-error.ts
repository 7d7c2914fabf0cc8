/** One thing that is wrong with a document, whoever found it: the form, the API server or the YAML reader. */
import type { Path } from './path.ts';

export interface FieldError {
  readonly path: Path;
  /** A sentence without the field's name: "must be at most 10". */
  readonly message: string;
  /** The schema keyword, or `unknown`, `api`, `syntax`. */
  readonly rule: string;
}

/** How a rule tells what it found. */
export interface Report {
  (path: Path, rule: string, message: string): void;
}
