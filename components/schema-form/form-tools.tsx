'use client';
import { ChevronsDownUp, ChevronsUpDown, Redo2, Undo2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { type History, redoStep, undoStep } from '#lib/schema-form/text/history.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { useForm } from './state/form-model.ts';
import { useUi } from './state/use-ui.ts';

export type UndoKind = 'undo' | 'redo';

/** The field that undoing or redoing is about, to be gone to; undefined where there is nothing to undo. */
export function stepOf(history: History, kind: UndoKind): { readonly path: Path | undefined } | undefined {
  const move = kind === 'undo' ? undoStep(history) : redoStep(history);
  return move === undefined ? undefined : { path: move.path };
}

interface FormToolsProps {
  readonly history: History;
  readonly onUndo: (kind: UndoKind) => void;
  readonly children: ReactNode;
}

/** Above the fields: search, undo, and opening or closing every section. */
export function FormTools({ history, onUndo, children }: FormToolsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { frozen } = useForm();
  const step = (kind: UndoKind): ReactNode => (
    <Button
      variant="ghost"
      aria-label={t(`form.${kind}`)}
      icon={ICONS[kind]}
      disabledReason={stepOf(history, kind) === undefined ? t(`form.nothingTo.${kind}`) : undefined}
      onClick={() => onUndo(kind)}
    />
  );
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 grow">{children}</div>
      {frozen ? null : step('undo')}
      {frozen ? null : step('redo')}
      <OpenAndClose />
    </div>
  );
}

/** The same elements each time, so that React passes over them at each key press. */
const ICONS: Record<UndoKind, ReactNode> = {
  undo: <Undo2 aria-hidden className="size-4" />,
  redo: <Redo2 aria-hidden className="size-4" />,
};

const OpenAndClose = memo(function OpenAndClose(): ReactNode {
  const t = useTranslations('schema-form');
  const { ui } = useForm();
  return (
    <>
      <Button
        variant="ghost"
        aria-label={t('form.openAll')}
        icon={<ChevronsUpDown aria-hidden className="size-4" />}
        onClick={() => ui.openAll(true)}
      />
      <Button
        variant="ghost"
        aria-label={t('form.closeAll')}
        icon={<ChevronsDownUp aria-hidden className="size-4" />}
        onClick={() => ui.openAll(false)}
      />
    </>
  );
});

/** Says to screen readers what happened in the form. */
export function Announcer(): ReactNode {
  const [said] = useUi('said', ROOT);
  return (
    <p role="status" className="sr-only">
      {said?.text}
    </p>
  );
}

const ROOT: Path = [];
