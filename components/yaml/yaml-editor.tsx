'use client';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { EditorHandle, YamlMark } from './codemirror.ts';

export interface YamlEditorProps {
  /** Names the text box for screen readers and tests. */
  readonly label: string;
  readonly text: string;
  readonly onChange?: (text: string) => void;
  readonly marks?: readonly YamlMark[];
  /** Show what differs from this text, line by line. */
  readonly original?: string;
  readonly readOnly?: boolean;
  readonly className?: string;
}

const NO_MARKS: readonly YamlMark[] = [];

/** YAML with line numbers, folding, search and undo. The text is the caller's; each key press reports the whole of it. */
export function YamlEditor(props: YamlEditorProps): ReactNode {
  const { label, text, onChange, marks = NO_MARKS, original, readOnly = false, className } = props;
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<EditorHandle>();
  const report = useEffectEvent((next: string) => onChange?.(next));
  const currentText = useEffectEvent(() => text);
  useEffect(() => {
    let dropped = false;
    let handle: EditorHandle | undefined;
    void import('./codemirror.ts').then(({ createEditor }) => {
      if (dropped || parent.current === null) return;
      handle = createEditor({
        parent: parent.current,
        text: currentText(),
        label,
        original,
        onChange: report,
      });
      setEditor(handle);
    });
    return () => {
      dropped = true;
      handle?.destroy();
      setEditor(undefined);
    };
  }, [label, original]);
  useEffect(() => editor?.setText(text), [editor, text]);
  useEffect(() => editor?.setMarks(marks), [editor, marks]);
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly]);
  return (
    <div className={cx('relative min-h-0 min-w-0 overflow-hidden bg-surface', className)}>
      {editor === undefined ? (
        <div className="p-4">
          <SkeletonText lines={6} />
        </div>
      ) : null}
      <div ref={parent} className="h-full min-h-0" />
    </div>
  );
}
