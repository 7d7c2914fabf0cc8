'use client';
import { useMemo } from 'react';
import type { YamlMark } from '#components/yaml/codemirror.ts';
import type { FormDocument } from '#lib/schema-form/document.ts';
import type { FieldError } from '#lib/schema-form/field-error.ts';
import { marksOf } from '#lib/schema-form/marks.ts';
import { formatPath } from '#lib/schema-form/path.ts';
import { useProblemText } from './problem-text.ts';

/** What is wrong, at its lines of the editor. */
export function useYamlMarks(document: FormDocument, errors: readonly FieldError[]): readonly YamlMark[] {
  const text = useProblemText();
  return useMemo(
    () =>
      marksOf(document, errors).map(({ from, to, problem, path }) => ({
        from,
        to,
        message: path === undefined ? text(problem) : `${formatPath(path)} ${text(problem)}`,
      })),
    [document, errors, text],
  );
}
