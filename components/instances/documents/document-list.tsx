'use client';
import { CircleDashed, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { type FormDocument, openDocument } from '#lib/schema-form/text/document.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { validateObject } from '#lib/schema-form/validate/object-rules.ts';
import { getIn } from '#lib/schema-form/schema/path.ts';
import { urls } from '#lib/urls.ts';
import { type DocumentType, useDocumentType } from './use-document-type.ts';
import type { Documents, DocumentEntry } from './use-documents.ts';

interface DocumentListProps {
  readonly documents: Documents;
  readonly pageType: InstanceType;
  readonly current: number;
  readonly onChoose: (id: number) => void;
}

/** All documents with what they are and what became of them; one is open for editing. */
export function DocumentList({ documents, pageType, current, onChoose }: DocumentListProps): ReactNode {
  const t = useTranslations('instances');
  return (
    <section aria-label={t('documents.title')}>
      <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {documents.entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            pageType={pageType}
            isCurrent={entry.id === current}
            onChoose={() => onChoose(entry.id)}
            onRemove={
              documents.busy || documents.entries.length < 2 ? undefined : () => documents.remove(entry.id)
            }
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  readonly entry: DocumentEntry;
  readonly pageType: InstanceType;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly onRemove: (() => void) | undefined;
}

function Row({ entry, pageType, isCurrent, onChoose, onRemove }: RowProps): ReactNode {
  const t = useTranslations('instances');
  const document = useMemo(() => openDocument(entry.text), [entry.text]);
  const { apiVersion, kind, name } = documentHead(document);
  const type = useDocumentType(apiVersion, kind, pageType);
  const called = name === '' ? t('documents.unnamed') : name;
  const { outcome } = entry;
  return (
    <li className={cx('flex min-w-0 flex-wrap items-center gap-2 px-3 py-2', isCurrent && 'bg-accent-soft')}>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        className="flex min-w-0 grow basis-52 flex-wrap items-baseline gap-x-2 rounded-sm text-start hover:underline"
      >
        <span className="font-medium break-words">{kind === '' ? t('documents.noKind') : kind}</span>
        <span className="min-w-0 break-all text-muted">{called}</span>
      </button>
      <State entry={entry} document={document} type={type} />
      {outcome.state === 'created' || onRemove === undefined ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('documents.remove', { name: called })}
          icon={<X aria-hidden className="size-4" />}
          onClick={onRemove}
        />
      )}
      {outcome.state === 'failed' ? (
        <p className="basis-full text-sm break-words text-bad">{outcome.message}</p>
      ) : null}
    </li>
  );
}

function State({
  entry,
  document,
  type,
}: {
  readonly entry: DocumentEntry;
  readonly document: FormDocument;
  readonly type: DocumentType;
}): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const { outcome } = entry;
  const errors = useMemo(
    () =>
      type.state === 'ready' && type.type.hasSchema
        ? validateObject(type.type.schema, type.type.resource, document.value).length
        : 0,
    [type, document],
  );
  switch (outcome.state) {
    case 'creating':
      return <Badge tone="busy">{t('documents.creating')}</Badge>;
    case 'created':
      return (
        <>
          <Badge tone="good">{t('documents.created')}</Badge>
          {outcome.ref.name === '' || outcome.resource.group === '' ? null : (
            <Link
              className="rounded-sm text-accent hover:underline"
              href={urls.instance(outcome.resource, outcome.ref, scope)}
            >
              {t('open')}
            </Link>
          )}
        </>
      );
    case 'failed':
      return <Badge tone="bad">{t('documents.failed')}</Badge>;
    case 'open':
      break;
  }
  if (document.problem !== undefined) return <Badge tone="bad">{t('documents.broken')}</Badge>;
  if (type.state === 'unknown') return <Badge tone="warn">{t('documents.unknown')}</Badge>;
  if (type.state === 'loading')
    return <CircleDashed aria-label={t('documents.looking')} className="size-4" />;
  return errors === 0 ? (
    <Badge>{t('documents.ready')}</Badge>
  ) : (
    <Badge tone="bad">{t('documents.errors', { count: errors })}</Badge>
  );
}

/** What a document says it is; empty where it does not. */
export function documentHead({ value }: FormDocument): { apiVersion: string; kind: string; name: string } {
  const text = (...path: string[]): string => {
    const found = getIn(value, path);
    return typeof found === 'string' ? found : '';
  };
  const name = text('metadata', 'name');
  return {
    apiVersion: text('apiVersion'),
    kind: text('kind'),
    name: name === '' ? text('metadata', 'generateName') : name,
  };
}
