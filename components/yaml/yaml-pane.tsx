'use client';
import { Crosshair } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import type { EditorHandle } from './codemirror.ts';
import { EditorMenu } from './editor-menu.tsx';
import { ProblemList } from './problem-list.tsx';
import { YamlEditor, type YamlEditorProps } from './yaml-editor.tsx';
import type { YamlMark } from './yaml-mark.ts';

export interface YamlPaneProps extends Omit<YamlEditorProps, 'original' | 'onPath' | 'onEditor' | 'label'> {
  /** Names the region. */
  readonly title: string;
  /** Field with the focus in the form beside: its lines are marked. */
  readonly field?: Path | undefined;
  /** Shows the field at the cursor in the form. */
  readonly onShowField?: ((path: Path) => void) | undefined;
  /** What is wrong with the text as a whole. */
  readonly children?: ReactNode;
}

const ROOT: Path = [];
const NO_MARKS: readonly YamlMark[] = [];
const LABEL = 'YAML';

/** The editor with the path of its cursor, its problems and what it can do. */
export function YamlPane(props: YamlPaneProps): ReactNode {
  const { title, field, onShowField, children, className, ...editorProps } = props;
  const { text, marks = NO_MARKS } = editorProps;
  const t = useTranslations('schema-form');
  const [editor, setEditor] = useState<EditorHandle>();
  const [path, setPath] = useState(ROOT);
  const [listed, setListed] = useState(false);
  useEffect(() => editor?.markField(field), [editor, field]);
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex h-9 items-center gap-1 border-b border-line ps-3 pe-1 text-sm text-muted">
        <span className="me-auto">YAML</span>
        {marks.length === 0 ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="text-bad"
            aria-expanded={listed}
            aria-keyshortcuts="F8"
            onClick={() => setListed(!listed)}
          >
            {t('editor.problemCount', { count: marks.length })}
          </Button>
        )}
        <CopyButton text={text} label={t('editor.copy')} />
        <EditorMenu editor={editor} hasSubject={editorProps.subject !== undefined} />
      </header>
      <div className="flex h-8 min-w-0 items-center gap-1 border-b border-line ps-2 pe-1">
        <Breadcrumbs path={path} onGo={(to) => editor?.goTo(to)} />
        {onShowField === undefined ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="ms-auto"
            disabledReason={path.length === 0 ? t('editor.noFieldHere') : undefined}
            icon={<Crosshair aria-hidden className="size-3.5" />}
            aria-label={t('editor.showInForm')}
            onClick={() => onShowField(path)}
          />
        )}
      </div>
      <YamlEditor
        label={LABEL}
        {...editorProps}
        onPath={setPath}
        onEditor={setEditor}
        className={className ?? ''}
      />
      {listed && marks.length > 0 ? (
        <ProblemList text={text} marks={marks} onGo={(index) => editor?.goToMark(index)} />
      ) : null}
      {children}
    </section>
  );
}
