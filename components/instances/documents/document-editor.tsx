'use client';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormModel } from '#components/schema-form/state/form-model.ts';
import { Notice } from '#components/ui/notice.tsx';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import { openDocument } from '#lib/schema-form/text/document.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { getIn, type Path } from '#lib/schema-form/schema/path.ts';
import { FormAndYaml } from '../form-and-yaml.tsx';
import { NamespaceField } from '../create/namespace-field.tsx';
import { NameField } from '../start/name-field.tsx';
import { useProvider } from '../use-instance-type.ts';
import { documentHead } from './document-list.tsx';
import { useDocumentType } from './use-document-type.ts';
import type { DocumentEntry } from './use-documents.ts';

interface DocumentEditorProps {
  readonly entry: DocumentEntry;
  readonly pageType: InstanceType;
  readonly onText: (text: string) => void;
}

/** One of the documents: by form where its kind is known, else as YAML. */
export function DocumentEditor({ entry, pageType, onText }: DocumentEditorProps): ReactNode {
  const t = useTranslations('instances');
  const document = useMemo(() => openDocument(entry.text), [entry.text]);
  const { apiVersion, kind } = documentHead(document);
  const found = useDocumentType(apiVersion, kind, pageType);
  // A kind that is being typed anew would take the form away under the hands.
  const [type, setType] = useState<InstanceType>();
  if (found.state === 'ready' && type?.resource.kind !== found.type.resource.kind) setType(found.type);
  if (type !== undefined)
    return <ByForm key={type.resource.kind} type={type} entry={entry} onText={onText} />;
  return (
    <div className="flex flex-col gap-3">
      {found.state === 'unknown' ? (
        <Notice tone="warn" title={t('documents.unknown')} details={t('documents.unknownHint')} />
      ) : null}
      <YamlEditor
        label="YAML"
        text={entry.text}
        onChange={onText}
        className="h-[60vh] rounded-lg border border-line"
      />
    </div>
  );
}

function ByForm(props: {
  readonly type: InstanceType;
  readonly entry: DocumentEntry;
  readonly onText: (text: string) => void;
}): ReactNode {
  const { type, entry, onText } = props;
  const { resource, schema } = type;
  const model = useFormModel({ schema, type: resource }, entry.text);
  const hints = useProvider(type, resource);
  const [view, setView] = useState('form');
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const { text, value } = model.document;
  const report = useEffectEvent(onText);
  useEffect(() => report(text), [text]);
  const { outcome } = entry;
  const refusal = outcome.state === 'failed' ? outcome.error : undefined;
  const refuse = useEffectEvent(model.refuse);
  useEffect(() => {
    if (refusal !== undefined) refuse(refusal);
  }, [refusal]);
  const namespace = getIn(value, ['metadata', 'namespace']);
  const isCreated = outcome.state === 'created';
  return (
    <FormAndYaml
      model={model}
      descriptors={hints.spec}
      target={target}
      onTarget={(path) => setTarget({ path })}
      view={view}
      onView={setView}
      mode={isCreated ? 'read' : 'edit'}
      nameField={isCreated ? undefined : <NameField model={model} resource={resource} />}
    >
      {resource.namespaced && !isCreated ? (
        <NamespaceField model={model} value={typeof namespace === 'string' ? namespace : ''} />
      ) : null}
    </FormAndYaml>
  );
}
