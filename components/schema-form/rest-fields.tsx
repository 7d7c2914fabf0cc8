'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import { getIn, isDictionary, type Path } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { Badge } from '#components/ui/badge.tsx';
import { FieldView } from './field-view.tsx';
import type { FormModel } from './state/form-model.ts';
import { ObjectFields } from './object-fields.tsx';
import { Disclosure } from './section.tsx';
import { useUi } from './state/use-ui.ts';

/** What users set of an object's metadata. Source: apimachinery `meta/v1` ObjectMeta. */
const METADATA = fieldOf({
  type: 'object',
  properties: {
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
    generateName: { type: 'string' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    name: { type: 'string' },
    namespace: { type: 'string' },
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          name: { type: 'string' },
          uid: { type: 'string' },
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
  },
});
const TEXT = fieldOf({ type: 'string' });
const ANYTHING = fieldOf(undefined);
const HAS_ITS_OWN_FIELD = new Set(['name', 'namespace', 'labels', 'annotations']);

const METADATA_PATH: Path = ['metadata'];
const API_VERSION: Path = ['apiVersion'];
const KIND: Path = ['kind'];
const STATUS: Path = ['status'];

/** The parts of an object that are seldom anybody's concern, so that nothing in the document is without a field. */
export function RestFields({ model }: { readonly model: FormModel }): ReactNode {
  const t = useTranslations('schema-form');
  const { tree, document } = model;
  const [open, setOpen] = useUi('open', METADATA_PATH);
  const [apiVersion] = useUi('open', API_VERSION);
  const [kind] = useUi('open', KIND);
  const [status] = useUi('open', STATUS);
  const errors = countErrors(model);
  return (
    <Disclosure
      label={t('object.rest')}
      open={open ?? (apiVersion === true || kind === true || status === true)}
      onToggle={setOpen}
      badge={errors === 0 ? null : <Badge tone="bad">{t('errors', { count: errors })}</Badge>}
    >
      {() => (
        <>
          <TypeField model={model} path={API_VERSION} title={t('object.apiVersion')} />
          <TypeField model={model} path={KIND} title={t('object.kind')} />
          <MetadataFields model={model} />
          {getIn(document.value, STATUS) === undefined ? null : (
            <FieldView
              path={STATUS}
              title={t('object.status')}
              help={t('object.statusHelp')}
              field={ANYTHING}
              descriptors={noDescriptors}
              value={getIn(document.value, STATUS)}
              errors={errorsAt(tree, 'status')}
              depth={1}
            />
          )}
        </>
      )}
    </Disclosure>
  );
}

function MetadataFields({ model }: { readonly model: FormModel }): ReactNode {
  const t = useTranslations('schema-form');
  const value = getIn(model.document.value, METADATA_PATH);
  const errors = errorsAt(model.tree, 'metadata');
  if (value !== undefined && !isDictionary(value)) {
    return (
      <FieldView
        path={METADATA_PATH}
        title={t('object.metadata')}
        field={METADATA}
        descriptors={noDescriptors}
        value={value}
        errors={errors}
        depth={1}
      />
    );
  }
  return (
    <ObjectFields
      field={METADATA}
      descriptors={noDescriptors}
      path={METADATA_PATH}
      value={value}
      errors={errors}
      depth={0}
      omit={HAS_ITS_OWN_FIELD}
    />
  );
}

interface TypeFieldProps {
  readonly model: FormModel;
  readonly path: Path;
  readonly title: string;
}

function TypeField({ model, path, title }: TypeFieldProps): ReactNode {
  return (
    <FieldView
      path={path}
      title={title}
      required
      field={TEXT}
      descriptors={noDescriptors}
      value={getIn(model.document.value, path)}
      errors={errorsAt(model.tree, path[0] ?? '')}
      clearable={false}
      depth={0}
    />
  );
}

function countErrors({ tree }: FormModel): number {
  const metadata = errorsAt(tree, 'metadata');
  const shown = [...HAS_ITS_OWN_FIELD].reduce((sum, name) => sum + errorsAt(metadata, name).count, 0);
  const others = ['apiVersion', 'kind', 'status'].reduce((sum, name) => sum + errorsAt(tree, name).count, 0);
  return metadata.count - shown + others;
}
