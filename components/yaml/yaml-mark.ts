/** What is wrong, at its place in the text. */
import type { Path } from '#lib/schema-form/schema/path.ts';

export interface YamlFix {
  /** On the button: "Rename to replicas". */
  readonly label: string;
  readonly run: () => void;
}

export interface YamlMark {
  /** Offset into the text. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** `error` when absent. */
  readonly severity?: 'error' | 'warning' | 'info';
  /** The field that it is about; absent where the text itself is broken. */
  readonly path?: Path;
  /** Edits that put it right, the likeliest first. */
  readonly fixes?: readonly YamlFix[];
}
