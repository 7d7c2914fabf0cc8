/** Where in the text errors are shown. */
import type { FormDocument } from '../text/document.ts';
import type { Path } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import type { FieldError } from '../schema/field-error.ts';
import { locate } from '../text/yaml-locate.ts';
import { lineEnd } from '../text/yaml-text.ts';

/** A stretch of the text that something is wrong with. */
export interface TextMark {
  /** Offset into the text. */
  readonly from: number;
  readonly to: number;
  readonly problem: Problem;
  /** The field that it is about; absent where the text itself is broken. */
  readonly path?: Path;
}

/** Errors at the lines they are about; what is missing is marked where it should be. Broken text has one mark. */
export function marksOf(document: FormDocument, errors: readonly FieldError[]): TextMark[] {
  const { problem, text } = document;
  if (problem !== undefined) {
    const from = offsetOf(text, problem.line) + problem.column - 1;
    return [
      {
        from: Math.min(from, text.length),
        to: lineEnd(text, Math.min(from, text.length)),
        problem: problem.problem,
      },
    ];
  }
  return errors.map((error) => {
    const located = locate(document.parsed.tree, error.path);
    const start = located.rest.length === 0 && located.node !== undefined ? located.at : undefined;
    // A field that should not be there is wrong by its name.
    const from = (error.rule === 'unknown' ? located.indicator : start) ?? located.indicator ?? 0;
    return { from, to: lineEnd(text, from), problem: error.problem, path: error.path };
  });
}

function offsetOf(text: string, line: number): number {
  let offset = 0;
  for (let current = 1; current < line; current += 1) offset = lineEnd(text, offset) + 1;
  return Math.min(offset, text.length);
}
