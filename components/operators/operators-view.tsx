'use client';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BrowseCatalog } from '#components/olm/browse-catalog.tsx';
import { ListPage } from '#components/frame/list-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch, type Within } from '#components/frame/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { filterOperators, STATE_FILTERS } from '#lib/olm/views/operator-filter.ts';
import { urls } from '#lib/urls.ts';
import { operatorKey } from './operator-key.ts';
import { useOperatorColumns } from './operators-table.tsx';
import { useCauses } from './use-causes.ts';
import { useOperators } from './use-operators.ts';

/** What came another way costs the cluster some lists: it is looked for once the page stands. */
const UnmanagedSection = lazy(async () => ({
  default: (await import('./unmanaged.tsx')).UnmanagedSection,
}));

/** Everything that is installed, live, and below it what came another way. */
export function OperatorsView(): ReactNode {
  const t = useTranslations('operators');
  const states = useTranslations('states');
  const scope = useScope();
  const { rows, result } = useOperators(scope.namespace);
  const causes = useCauses(rows);
  const hydrated = useHydrated();
  return (
    <>
      <ListPage
        title={t('operators')}
        description={scope.namespace === undefined ? t('inAll') : t('inOne', { namespace: scope.namespace })}
        actions={
          <>
            <DeclarativeLink />
            <LinkButton variant={rows.length === 0 ? 'secondary' : 'primary'} href={urls.catalog(scope)}>
              {t('install')}
            </LinkButton>
          </>
        }
        result={result}
        resource={resources.clusterServiceVersions}
        empty={<NoOperators within={result.within} />}
        id="operators"
        columns={useOperatorColumns(causes)}
        rows={rows}
        search={{ label: t('search'), placeholder: t('searchBy') }}
        filter={(all, { text, get }) => filterOperators(all, { text, state: get('state') })}
        narrowing={{
          names: ['state'],
          controls: ({ get, set }) => (
            <Select
              aria-label={t('status')}
              value={get('state')}
              onChange={(state) => set({ state })}
              options={[
                { value: '', label: states('filter.any') },
                ...STATE_FILTERS.map((value) => ({ value, label: states(`filter.${value}`) })),
              ]}
              className="w-48"
            />
          ),
        }}
        rowKey={operatorKey}
        rowTone={({ state }) => (state.tone === 'warn' ? 'warn' : undefined)}
      />
      {hydrated && (result.state === 'ready' || result.state === 'error') ? (
        <Suspense>
          <UnmanagedSection />
        </Suspense>
      ) : null}
    </>
  );
}

/** Where some are; most clusters do not even have the kind. */
function DeclarativeLink(): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { items } = useScopedWatch({
    resource: kudoResources.instances,
    namespace: scope.namespace,
    view: 'metadata',
  });
  if (items.length === 0) return null;
  return <LinkButton href={urls.declarative(scope)}>{t('declarative')}</LinkButton>;
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
