'use client';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { parseKey } from '#lib/k8s/object.ts';
import type { DroppedDocument } from '#lib/schema-form/desk/dropped.ts';
import { CreateForm, type CreateFormProps } from './create-form.tsx';
import { cloneFrom, clonePath, type MadeClone } from '../start/clone.tsx';

const DocumentDesk = dynamic(async () => (await import('../documents/document-desk.tsx')).DocumentDesk, {
  ssr: false,
  loading: () => <SkeletonText lines={12} />,
});

type CreateDeskProps = Omit<CreateFormProps, 'clone' | 'onDocuments'> & {
  /** The instance to start from, as `namespace/name` or `name`. */
  readonly source: string | undefined;
};

/** One form, or a desk of several documents when more was brought than one form holds. */
export function CreateDesk({ source, ...props }: CreateDeskProps): ReactNode {
  const [documents, setDocuments] = useState<readonly DroppedDocument[]>();
  if (documents !== undefined)
    return <DocumentDesk type={props.type} hints={props.hints} documents={documents} />;
  if (source === undefined) return <CreateForm {...props} clone={undefined} onDocuments={setDocuments} />;
  return <Cloned key={source} {...props} source={source} clone={undefined} onDocuments={setDocuments} />;
}

/** Waits for the object to clone. */
function Cloned({ source, ...props }: CreateFormProps & { readonly source: string }): ReactNode {
  const t = useTranslations('instances');
  const { name } = parseKey(source);
  const answer = useApi<unknown>(clonePath(props.type.resource, source));
  // What was read first stays: the form starts from it once.
  const [clone, setClone] = useState<MadeClone>();
  if (clone === undefined && answer.state === 'ready') setClone(cloneFrom(answer.data, name));
  if (clone !== undefined)
    return <CreateForm {...props} start={{ kind: 'clone', key: source }} clone={clone} />;
  if (answer.state === 'loading' || answer.state === 'ready') return <SkeletonText lines={12} />;
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="warn" title={t('starting.notCloned', { name })} details={answer.error.message} />
      <CreateForm {...props} />
    </div>
  );
}
