'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import type { Translate } from '#messages/types.ts';

/** On the page at once; more come by a button. */
const PAGE = 50;

/** What had to be left out of the content: where, and why. */
export function WarningList({ health }: { readonly health: SourceHealth | undefined }): ReactNode {
  const t = useTranslations('sources');
  const [shown, setShown] = useState(PAGE);
  if (health === undefined)
    return <EmptyState title={t('contentUnknown')}>{t('contentUnknownWhy')}</EmptyState>;
  const { warnings } = health;
  if (warnings.length === 0) return <EmptyState title={t('noWarnings')}>{t('noWarningsWhy')}</EmptyState>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-muted">{t('warningsAre', { count: warnings.length })}</p>
      <Table
        caption={t('tab.warnings')}
        columns={columnsOf(t)}
        rows={warnings.slice(0, shown).map((warning, index) => ({ ...warning, index }))}
        rowKey={({ index }) => String(index)}
      />
      {warnings.length > shown ? (
        <Button className="self-center" onClick={() => setShown(shown + PAGE)}>
          {t('showMore', { count: warnings.length - shown })}
        </Button>
      ) : null}
    </div>
  );
}

type Row = CatalogWarning & { readonly index: number };

function columnsOf(t: Translate<'sources'>): readonly Column<Row>[] {
  return [
    {
      id: 'message',
      header: t('leftOutWhy'),
      bare: true,
      cell: ({ message }) => <span className="break-words">{message}</span>,
    },
    {
      id: 'package',
      header: t('package'),
      width: 48,
      cell: (row) => <Place text={row.package} />,
    },
    { id: 'entry', header: t('entry'), width: 56, cell: ({ entry }) => <Place text={entry} /> },
    { id: 'file', header: t('file'), width: 56, cell: ({ file }) => <Place text={file} /> },
  ];
}

function Place({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined || text === '') return <span className="text-faint">–</span>;
  return <span className="font-mono text-xs break-all">{text}</span>;
}
