'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import { Field } from '#components/ui/field.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { pathKey } from '#lib/schema-form/schema/path.ts';
import { resources } from '#lib/k8s/resources.ts';

const PATH = ['metadata', 'namespace'];
const CONTROL = { 'data-path': pathKey(PATH) };

/** Where the instance goes: chosen from the cluster's namespaces, or typed where those may not be listed. */
export function NamespaceField({
  model,
  value,
}: {
  readonly model: FormModel;
  readonly value: string;
}): ReactNode {
  const t = useTranslations('instances');
  const namespaces = useWatch({ resource: resources.namespaces });
  const names = namespaces.items.map((namespace) => namespace.metadata.name);
  const set = (name: string): void => model.actions.set(PATH, name);
  const known = names.includes(value) || value === '' ? names : [value, ...names];
  const missing = namespaces.state === 'ready' && value !== '' && !names.includes(value);
  const disabled = model.document.problem !== undefined;
  return (
    <Field
      label={t('namespace')}
      required
      error={missing ? t('missingNamespace', { namespace: value }) : undefined}
    >
      {namespaces.state === 'forbidden' || namespaces.state === 'error' ? (
        <TextInput {...CONTROL} mono value={value} onChange={set} disabled={disabled} />
      ) : (
        <Select
          {...CONTROL}
          value={value}
          placeholder={t('chooseNamespace')}
          options={known.map((name) => ({ value: name, label: name }))}
          onChange={set}
          disabled={disabled}
        />
      )}
    </Field>
  );
}
