'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiResult } from '#components/data/use-api.ts';
import { useTiles } from '#components/data/use-tiles.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { CatalogBrowser } from './catalog-browser.tsx';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { ForbiddenCatalog } from './forbidden-catalog.tsx';
import { Newcomers } from './newcomers.tsx';
import { NoPackages } from './no-packages.tsx';
import { SourcesPopover } from './sources-popover.tsx';
import { SourceWarnings, useSourceHealths } from './source-warnings.tsx';
import { useCatalogNotices } from './use-catalog-notices.ts';

const REFRESH_MS = 30_000;

/** All that can be installed, to search and to filter. */
export function CatalogView(): ReactNode {
  const t = useTranslations('catalog');
  const scope = useScope();
  const packages = useTiles({ refreshMs: REFRESH_MS });
  const sources = useSourceHealths().data ?? [];
  useCatalogNotices();
  return (
    <>
      <PageHeader
        title={t('catalog')}
        description={t('catalogIs')}
        actions={sources.length === 0 ? undefined : <SourcesPopover sources={sources} scope={scope} />}
      />
      <SourceWarnings sources={sources} />
      <Packages packages={packages} sources={sources} />
    </>
  );
}

interface PackagesProps {
  readonly packages: ApiResult<readonly CatalogTile[]>;
  readonly sources: readonly SourceHealth[];
}

function Packages({ packages, sources }: PackagesProps): ReactNode {
  const t = useTranslations('catalog');
  switch (packages.state) {
    case 'loading':
      return <CatalogSkeleton />;
    case 'forbidden':
      return <ForbiddenCatalog />;
    case 'error':
      return (
        <ErrorState
          title={t('notLoaded')}
          message={packages.error.message}
          action={
            <Button variant="primary" busy={packages.refreshing} onClick={packages.refetch}>
              {t('tryAgain')}
            </Button>
          }
        />
      );
    case 'ready':
      return (
        <>
          {packages.error === undefined ? null : (
            <Notice tone="warn" title={t('stale')} details={packages.error.message} />
          )}
          {packages.data.length === 0 ? (
            <NoPackages sources={sources} />
          ) : (
            <>
              <CatalogBrowser tiles={packages.data} />
              <Newcomers tiles={packages.data} sources={sources} />
            </>
          )}
        </>
      );
  }
}
