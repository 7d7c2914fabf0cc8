'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { YamlMark } from '#components/yaml/yaml-mark.ts';
import { optional } from '#lib/base/loose.ts';
import type { FormDocument } from '#lib/schema-form/text/document.ts';
import type { YamlEdit } from '#lib/schema-form/text/edits.ts';
import { type Fix, fixesOf } from '#lib/schema-form/editor/fixes.ts';
import { textOutline } from '#lib/schema-form/editor/outline.ts';
import { scalarText } from '#lib/schema-form/editor/scalars.ts';
import type { EditorSubject } from '#lib/schema-form/editor/subject.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import { marksOf } from '#lib/schema-form/desk/marks.ts';
import { formatPath } from '#lib/schema-form/schema/path.ts';
import type { Translate } from '#messages/types.ts';
import { useProblemText } from './problem-text.ts';

/** Who makes the edits that put errors right. Must stay the same object. */
export interface Mending {
  readonly subject: EditorSubject;
  readonly edit: (edit: YamlEdit) => void;
}

/** What is wrong, at its lines of the editor; with buttons that put it right where that is certain. */
export function useYamlMarks(
  document: FormDocument,
  errors: readonly FieldError[],
  mending?: Mending,
): readonly YamlMark[] {
  const text = useProblemText();
  const t = useTranslations('schema-form');
  return useMemo(() => {
    const fixes = mending === undefined ? [] : allFixes(document, errors, mending.subject);
    return marksOf(document, errors).map(({ from, to, problem, path }, index) => ({
      from,
      to,
      message: path === undefined ? text(problem) : `${formatPath(path)} ${text(problem)}`,
      ...optional({ path }),
      fixes: (fixes[index] ?? []).map((fix) => ({
        label: fixText(fix, t),
        run: () => mending?.edit(fix.edit),
      })),
    }));
  }, [document, errors, mending, text, t]);
}

/** Per error. Broken text has none: nobody knows what was meant. */
function allFixes(document: FormDocument, errors: readonly FieldError[], subject: EditorSubject): Fix[][] {
  if (document.problem !== undefined || errors.length === 0) return [];
  const outline = textOutline(document.text);
  return errors.map((error) => fixesOf(error, document.value, subject, outline));
}

function fixText(fix: Fix, t: Translate<'schema-form'>): string {
  switch (fix.kind) {
    case 'rename':
      return t('editor.fixes.rename', { name: fix.to });
    case 'remove':
      return t('editor.fixes.remove');
    case 'set':
      return t('editor.fixes.set', { value: scalarText(fix.value) });
  }
}
