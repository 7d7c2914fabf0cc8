'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { urls } from '#lib/urls.ts';

const AuthoringDesk = dynamic(async () => (await import('./authoring-desk.tsx')).AuthoringDesk, {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
});

/** Where a package is written. All of it happens in the browser: nothing is sent, and no cluster is asked. */
export function AuthoringPage(): ReactNode {
  const t = useTranslations('authoring');
  const list = useTranslations('declarative');
  const scope = useScope();
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: list('title'), href: urls.declarative(scope) }, { label: t('title') }]}
        title={t('title')}
        description={t('about')}
      />
      <AuthoringDesk />
    </>
  );
}
