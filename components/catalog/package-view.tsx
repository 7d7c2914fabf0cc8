'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { Badge, StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { RichText } from '#components/ui/rich-text.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { parseMarkdown } from '#lib/markdown/parse.ts';
import type { PackageDetail } from '#lib/olm/catalog-answers.ts';
import type { CatalogBundle, CatalogChannel } from '#lib/olm/catalog.ts';
import { packageKey } from '#lib/olm/installed-state.ts';
import type { InstalledPackage } from '#lib/olm/installed-state.ts';
import { chosenChannel } from '#lib/olm/version-list.ts';
import { urls } from '#lib/urls.ts';
import type { PackageRef } from '#lib/urls.ts';
import { ForbiddenCatalog } from './forbidden-catalog.tsx';
import { CapabilityCard, InstallModesCard, LinksCard, PackageFacts } from './package-facts.tsx';
import { PermissionsCard } from './permissions-card.tsx';
import { ProvidedApis } from './provided-apis.tsx';
import { useSources } from './source-warnings.tsx';
import { useInstalled } from './use-installed.ts';
import { VersionsCard } from './versions-card.tsx';

/** One package of a catalog: what it is, what it brings, what it may do. */
export function PackageView({ at }: { readonly at: PackageRef }): ReactNode {
  const t = useTranslations('catalog');
  const detail = useApi<PackageDetail>(urls.api.package(at));
  const scope = useScope();
  if (detail.state === 'loading') return <PageSkeleton icon />;
  if (detail.state === 'forbidden') return <ForbiddenCatalog at={at} />;
  if (detail.state !== 'ready') {
    return (
      <ErrorState
        wholePage
        title={t('notShown', { name: at.package })}
        message={detail.error.message}
        action={
          <LinkButton variant="primary" href={urls.catalog(scope)}>
            {t('back')}
          </LinkButton>
        }
      />
    );
  }
  return <PackagePage at={at} pkg={detail.data} />;
}

function PackagePage({ at, pkg }: { readonly at: PackageRef; readonly pkg: PackageDetail }): ReactNode {
  const t = useTranslations('catalog');
  const asked = useSearchParams().get('channel') ?? undefined;
  const scope = useScope();
  const router = useRouter();
  const channel = chosenChannel(pkg, asked);
  const bundle = channel === undefined ? undefined : pkg.bundles[channel.head];
  if (channel === undefined || bundle === undefined) {
    return (
      <EmptyState wholePage title={t('packageEmpty')}>
        {t('channelsEmpty')}
      </EmptyState>
    );
  }
  return (
    <>
      <Header at={at} pkg={pkg} channel={channel} bundle={bundle} />
      <Notices pkg={pkg} bundle={bundle} />
      <div className="grid min-w-0 grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Description bundle={bundle} />
          <ProvidedApis apis={bundle.providedApis} />
          <PermissionsCard requests={bundle.csv.permissions} />
          <VersionsCard
            pkg={pkg}
            at={at}
            scope={scope}
            channel={channel}
            onChannel={(name) => {
              router.replace(urls.package(at, scope, { channel: name }), { scroll: false });
            }}
          />
        </div>
        <Side at={at} bundle={bundle} />
      </div>
    </>
  );
}

function Side({ at, bundle }: { readonly at: PackageRef; readonly bundle: CatalogBundle }): ReactNode {
  const sources = useSources();
  const source = sources.data?.find(
    ({ namespace, name }) => namespace === at.catalogNamespace && name === at.catalog,
  );
  const { csv } = bundle;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <PackageFacts bundle={bundle} catalog={source?.displayName ?? at.catalog} />
      <InstallModesCard modes={csv.installModes} />
      {csv.capabilityLevel === undefined ? null : <CapabilityCard level={csv.capabilityLevel} />}
      <LinksCard csv={csv} />
    </div>
  );
}

interface HeaderProps {
  readonly at: PackageRef;
  readonly pkg: PackageDetail;
  readonly channel: CatalogChannel;
  readonly bundle: CatalogBundle;
}

function Header({ at, pkg, channel, bundle }: HeaderProps): ReactNode {
  const t = useTranslations('catalog');
  const scope = useScope();
  const installed = useInstalled().get(packageKey(at))?.[0];
  const { csv } = bundle;
  const isDefault = channel.name === pkg.defaultChannel;
  const installHref = urls.install(at, scope, isDefault ? {} : { channel: channel.name });
  return (
    <PageHeader
      breadcrumbs={[{ label: t('catalog'), href: urls.catalog(scope) }, { label: csv.displayName }]}
      icon={<OperatorIcon size="lg" src={pkg.hasIcon ? urls.icon(at) : undefined} />}
      title={csv.displayName}
      status={<InstalledBadge installed={installed} />}
      description={`${csv.provider ?? pkg.name} · ${bundle.version}`}
      actions={
        <>
          {installed === undefined ? null : (
            <LinkButton variant="primary" href={hrefOf(installed, scope)}>
              {t('viewInstalled')}
            </LinkButton>
          )}
          <LinkButton variant={installed === undefined ? 'primary' : 'secondary'} href={installHref}>
            {installed === undefined ? t('install') : t('installElsewhere')}
          </LinkButton>
        </>
      }
    />
  );
}

function InstalledBadge({ installed }: { readonly installed: InstalledPackage | undefined }): ReactNode {
  const t = useTranslations('catalog');
  if (installed === undefined) return null;
  const where = installed.subscription.metadata.namespace ?? '';
  return installed.state === 'installed' ? (
    <StatusBadge tone="good">{t('installedIn', { where })}</StatusBadge>
  ) : (
    <StatusBadge tone="busy">{t('installingIn', { where })}</StatusBadge>
  );
}

function hrefOf(
  { state, subscription, csv }: InstalledPackage,
  scope: { namespace?: string | undefined },
): string {
  const { namespace = '', name = '' } = subscription.metadata;
  if (state === 'installed' && csv !== undefined)
    return urls.operator({ namespace, name: csv.metadata.name ?? '' }, scope);
  return urls.subscription({ namespace, name }, scope);
}

function Notices({
  pkg,
  bundle,
}: {
  readonly pkg: PackageDetail;
  readonly bundle: CatalogBundle;
}): ReactNode {
  const t = useTranslations('catalog');
  const { webhooks } = bundle.csv;
  return (
    <>
      {pkg.deprecation === undefined ? null : (
        <Notice tone="warn" title={t('packageDeprecated')} details={pkg.deprecation} />
      )}
      {bundle.deprecation === undefined ? null : (
        <Notice
          tone="warn"
          title={t('versionDeprecated', { version: bundle.version })}
          details={bundle.deprecation}
        />
      )}
      {webhooks.length === 0 ? null : (
        <Notice tone="info" title={t('webhooks')} details={t('webhooksWhy')} expandLabel={t('showWhich')}>
          <ul className="flex flex-wrap gap-1.5">
            {webhooks.map(({ name, type }) => (
              <li key={`${type}/${name}`}>
                <Badge title={type}>{name}</Badge>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Description({ bundle }: { readonly bundle: CatalogBundle }): ReactNode {
  const t = useTranslations('catalog');
  const { description, summary } = bundle.csv;
  const blocks = useMemo(
    () => parseMarkdown(description === '' ? summary : description),
    [description, summary],
  );
  return (
    <Card title={t('description')}>
      {blocks.length === 0 ? (
        <p className="text-muted">{t('noDescription')}</p>
      ) : (
        <RichText blocks={blocks} />
      )}
    </Card>
  );
}
