'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { ContentFrame, OperatorFrame } from './operator-frame.tsx';
import { useVersionLabel, type OperatorPackage } from './use-operator-package.ts';

const PackageParts = dynamic(() => import('./package-parts.tsx').then((module) => module.PackageParts), {
  loading: () => <SkeletonText lines={8} />,
});

/** One declarative operator of a repository: what it is, what it would do, what it would create. */
export function OperatorPackagePage({ at }: { readonly at: PackageRef }): ReactNode {
  return (
    <OperatorFrame at={at}>
      {(of) => (
        <>
          <Header of={of} />
          <ContentFrame of={of}>{(content) => <PackageParts of={of} content={content} />}</ContentFrame>
        </>
      )}
    </OperatorFrame>
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
