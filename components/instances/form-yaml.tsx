'use client';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FormMode, FormModel } from '#components/schema-form/state/form-model.ts';
import { useProblemText } from '#components/schema-form/state/problem-text.ts';
import { useYamlMarks } from '#components/schema-form/state/yaml-marks.ts';
import { YamlPane } from '#components/yaml/yaml-pane.tsx';
import { type Path, pathOfKey } from '#lib/schema-form/schema/path.ts';

/** The field whose control has, or last had, the focus. */
function useFocusedField(form: RefObject<HTMLElement | null> | undefined): Path | undefined {
  const [path, setPath] = useState<Path>();
  useEffect(() => {
    const element = form?.current;
    if (element === undefined || element === null) return undefined;
    const look = ({ target }: FocusEvent): void => {
      const holder =
        target instanceof Element ? target.closest<HTMLElement>('[data-path], [data-section]') : null;
      const key = holder?.dataset['path'] ?? holder?.dataset['section'];
      setPath(key === undefined ? undefined : pathOfKey(key));
    };
    element.addEventListener('focusin', look);
    return () => element.removeEventListener('focusin', look);
  }, [form]);
  return path;
}

interface FormYamlProps {
  readonly model: FormModel;
  readonly mode: FormMode;
  /** The form beside: the lines of its focused field are marked. */
  readonly form?: RefObject<HTMLElement | null>;
  readonly onShowField: (path: Path) => void;
  readonly className: string;
}

/** The same text as YAML: completed, explained and marked by the same schema and the same errors. */
export function FormYaml({ model, mode, form, onShowField, className }: FormYamlProps): ReactNode {
  const t = useTranslations('instances');
  const problemText = useProblemText();
  const field = useFocusedField(form);
  const { document, errors, changeText, undo, redo, actions, subject } = model;
  const mending = useMemo(
    () => (mode === 'edit' ? { subject, edit: actions.edit } : undefined),
    [mode, subject, actions],
  );
  const history = useMemo(() => ({ undo, redo }), [undo, redo]);
  const marks = useYamlMarks(document, errors, mending);
  return (
    <YamlPane
      title={t('yamlView')}
      text={document.text}
      step={document.step}
      onChange={(_, { change, group }) => changeText(change, group)}
      history={history}
      readOnly={mode === 'read'}
      marks={marks}
      subject={subject}
      field={field}
      onShowField={onShowField}
      className={className}
    >
      {document.problem === undefined ? null : (
        <p role="alert" className="border-t border-line bg-bad-soft px-3 py-2 text-sm">
          <strong className="font-semibold text-bad">{t('line', { line: document.problem.line })}</strong>{' '}
          {problemText(document.problem.problem)}
        </p>
      )}
    </YamlPane>
  );
}
