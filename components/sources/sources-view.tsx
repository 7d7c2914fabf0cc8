'use client';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ListPage } from '#components/frame/list-page.tsx';
import { useMayHere, type Denial } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { filterSources } from '#lib/olm/sources/view.ts';
import { urls } from '#lib/urls.ts';
import { useSourceColumns } from './source-columns.tsx';
import { useSourceFacts, useSources } from './use-sources.ts';

/** Where packages come from, live. */
export function SourcesView(): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const { rows, result, serviceError } = useSources(scope.namespace);
  const denial = useMayAdd();
  const columns = useSourceColumns();
  return (
    <ListPage
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
      notices={
        serviceError === undefined ? null : (
          <Notice tone="warn" title={t('serviceGone')} details={`${serviceError} ${t('serviceGoneWhy')}`} />
        )
      }
      result={result}
      resource={resources.catalogSources}
      empty={<NoSources denial={denial} />}
      id="sources"
      columns={columns}
      rows={rows}
      search={{ label: t('search'), placeholder: t('searchBy') }}
      filter={(all, { text }) => filterSources(all, text)}
      rowKey={({ key }) => key}
      rowTone={({ state }) => (state.kind === 'problem' ? 'warn' : undefined)}
    />
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
