'use client';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { FormMode, FormModel } from '#components/schema-form/state/form-model.ts';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { getIn, type Path } from '#lib/schema-form/schema/path.ts';
import { ProvideCluster } from './form-cluster.tsx';
import { FormYaml } from './form-yaml.tsx';
import { useWide } from './use-wide.ts';

interface FormAndYamlProps {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  readonly target: { readonly path: Path } | undefined;
  readonly onTarget: (path: Path) => void;
  readonly view: string;
  readonly onView: (view: string) => void;
  readonly mode?: FormMode;
  /** In the place of the field for the name. */
  readonly nameField?: ReactNode;
  /** Fields above the schema's own. */
  readonly children?: ReactNode;
}

/** Two views of one document: side by side where there is room, else one at a time. Both are live. */
export function FormAndYaml(props: FormAndYamlProps): ReactNode {
  const { model, descriptors, target, onTarget, view, onView, mode = 'edit', nameField, children } = props;
  const t = useTranslations('instances');
  const wide = useWide();
  const namespace = getIn(model.document.value, ['metadata', 'namespace']);
  const beside = useRef<HTMLDivElement>(null);
  const form = (
    <ProvideCluster
      type={model.subject.type}
      namespace={typeof namespace === 'string' && namespace !== '' ? namespace : undefined}
    >
      <SchemaForm
        model={model}
        descriptors={descriptors}
        target={target}
        onTarget={onTarget}
        mode={mode}
        nameField={nameField}
      >
        {children}
      </SchemaForm>
    </ProvideCluster>
  );
  const showField = (path: Path): void => {
    onView('form');
    onTarget(path);
  };
  if (!wide) {
    const items = [
      { id: 'form', label: t('form'), content: form },
      {
        id: 'yaml',
        label: 'YAML',
        content: <FormYaml model={model} mode={mode} onShowField={showField} className="h-[70vh]" />,
      },
    ];
    return <Tabs label={t('howToEdit')} value={view} onChange={onView} items={items} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-6">
      <div ref={beside}>
        <Card>{form}</Card>
      </div>
      <div className="sticky top-[4.5rem]">
        <FormYaml
          model={model}
          mode={mode}
          form={beside}
          onShowField={showField}
          className="h-[calc(100vh-21.5rem)] min-h-80"
        />
      </div>
    </div>
  );
}
