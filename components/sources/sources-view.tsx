'use client';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '#components/frame/loaded.tsx';
import { useMayHere } from '#components/frame/rights.tsx';
import type { Denial } from '#components/frame/rights.tsx';
import { ListSearch, SearchedTable } from '#components/frame/searched-table.tsx';
import { useListParams } from '#components/frame/use-list-params.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { useColumns } from '#components/ui/table/use-columns.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { filterSources } from '#lib/olm/sources/view.ts';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import { urls } from '#lib/urls.ts';
import { useSourceColumns } from './source-columns.tsx';
import { useSourceFacts, useSources } from './use-sources.ts';

/** Where packages come from, live. */
export function SourcesView(): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const { rows, result, serviceError } = useSources(scope.namespace);
  const denial = useMayAdd();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={scope.namespace === undefined ? t('are') : t('areHere', { namespace: scope.namespace })}
        actions={
          <LinkButton
            variant={rows.length === 0 ? 'secondary' : 'primary'}
            icon={<Plus aria-hidden className="size-4" />}
            href={urls.newCatalogSource(scope)}
            {...denial}
          >
            {t('add')}
          </LinkButton>
        }
      />
      {serviceError === undefined ? null : (
        <Notice tone="warn" title={t('serviceGone')} details={`${serviceError} ${t('serviceGoneWhy')}`} />
      )}
      <Loaded result={result} resource={resources.catalogSources} namespace={scope.namespace}>
        {rows.length === 0 ? <NoSources denial={denial} /> : <SourceTable rows={rows} />}
      </Loaded>
    </>
  );
}

/** In the chosen namespace, in any if none is chosen, or where catalogs serve everybody. */
function useMayAdd(): Denial {
  const scope = useScope();
  const { globalNamespaces } = useSourceFacts();
  const places = [scope.namespace ?? '', ...globalNamespaces].filter((name) => name !== '');
  return useMayHere('create', resources.catalogSources, {}, [...new Set(places)]);
}

function NoSources({ denial }: { readonly denial: Denial }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  return (
    <EmptyState
      title={t('none')}
      action={
        <>
          <LinkButton
            variant="primary"
            href={urls.newCatalogSource(scope, { kind: 'operatorhub' })}
            {...denial}
          >
            {t('addHub')}
          </LinkButton>
          <LinkButton href={urls.newCatalogSource(scope)} {...denial}>
            {t('addOwn')}
          </LinkButton>
        </>
      }
    >
      {t('noneWhy')}
    </EmptyState>
  );
}

function SourceTable({ rows }: { readonly rows: readonly SourceRow[] }): ReactNode {
  const t = useTranslations('sources');
  const list = useListParams();
  const { columns, menu } = useColumns('sources', useSourceColumns());
  const shown = filterSources(rows, list.text);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <ListSearch label={t('search')} placeholder={t('searchBy')} list={list} />
        {menu}
      </div>
      <SearchedTable
        list={list}
        caption={t('title')}
        columns={columns}
        rows={shown}
        rowKey={({ key }) => key}
        rowTone={({ state }) => (state.kind === 'problem' ? 'warn' : undefined)}
      />
    </div>
  );
}
