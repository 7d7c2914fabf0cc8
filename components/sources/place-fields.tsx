'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import { Field } from '#components/ui/field.tsx';
import { NumberInput, TextInput } from '#components/ui/inputs.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { draftFieldId } from './field-id.ts';
import type { DraftModel } from './use-source-draft.ts';
import { useSourceFacts } from './use-sources.ts';

interface PartProps {
  readonly model: DraftModel;
}

/** Whom the source serves: all namespaces, or its own. */
export function PlaceFields({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { globalNamespaces } = useSourceFacts();
  const scope = useScope();
  const { draft, set, errorOf } = model;
  const [global = ''] = globalNamespaces;
  const isGlobal = globalNamespaces.includes(draft.namespace);
  const namespaces = useWatch({ resource: resources.namespaces });
  return (
    <>
      <RadioGroup
        legend={t('serves')}
        value={isGlobal ? 'all' : 'own'}
        onChange={(value) => set({ namespace: value === 'all' ? global : (scope.namespace ?? '') })}
        options={[
          { value: 'all', label: t('allNamespaces'), help: t('allNamespacesHelp', { namespace: global }) },
          { value: 'own', label: t('ownNamespace'), help: t('ownNamespaceHelp') },
        ]}
      />
      {isGlobal ? null : (
        <Field id={draftFieldId('namespace')} label={t('namespace')} required error={errorOf('namespace')}>
          <Combobox
            mono
            value={draft.namespace}
            options={namespaces.items.map(({ metadata }) => ({ value: metadata.name }))}
            listLabel={t('namespaces')}
            onChange={(namespace) => set({ namespace: namespace.trim() })}
          />
        </Field>
      )}
    </>
  );
}

/** How the source is called and which one wins. */
export function NameFields({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf, exists } = model;
  return (
    <>
      {exists ? null : (
        <Field
          id={draftFieldId('name')}
          label={t('name')}
          required
          error={errorOf('name')}
          help={t('nameHelp')}
        >
          <TextInput mono value={draft.name} onChange={(name) => set({ name: name.trim() })} />
        </Field>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field id={draftFieldId('displayName')} label={t('displayName')} error={errorOf('displayName')}>
          <TextInput value={draft.displayName} onChange={(displayName) => set({ displayName })} />
        </Field>
        <Field id={draftFieldId('publisher')} label={t('publisher')} error={errorOf('publisher')}>
          <TextInput value={draft.publisher} onChange={(publisher) => set({ publisher })} />
        </Field>
      </div>
      <Field
        id={draftFieldId('priority')}
        label={t('priority')}
        error={errorOf('priority')}
        help={t('priorityHelp')}
      >
        <NumberInput
          integer
          className="sm:max-w-40"
          value={draft.priority}
          placeholder="0"
          onChange={(priority) => set({ priority: priority.trim() })}
        />
      </Field>
    </>
  );
}
