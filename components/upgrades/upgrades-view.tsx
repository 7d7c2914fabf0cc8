'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BrowseCatalog } from '#components/olm/browse-catalog.tsx';
import { Loaded } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { Upgrades } from '#lib/olm/views/upgrades.ts';
import { ApproveMany } from './approve-many.tsx';
import { UpgradesList } from './upgrades-list.tsx';
import { useChosen } from './use-chosen.ts';
import { useUpgrades } from './use-upgrades.ts';

/** What could be newer in all namespaces, why it is not, and the approval of many at once. */
export function UpgradesView(): ReactNode {
  const t = useTranslations('upgrades');
  const scope = useScope();
  const { result, upgrades } = useUpgrades(scope.namespace);
  const { data } = upgrades;
  const chosen = useChosen(data?.plans ?? []);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={scope.namespace === undefined ? t('inAll') : t('inOne', { namespace: scope.namespace })}
        {...((data?.plans.length ?? 0) === 0 ? {} : { actions: <ApproveMany chosen={chosen} /> })}
      />
      <Loaded result={result} resource={resources.subscriptions} namespace={scope.namespace}>
        {upgrades.state === 'loading' ? <SkeletonRows /> : null}
        {data === undefined && upgrades.error !== undefined ? (
          <ErrorState message={upgrades.error.message} />
        ) : null}
        {data === undefined ? null : (
          <>
            <Gaps upgrades={data} />
            {data.rows.length === 0 ? <Nothing /> : <UpgradesList upgrades={data} chosen={chosen} />}
          </>
        )}
      </Loaded>
    </>
  );
}

/** What is missing from the list, and why. */
function Gaps({ upgrades }: { readonly upgrades: Upgrades }): ReactNode {
  const t = useTranslations('upgrades');
  const { catalogsUnknown, hidden } = upgrades;
  return (
    <>
      {catalogsUnknown ? (
        <Notice tone="warn" title={t('catalogsGone')} details={t('catalogsGoneWhy')} />
      ) : null}
      {hidden.length === 0 ? null : (
        <Notice
          tone="info"
          title={t('hidden', { kinds: hidden.join(', '), count: hidden.length })}
          details={t('hiddenWhy')}
        />
      )}
    </>
  );
}

function Nothing(): ReactNode {
  const t = useTranslations('upgrades');
  return (
    <EmptyState title={t('none')} action={<BrowseCatalog>{t('browse')}</BrowseCatalog>}>
      {t('noneWhy')}
    </EmptyState>
  );
}
