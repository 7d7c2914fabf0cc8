'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BrowseCatalog } from '#components/olm/browse-catalog.tsx';
import { Loaded } from '#components/frame/loaded.tsx';
import { ListSearch } from '#components/frame/searched-table.tsx';
import { useListParams } from '#components/frame/use-list-params.ts';
import { useScope } from '#components/frame/use-scope.ts';
import type { Within } from '#components/frame/use-scoped-watch.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { useColumns } from '#components/ui/table/use-columns.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { filterOperators, STATE_FILTERS } from '#lib/olm/views/operator-filter.ts';
import type { OperatorRow } from '#lib/olm/views/operator-view.ts';
import { urls } from '#lib/urls.ts';
import { OperatorsTable, useOperatorColumns } from './operators-table.tsx';
import { useOperators } from './use-operators.ts';

/** Everything that is installed, live. */
export function OperatorsView(): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { rows, result } = useOperators(scope.namespace);
  return (
    <>
      <PageHeader
        title={t('operators')}
        description={scope.namespace === undefined ? t('inAll') : t('inOne', { namespace: scope.namespace })}
        actions={
          <LinkButton variant={rows.length === 0 ? 'secondary' : 'primary'} href={urls.catalog(scope)}>
            {t('install')}
          </LinkButton>
        }
      />
      <Loaded result={result} resource={resources.clusterServiceVersions} namespace={scope.namespace}>
        {rows.length === 0 ? <NoOperators within={result.within} /> : <FilteredTable rows={rows} />}
      </Loaded>
    </>
  );
}

function NoOperators({ within }: { readonly within: Within | undefined }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '' } = scope;
  const everywhere = within === undefined ? 'cluster' : 'reach';
  return (
    <EmptyState
      title={t('none', { where: namespace === '' ? everywhere : 'namespace', namespace })}
      action={<BrowseCatalog>{t('browse')}</BrowseCatalog>}
    >
      {t('noneWhy')}
    </EmptyState>
  );
}

function FilteredTable({ rows }: { readonly rows: readonly OperatorRow[] }): ReactNode {
  const t = useTranslations('operators');
  const list = useListParams();
  const { text, sort, get, set, setText, setSort } = list;
  const state = get('state');
  const toast = useToast();
  const shown = filterOperators(rows, { text, state });
  const { columns, menu } = useColumns('operators', useOperatorColumns());
  const clear = (): void => {
    setText('');
    set({ state: '' });
    toast({
      tone: 'info',
      title: t('filterCleared'),
      undo: () => {
        setText(text);
        set({ state });
      },
    });
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <ListSearch label={t('search')} placeholder={t('searchBy')} list={list} />
        <Select
          aria-label={t('status')}
          value={state}
          onChange={(next) => {
            set({ state: next });
          }}
          options={STATE_FILTERS}
          className="w-48"
        />
        {menu}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t('nothingMatches')}
          action={
            <Button variant="primary" onClick={clear}>
              {t('clearFilter')}
            </Button>
          }
        >
          {t('nothingFits', { count: rows.length })}
        </EmptyState>
      ) : (
        <OperatorsTable rows={shown} columns={columns} sort={sort} onSort={setSort} />
      )}
    </div>
  );
}
