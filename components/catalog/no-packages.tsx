'use client';
import { Hourglass, Lock, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess, useSession } from '#components/data/use-api.ts';
import { GrantRole } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { contentState } from '#lib/olm/sources/source-state.ts';
import { urls } from '#lib/urls.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { Newcomers } from './newcomers.tsx';

/** Nothing is offered: because nothing may be seen, nothing can be read, nothing is read yet, or nothing is there. */
export function NoPackages({ sources }: { readonly sources: readonly SourceHealth[] }): ReactNode {
  const { data: session } = useSession();
  const namespace = session?.catalogNamespace;
  const reads =
    namespace === undefined
      ? []
      : ['get', 'list', 'watch'].map((verb) => checkOf(verb, resources.catalogSources, { namespace }));
  const access = useAccess(reads);
  const t = useTranslations('catalog');
  if (access.state === 'loading' || session === undefined) return <CatalogSkeleton />;
  if (sources.length > 0) {
    return (
      <>
        <AllSilent sources={sources} />
        <Newcomers tiles={[]} sources={sources} />
      </>
    );
  }
  if (access.missing.length > 0) {
    return (
      <EmptyState title={t('noneVisible')} icon={<Lock aria-hidden className="size-5" />}>
        <p>{t('noneVisibleWhy', { namespace: session.catalogNamespace })}</p>
        <div className="mt-3 flex flex-col gap-2 text-start text-sm">
          <GrantRole checks={reads} />
        </div>
      </EmptyState>
    );
  }
  return <NoSources />;
}

/** There are catalogs, but none offers anything. What is wrong with each stands above. */
function AllSilent({ sources }: { readonly sources: readonly SourceHealth[] }): ReactNode {
  const t = useTranslations('catalog');
  const scope = useScope();
  const reading = sources.some((source) => contentState(source) === 'reading');
  const Icon = reading ? Hourglass : Unplug;
  return (
    <EmptyState
      icon={<Icon aria-hidden className="size-5" />}
      title={reading ? t('allReading') : t('allSilent')}
      action={
        <LinkButton href={urls.catalogSources(scope)} variant="primary">
          {t('manageSources')}
        </LinkButton>
      }
    >
      {reading ? t('allReadingWhy') : t('allSilentWhy')}
    </EmptyState>
  );
}

function NoSources(): ReactNode {
  const t = useTranslations('catalog');
  return (
    <>
      <EmptyState title={t('empty')} />
      <Newcomers tiles={[]} sources={[]} />
    </>
  );
}
