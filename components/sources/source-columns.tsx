'use client';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Menu } from '#components/ui/layers/menu.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { nameColumn } from '#components/ui/table/name-column.ts';
import type { Column } from '#components/ui/table/table.tsx';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { isoTimeOf, ServesText, SourceStateText } from './source-words.tsx';
import { changeItems, useSourceActions } from './use-source-actions.tsx';

export function useSourceColumns(): readonly Column<SourceRow>[] {
  const t = useTranslations('sources');
  const scope = useScope();
  return useMemo(() => [...columnsOf(t, scope), ...moreColumnsOf(t)], [t, scope]);
}

function columnsOf(t: Translate<'sources'>, scope: Scope): readonly Column<SourceRow>[] {
  return [
    nameColumn(t('name'), (row) => <NameCell row={row} scope={scope} />),
    {
      id: 'namespace',
      header: t('serves'),
      choice: 'shown',
      sortable: true,
      sortValue: ({ namespace }) => namespace,
      width: 40,
      spare: true,
      cell: (row) => <ServesText row={row} />,
    },
    {
      id: 'kind',
      header: t('readFrom'),
      choice: 'shown',
      sortable: true,
      sortValue: ({ kind, address }) => `${kind} ${address}`,
      width: 48,
      spare: true,
      cell: AddressCell,
    },
    {
      id: 'state',
      header: t('status'),
      sortable: true,
      sortValue: ({ state }) => state.kind,
      width: 40,
      cell: ({ state }) => <SourceStateText state={state} />,
    },
    {
      id: 'content',
      header: t('content'),
      choice: 'shown',
      sortable: true,
      sortValue: ({ health }) => health?.packages,
      width: 32,
      cell: ContentCell,
    },
  ];
}

function moreColumnsOf(t: Translate<'sources'>): readonly Column<SourceRow>[] {
  return [
    {
      id: 'priority',
      header: t('priority'),
      choice: 'shown',
      sortable: true,
      sortValue: ({ priority }) => priority,
      align: 'end',
      width: 28,
      spare: true,
      cell: ({ priority }) => <span className="tabular-nums">{priority}</span>,
    },
    {
      id: 'interval',
      header: t('pollEvery'),
      choice: 'hidden',
      width: 32,
      cell: ({ interval }) => interval ?? <Dash />,
    },
    {
      id: 'checked',
      header: t('checked'),
      choice: 'shown',
      sortable: true,
      sortValue: ({ checkedAt }) => checkedAt,
      width: 36,
      spare: true,
      cell: ({ checkedAt }) => (
        <span className="text-muted">
          <RelativeTime at={isoTimeOf(checkedAt)} />
        </span>
      ),
    },
    {
      id: 'publisher',
      header: t('publisher'),
      choice: 'hidden',
      sortable: true,
      sortValue: ({ source }) => source.spec.publisher,
      width: 36,
      cell: ({ source }) => source.spec.publisher ?? <Dash />,
    },
    {
      id: 'actions',
      header: t('actions'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 14,
      cell: (row) => <Actions row={row} />,
    },
  ];
}

function Dash(): ReactNode {
  return <span className="text-faint">–</span>;
}

function NameCell({ row, scope }: { readonly row: SourceRow; readonly scope: Scope }): ReactNode {
  const { namespace, name, title } = row;
  return (
    <div className="min-w-0 stacked:pe-10">
      <Link
        href={urls.catalogSource({ namespace, name }, scope)}
        className="font-medium break-words hover:underline"
      >
        {title}
      </Link>
      {title === name ? null : <p className="text-sm break-words text-muted">{name}</p>}
    </div>
  );
}

function AddressCell({ kind, address }: SourceRow): ReactNode {
  const t = useTranslations('sources');
  return (
    <div className="min-w-0">
      <p>{t(`kind.${kind}`)}</p>
      <p className="font-mono text-xs break-all text-muted">{address}</p>
    </div>
  );
}

function ContentCell({ health }: SourceRow): ReactNode {
  const t = useTranslations('sources');
  if (health === undefined || health.readAt === 0) return <Dash />;
  const { packages, bundles, warnings } = health;
  return (
    <div className="min-w-0">
      <p>{t('packages', { count: packages })}</p>
      <p className="text-sm text-muted">{t('bundles', { count: bundles })}</p>
      {warnings.length === 0 ? null : (
        <p className="text-sm text-warn">{t('leftOut', { count: warnings.length })}</p>
      )}
    </div>
  );
}

function Actions({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const [removing, setRemoving] = useState(false);
  const actions = useSourceActions(row);
  const { edit, check } = actions;
  const ref = { namespace: row.namespace, name: row.name };
  return (
    <>
      <Menu
        label={t('actionsFor', { name: row.title })}
        items={[
          { kind: 'link', label: t('view'), href: urls.catalogSource(ref, scope) },
          edit.disabledReason === undefined
            ? { kind: 'link', label: t('edit'), href: urls.editCatalogSource(ref, scope) }
            : { label: t('edit'), ...edit, onSelect: nothing },
          ...(check === undefined ? [] : [{ label: t('checkNow'), ...check, onSelect: check.run }]),
          ...changeItems(t, actions, () => setRemoving(true)),
        ]}
      />
      {removing ? <RemoveDialog row={row} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

const nothing = (): void => undefined;
