'use client';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { EditorSubject } from '#lib/schema-form/editor/subject.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import type { EditorHandle, TypedChange } from './codemirror.ts';
import type { SharedHistory } from './editor-keys.ts';
import type { LinkedTextStep } from './text-link.ts';
import { YamlDiff } from './yaml-diff.tsx';
import type { YamlMark } from './yaml-mark.ts';

export interface YamlEditorProps {
  /** Names the text box for screen readers and tests. */
  readonly label: string;
  readonly text: string;
  /** How the text came from the one before it, where the owner knows. */
  readonly step?: LinkedTextStep | undefined;
  readonly onChange?: (text: string, typed: TypedChange) => void;
  readonly marks?: readonly YamlMark[];
  /** Show what differs from this text instead of a text to edit. */
  readonly original?: string;
  readonly readOnly?: boolean;
  /** What is written: with it, the editor completes and explains. */
  readonly subject?: EditorSubject | undefined;
  /** Undo and redo of the text's owner. Must not come and go. */
  readonly history?: SharedHistory | undefined;
  /** The cursor came to rest in another field. */
  readonly onPath?: (path: Path) => void;
  /** Once it is there; undefined when it goes. */
  readonly onEditor?: (editor: EditorHandle | undefined) => void;
  readonly className?: string;
}

const NO_MARKS: readonly YamlMark[] = [];

/** YAML with line numbers, folding, search and undo. The text is the caller's; each change is reported. */
export function YamlEditor(props: YamlEditorProps): ReactNode {
  const { original, ...rest } = props;
  if (original === undefined) return <TextBox {...rest} />;
  const { label, text, className } = rest;
  return <YamlDiff label={label} text={text} original={original} className={className} />;
}

function TextBox(props: Omit<YamlEditorProps, 'original'>): ReactNode {
  const { text, step, marks = NO_MARKS, readOnly = false, subject, className } = props;
  const t = useTranslations('schema-form');
  const id = useId();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useEditor(props, parent, id);
  useEffect(() => editor?.setText(text, step), [editor, text, step]);
  useEffect(() => editor?.setMarks(marks), [editor, marks]);
  useEffect(() => editor?.setSubject(subject), [editor, subject]);
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly]);
  return (
    <div className={cx('relative min-h-0 min-w-0 overflow-hidden bg-surface', className)}>
      {editor === undefined ? (
        <div className="p-4">
          <SkeletonText lines={6} />
        </div>
      ) : null}
      <div ref={parent} className="h-full min-h-0" />
      <p id={id} className="sr-only">
        {readOnly ? t('editor.helpReadOnly') : t('editor.help')}
      </p>
    </div>
  );
}

function useEditor(
  props: Omit<YamlEditorProps, 'original'>,
  parent: { readonly current: HTMLDivElement | null },
  describedBy: string,
): EditorHandle | undefined {
  const { label } = props;
  const t = useTranslations('schema-form');
  const [editor, setEditor] = useState<EditorHandle>();
  const report = useEffectEvent((next: string, typed: TypedChange) => props.onChange?.(next, typed));
  const tellPath = useEffectEvent((path: Path) => props.onPath?.(path));
  const tellEditor = useEffectEvent((handle: EditorHandle | undefined) => {
    setEditor(handle);
    props.onEditor?.(handle);
  });
  const undo = useEffectEvent(() => props.history?.undo());
  const redo = useEffectEvent(() => props.history?.redo());
  const current = useEffectEvent(() => ({ text: props.text, isShared: props.history !== undefined }));
  useEffect(() => {
    let dropped = false;
    let handle: EditorHandle | undefined;
    void import('./codemirror.ts').then(({ createEditor }) => {
      if (dropped || parent.current === null) return;
      const { text, isShared } = current();
      handle = createEditor({
        parent: parent.current,
        text,
        label,
        describedBy,
        t,
        onChange: report,
        onPath: tellPath,
        history: isShared ? { undo, redo } : undefined,
      });
      tellEditor(handle);
    });
    return () => {
      dropped = true;
      handle?.destroy();
      tellEditor(undefined);
    };
  }, [label, describedBy, t, parent]);
  return editor;
}
