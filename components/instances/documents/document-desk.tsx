'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { HandOutNote } from '#components/frame/change-desk.tsx';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { openDocument } from '#lib/schema-form/text/document.ts';
import { type DroppedDocument, documentsIn } from '#lib/schema-form/desk/dropped.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { urls } from '#lib/urls.ts';
import { DropZone } from '../start/drop-zone.tsx';
import { useDraft } from '../use-draft.ts';
import type { ProviderHints } from '../use-instance-type.ts';
import { DocumentEditor } from './document-editor.tsx';
import { DocumentList } from './document-list.tsx';
import { useDocuments } from './use-documents.ts';

interface DocumentDeskProps {
  /** Of the page. */
  readonly type: InstanceType;
  readonly hints: ProviderHints;
  readonly documents: readonly DroppedDocument[];
}

/** Several documents: a list, one of them open, and all created in one go. */
export function DocumentDesk({ type, hints, documents: given }: DocumentDeskProps): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const scope = useScope();
  const { resource } = type;
  const documents = useDocuments(given);
  const { entries, busy } = documents;
  const [chosen, setChosen] = useState(0);
  const current = entries.find(({ id }) => id === chosen) ?? entries[0];
  // Rights are asked of each document by the cluster; the console's own policy is known before.
  const policy = useMay([]);
  const waiting = entries.filter(({ outcome }) => outcome.state !== 'created');
  const failed = waiting.filter(({ outcome }) => outcome.state === 'failed').length;
  const text = waiting.map((entry) => entry.text.replace(/\n?$/, '\n')).join('---\n');
  useDraft({
    place: ['new', resource.group, resource.plural],
    text,
    value: () => ({ items: documentsIn(text).map((one) => openDocument(one.text).value) }),
    untouched: waiting.length === 0,
    descriptors: hints.spec,
  });
  return (
    <div className="flex flex-col gap-6">
      <DropZone onText={(more) => documents.add(documentsIn(more))} />
      <HandOutNote />
      {current === undefined ? null : (
        <>
          <DocumentList documents={documents} pageType={type} current={current.id} onChoose={setChosen} />
          <DocumentEditor
            key={current.id}
            entry={current}
            pageType={type}
            onText={(next) => documents.edit(current.id, next)}
          />
        </>
      )}
      <footer className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3">
        <p role="status" className="me-auto text-sm text-muted">
          {t('documents.progress', { created: entries.length - waiting.length, total: entries.length })}
        </p>
        <LinkButton href={urls.instances(resource, scope)}>
          {waiting.length === 0 ? t('documents.done') : ui('cancel')}
        </LinkButton>
        {waiting.length === 0 ? null : (
          <Button variant="primary" busy={busy} {...policy} onClick={() => void documents.create()}>
            {t(failed > 0 ? 'documents.retry' : 'documents.createAll', { count: waiting.length })}
          </Button>
        )}
      </footer>
    </div>
  );
}
