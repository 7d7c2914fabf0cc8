'use client';
import { memo, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { Link } from '#components/ui/link.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import type { CatalogResult } from '#lib/olm/search/browse.ts';
import type { CatalogItem } from '#lib/olm/search/facets.ts';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { Capability } from './capability.tsx';
import { ItemBadges } from './item-badges.tsx';
import { Marked } from './marked.tsx';
import { iconOf, Reason } from './tile.tsx';

interface ItemTableProps {
  readonly result: CatalogResult;
  readonly scope: Scope;
  readonly showSource: boolean;
}

/** The results in lines, to compare. */
export const ItemTable = memo(function ItemTable({ result, scope, showSource }: ItemTableProps): ReactNode {
  const t = useTranslations('catalog');
  const { items, marks, reasons } = result;
  const columns = useMemo(
    () => columnsOf(t, { marks, reasons, scope }).filter(({ id }) => showSource || id !== 'source'),
    [t, marks, reasons, scope, showSource],
  );
  return (
    <Table
      caption={t('results')}
      columns={columns}
      rows={items}
      rowKey={({ tile }) => packageKey(tile)}
      fixed
      navigable
    />
  );
});

type Look = Pick<CatalogResult, 'marks' | 'reasons'> & { readonly scope: Scope };

function columnsOf(t: Translate<'catalog'>, look: Look): readonly Column<CatalogItem>[] {
  return [
    { id: 'name', header: t('column.name'), bare: true, cell: (item) => <Name item={item} look={look} /> },
    {
      id: 'provider',
      header: t('facet.provider'),
      width: 36,
      cell: ({ tile }) => (
        <span className="line-clamp-2 break-words text-muted">
          <Marked text={tile.provider ?? ''} words={look.marks} />
        </span>
      ),
    },
    {
      id: 'version',
      header: t('version'),
      width: 28,
      cell: ({ tile }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate" title={tile.headVersion}>
            {tile.headVersion}
          </span>
          <span className="truncate text-sm text-muted" title={tile.defaultChannel}>
            {tile.format === undefined
              ? t('inChannel', { channel: tile.defaultChannel })
              : tile.appVersion === undefined
                ? t('format.kudo')
                : t('ofApp', { version: tile.appVersion })}
          </span>
        </span>
      ),
    },
    {
      id: 'capability',
      header: t('facet.capability'),
      width: 42,
      spare: true,
      cell: ({ tile }) => <Capability level={tile.capabilityLevel} />,
    },
    {
      id: 'source',
      header: t('catalog'),
      width: 32,
      spare: true,
      cell: ({ tile }) => (
        <span className="block truncate text-muted" title={`${tile.catalogNamespace}/${tile.catalog}`}>
          {tile.catalogDisplayName ?? tile.catalog}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('facet.state'),
      width: 36,
      cell: (item) => (
        <span className="flex flex-wrap gap-1 empty:hidden">
          <ItemBadges item={item} />
        </span>
      ),
    },
  ];
}

function Name({ item, look }: { readonly item: CatalogItem; readonly look: Look }): ReactNode {
  const { tile } = item;
  const reason = look.reasons.get(item);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <OperatorIcon src={iconOf(tile)} size="sm" />
      <div className="min-w-0">
        <Link
          href={urls.tile(tile, look.scope)}
          className="line-clamp-2 font-medium break-words hover:underline"
        >
          <Marked text={tile.displayName} words={look.marks} />
        </Link>
        {reason === undefined ? null : <Reason reason={reason} marks={look.marks} />}
      </div>
    </div>
  );
}
