'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Forbidden } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import {
  useOperatorDetail,
  usePackageContent,
  useVersion,
  useVersionLabel,
  type OperatorPackage,
} from './use-operator-package.ts';

const PackageParts = dynamic(() => import('./package-parts.tsx').then((module) => module.PackageParts), {
  loading: () => <SkeletonText lines={8} />,
});

/** One declarative operator of a repository: what it is, what it would do, what it would create. */
export function OperatorPackagePage({ at }: { readonly at: PackageRef }): ReactNode {
  const detail = useOperatorDetail(at);
  if (detail.state === 'loading') return <PageSkeleton icon />;
  if (detail.state === 'forbidden')
    return (
      <Forbidden
        resource={resources.catalogSources}
        at={{ namespace: at.catalogNamespace, name: at.catalog }}
        wholePage
      />
    );
  if (detail.state === 'error') return <NotShown at={at} message={detail.error.message} />;
  return <Chosen at={at} detail={detail.data} />;
}

function NotShown({ at, message }: { readonly at: PackageRef; readonly message: string }): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  return (
    <ErrorState
      wholePage
      title={t('notShown', { name: at.package })}
      message={message}
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          {t('back')}
        </LinkButton>
      }
    />
  );
}

function Chosen({
  at,
  detail,
}: {
  readonly at: PackageRef;
  readonly detail: Parameters<typeof useVersion>[0];
}): ReactNode {
  const t = useTranslations('operator-packages');
  const version = useVersion(detail);
  if (version === undefined)
    return (
      <EmptyState wholePage title={t('notShown', { name: at.package })}>
        {t('noVersions')}
      </EmptyState>
    );
  return <Version of={{ at, versions: detail.versions, version }} />;
}

function Version({ of }: { readonly of: OperatorPackage }): ReactNode {
  const t = useTranslations('operator-packages');
  const { at, version } = of;
  const content = usePackageContent(at, version);
  return (
    <>
      <Header of={of} />
      {content.state === 'loading' ? <SkeletonText lines={10} /> : null}
      {content.state === 'absent' ? <ErrorState title={t('noFiles')} message={content.why} /> : null}
      {content.state === 'ready' ? <PackageParts of={of} content={content} /> : null}
    </>
  );
}

function Header({ of: { at, versions, version } }: { readonly of: OperatorPackage }): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const router = useRouter();
  const { maintainers } = version;
  const by = maintainers?.[0]?.name ?? at.catalog;
  const label = useVersionLabel();
  const isNewest = version === versions[0];
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('catalog'), href: urls.catalog(scope) }, { label: at.package }]}
        title={at.package}
        status={<Badge title={t('formatWhat')}>{t('format')}</Badge>}
        description={`${by} · ${label(version)}`}
        actions={
          <LinkButton
            variant="primary"
            href={urls.installOperatorPackage(at, scope, {
              version: isNewest ? undefined : versionKey(version),
            })}
          >
            {t('install')}
          </LinkButton>
        }
      />
      {versions.length < 2 ? null : (
        <div className="flex min-w-0 flex-col gap-1 sm:w-64">
          <span aria-hidden className="text-sm text-muted">
            {t('version')}
          </span>
          <Select
            aria-label={t('version')}
            value={versionKey(version)}
            options={versions.map((one, index) => ({
              value: versionKey(one),
              label: index === 0 ? t('newest', { version: label(one) }) : label(one),
            }))}
            onChange={(key) => router.replace(urls.operatorPackage(at, scope, { version: key }))}
          />
        </div>
      )}
    </>
  );
}
