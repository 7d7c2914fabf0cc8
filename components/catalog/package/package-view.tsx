'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { TabLinks } from '#components/ui/tabs.tsx';
import type { PackageDetail, SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { choosePackage } from '#lib/olm/content/package-choice.ts';
import { urls, type PackageRef, type PackageTab } from '#lib/urls.ts';
import { ForbiddenCatalog } from '../forbidden-catalog.tsx';
import { Overview } from './overview-tab.tsx';
import { PackageHeader } from './package-header.tsx';
import { PackageNotices, SourceNotice } from './package-notices.tsx';
import { usePackageLinks, usePackageQuery, usePackageSource, type PackagePage } from './use-package.ts';
import { useFreshPackage } from './use-fresh-package.ts';

const loading = (): ReactNode => <SkeletonText lines={8} />;
const VersionsTab = dynamic(() => import('./versions-tab.tsx').then((module) => module.VersionsTab), {
  loading,
});
const ApisTab = dynamic(() => import('./apis-tab.tsx').then((module) => module.ApisTab), { loading });
const PermissionsTab = dynamic(
  () => import('./permissions-tab.tsx').then((module) => module.PermissionsTab),
  {
    loading,
  },
);
const DependenciesTab = dynamic(
  () => import('./dependencies-tab.tsx').then((module) => module.DependenciesTab),
  { loading },
);

const PANELS: Readonly<Record<PackageTab, (props: { readonly page: PackagePage }) => ReactNode>> = {
  overview: Overview,
  versions: ({ page }) => <VersionsTab page={page} />,
  apis: ({ page }) => <ApisTab page={page} />,
  permissions: ({ page }) => <PermissionsTab page={page} />,
  dependencies: ({ page }) => <DependenciesTab page={page} />,
};

/** One package of a catalog: what it is, what it brings, what it may do. */
export function PackageView({ at }: { readonly at: PackageRef }): ReactNode {
  const detail = useApi<PackageDetail>(urls.api.package(at));
  const source = usePackageSource(at);
  useFreshPackage(at, detail.refetch);
  if (detail.state === 'loading') return <PageSkeleton icon />;
  if (detail.state === 'forbidden') return <ForbiddenCatalog at={at} />;
  if (detail.state === 'ready') return <Ready at={at} pkg={detail.data} source={source} detail={detail} />;
  return <NotShown at={at} source={source} message={detail.error.message} />;
}

interface NotShownProps {
  readonly at: PackageRef;
  readonly source: SourceHealth | undefined;
  readonly message: string;
}

/** What is wrong with the catalog tells more than that something is not in it. */
function NotShown({ at, source, message }: NotShownProps): ReactNode {
  const t = useTranslations('packages');
  const { scope } = usePackageLinks(at);
  const { problem, fetching = false } = source ?? {};
  if (fetching && problem === undefined) {
    return (
      <EmptyState wholePage title={t('fetching', { catalog: source?.displayName ?? at.catalog })}>
        {t('fetchingWhy')}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      wholePage
      title={t('notShown', { name: at.package })}
      message={
        problem === undefined ? message : t('catalogProblem', { catalog: at.catalog, why: problem.message })
      }
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          {t('back')}
        </LinkButton>
      }
    />
  );
}

interface ReadyProps {
  readonly at: PackageRef;
  readonly pkg: PackageDetail;
  readonly source: SourceHealth | undefined;
  readonly detail: ApiResult<PackageDetail>;
}

function Ready({ at, pkg, source, detail }: ReadyProps): ReactNode {
  const t = useTranslations('packages');
  const query = usePackageQuery();
  const links = usePackageLinks(at);
  const choice = choosePackage(pkg, query);
  if (choice === undefined) {
    return (
      <>
        <SourceNotice at={at} source={source} error={detail.error} />
        <EmptyState wholePage title={t('nothingUsable', { name: pkg.name })}>
          {pkg.deprecation ?? t('nothingUsableWhy')}
        </EmptyState>
      </>
    );
  }
  const page: PackagePage = { at, pkg, choice, source, ...links };
  const Panel = PANELS[query.tab];
  return (
    <>
      <PackageHeader page={page} />
      <SourceNotice at={at} source={source} error={detail.error} />
      <PackageNotices page={page} />
      <div className="flex min-w-0 flex-col gap-5">
        <PageTabs page={page} tab={query.tab} />
        <Panel page={page} />
      </div>
    </>
  );
}

function PageTabs({ page, tab }: { readonly page: PackagePage; readonly tab: PackageTab }): ReactNode {
  const t = useTranslations('packages');
  const { pkg, choice, href } = page;
  const apis = new Set(choice.bundle.providedApis.map(({ name }) => name)).size;
  return (
    <TabLinks
      label={t('tabs')}
      current={tab}
      items={[
        { id: 'overview', label: t('tab.overview'), href: href({ tab: 'overview', api: undefined }) },
        {
          id: 'versions',
          label: t('tab.versions'),
          count: Object.keys(pkg.bundles).length,
          href: href({ tab: 'versions', api: undefined }),
        },
        { id: 'apis', label: t('tab.apis'), count: apis, href: href({ tab: 'apis' }) },
        {
          id: 'permissions',
          label: t('tab.permissions'),
          href: href({ tab: 'permissions', api: undefined }),
        },
        {
          id: 'dependencies',
          label: t('tab.dependencies'),
          href: href({ tab: 'dependencies', api: undefined }),
        },
      ]}
    />
  );
}
