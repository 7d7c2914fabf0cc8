'use client';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '#components/ui/states.tsx';
import type { EditorHandle } from '#components/yaml/codemirror.ts';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import type { YamlMark } from '#components/yaml/yaml-mark.ts';
import type { PackageFinding } from '#lib/kudo/verify/finding.ts';
import { editableText, findingRange, findingsOf } from '#lib/kudo/views/authoring.ts';

interface FileEditorProps {
  readonly path: string;
  /** Undefined where there is no file of that path. */
  readonly content: Uint8Array | undefined;
  readonly findings: readonly PackageFinding[];
  /** To go to; a new object each time. */
  readonly line: { readonly number: number } | undefined;
  readonly onText: (text: string) => void;
}

/** One file, with what is wrong with it at its lines. */
export function FileEditor({ path, content, findings, line, onText }: FileEditorProps): ReactNode {
  const t = useTranslations('authoring');
  const text = useMemo(() => (content === undefined ? undefined : editableText(content)), [content]);
  const marks = useMemo(() => marksOf(findingsOf(findings, path), text ?? ''), [findings, path, text]);
  const [editor, setEditor] = useState<EditorHandle>();
  useEffect(() => {
    if (editor === undefined || line === undefined) return;
    const at = marks.findIndex((mark) => mark.line === line.number);
    if (at >= 0) editor.goToMark(at);
    else editor.focus();
    // Only when somebody asks: the marks change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [editor, line]);
  if (text === undefined)
    return (
      <EmptyState title={t(content === undefined ? 'noFile' : 'notText', { path })}>
        {t('noFileWhy')}
      </EmptyState>
    );
  return (
    <YamlEditor
      label={path}
      text={text}
      marks={marks}
      onChange={onText}
      onEditor={setEditor}
      className="h-[60vh] min-h-80 rounded-lg border border-line"
    />
  );
}

/** In the order of the text, as the editor counts them. */
function marksOf(findings: readonly PackageFinding[], text: string): (YamlMark & { line: number })[] {
  return findings
    .map(({ line, message, fix, severity }) => ({
      ...findingRange(text, line),
      line,
      message: `${message}; ${fix}`,
      severity,
    }))
    .sort((left, right) => left.from - right.from);
}
