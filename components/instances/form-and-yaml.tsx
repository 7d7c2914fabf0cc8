'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FormModel } from '#components/schema-form/form-model.ts';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import type { Path } from '#lib/schema-form/path.ts';
import { useWide } from './use-wide.ts';
import { useProblemText } from '#components/schema-form/problem-text.ts';
import { useYamlMarks } from '#components/schema-form/yaml-marks.ts';

interface FormAndYamlProps {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  readonly target: { readonly path: Path } | undefined;
  readonly onTarget: (path: Path) => void;
  readonly view: string;
  readonly onView: (view: string) => void;
  /** Fields above the schema's own. */
  readonly children?: ReactNode;
}

/** Two views of one document: side by side where there is room, else one at a time. Both are live. */
export function FormAndYaml(props: FormAndYamlProps): ReactNode {
  const { model, descriptors, target, onTarget, view, onView, children } = props;
  const t = useTranslations('instances');
  const wide = useWide();
  const form = (
    <SchemaForm model={model} descriptors={descriptors} target={target} onTarget={onTarget}>
      {children}
    </SchemaForm>
  );
  if (!wide) {
    const items = [
      { id: 'form', label: t('form'), content: form },
      { id: 'yaml', label: 'YAML', content: <YamlPane model={model} className="h-[70vh]" /> },
    ];
    return <Tabs label={t('howToEdit')} value={view} onChange={onView} items={items} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-6">
      <Card>{form}</Card>
      <div className="sticky top-[4.5rem]">
        <YamlPane model={model} className="h-[calc(100vh-13.5rem)]" />
      </div>
    </div>
  );
}

function YamlPane({
  model,
  className,
}: {
  readonly model: FormModel;
  readonly className: string;
}): ReactNode {
  const t = useTranslations('instances');
  const problemText = useProblemText();
  const { document, errors, setText } = model;
  const marks = useYamlMarks(document, errors);
  const [label] = useState('YAML');
  return (
    <section
      aria-label={t('yamlView')}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex h-9 items-center justify-between gap-2 border-b border-line ps-3 pe-1 text-sm text-muted">
        <span>YAML</span>
        <CopyButton text={document.text} label={t('copyYaml')} />
      </header>
      <YamlEditor label={label} text={document.text} onChange={setText} marks={marks} className={className} />
      {document.problem === undefined ? null : (
        <p role="alert" className="border-t border-line bg-bad-soft px-3 py-2 text-sm">
          <strong className="font-semibold text-bad">{t('line', { line: document.problem.line })}</strong>{' '}
          {problemText(document.problem.problem)}
        </p>
      )}
    </section>
  );
}
