'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '#components/frame/loaded.tsx';
import { useMayHere } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch, type Within } from '#components/frame/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { type Column, Table } from '#components/ui/table/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { type Scope, urls } from '#lib/urls.ts';
import { type ProvidedRow, providedRows } from './provided-rows.ts';
import type { Translate } from '#messages/types.ts';

/** Page: the kinds that installed operators bring, each leading to its instances. */
export function ProvidedApis(): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('instances')} description={t('providedHint')} />
      <Content scope={scope} />
    </div>
  );
}

function Content({ scope }: { readonly scope: Scope }): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const csvs = useScopedWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace: scope.namespace,
  });
  const rows = providedRows(csvs.items);
  return (
    <Loaded result={csvs} resource={resources.clusterServiceVersions} namespace={scope.namespace}>
      {rows.length === 0 ? (
        <NoApis scope={scope} />
      ) : (
        <Table
          navigable
          caption={t('allOfThem')}
          columns={columnsFor({ scope, within: csvs.within, t, ui })}
          rows={rows}
          rowKey={(row) => `${row.plural}.${row.group}`}
        />
      )}
    </Loaded>
  );
}

function NoApis({ scope }: { readonly scope: Scope }): ReactNode {
  const t = useTranslations('instances');
  return (
    <EmptyState
      title={t('noOperator')}
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          {t('openCatalog')}
        </LinkButton>
      }
    >
      {t('noOperatorHint')}
    </EmptyState>
  );
}

interface RowTools {
  readonly scope: Scope;
  readonly within: Within | undefined;
  readonly t: Translate<'instances'>;
  readonly ui: Translate<'ui'>;
}

function columnsFor({ scope, within, t, ui }: RowTools): Column<ProvidedRow>[] {
  return [
    {
      id: 'kind',
      header: t('kind'),
      bare: true,
      width: 80,
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <Link href={urls.instances(row, scope)} className="font-medium text-accent hover:underline">
            {row.displayName}
          </Link>
          <span className="font-mono text-xs break-all text-faint">{`${row.plural}.${row.group}/${row.version}`}</span>
        </span>
      ),
    },
    { id: 'operator', header: t('operator'), width: 44, cell: (row) => row.operator },
    {
      id: 'description',
      header: t('whatItIs'),
      cell: (row) => <span className="line-clamp-2 break-words text-muted">{row.description ?? '–'}</span>,
    },
    {
      id: 'create',
      header: ui('actions'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 28,
      cell: (row) => <CreateLink row={row} scope={scope} within={within} />,
    },
  ];
}

interface CreateLinkProps {
  readonly row: ProvidedRow;
  readonly scope: Scope;
  readonly within: Within | undefined;
}

function CreateLink({ row, scope, within }: CreateLinkProps): ReactNode {
  const t = useTranslations('instances');
  const denial = useMayHere('create', { ...row, namespaced: true }, scope, within?.namespaces);
  return (
    <LinkButton
      size="sm"
      href={urls.newInstance(row, scope)}
      aria-label={t('createKind', { kind: row.kind })}
      {...denial}
    >
      {t('create')}
    </LinkButton>
  );
}
