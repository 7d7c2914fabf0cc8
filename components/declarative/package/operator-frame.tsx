'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Forbidden } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import {
  useOperatorDetail,
  usePackageContent,
  useVersion,
  type OperatorPackage,
  type PackageContent,
} from './use-operator-package.ts';

interface OperatorFrameProps {
  readonly at: PackageRef;
  /** The page, once the repository has told of the operator; of the version that the address names. */
  readonly children: (of: OperatorPackage) => ReactNode;
}

/** A page about an operator of a repository: on its way, without rights, broken, without versions, or what it is. */
export function OperatorFrame({ at, children }: OperatorFrameProps): ReactNode {
  const t = useTranslations('operator-packages');
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
  const title = t('notShown', { name: at.package });
  if (detail.state === 'error')
    return <ErrorState wholePage title={title} message={detail.error.message} action={<ToCatalog />} />;
  return (
    <Chosen
      at={at}
      detail={detail.data}
      none={
        <EmptyState wholePage title={title} action={<ToCatalog />}>
          {t('noVersions')}
        </EmptyState>
      }
    >
      {children}
    </Chosen>
  );
}

interface ChosenProps extends OperatorFrameProps {
  readonly detail: Parameters<typeof useVersion>[0];
  readonly none: ReactNode;
}

function Chosen({ at, detail, none, children }: ChosenProps): ReactNode {
  const version = useVersion(detail);
  return version === undefined ? none : children({ at, versions: detail.versions, version });
}

function ToCatalog(): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  return (
    <LinkButton variant="primary" href={urls.catalog(scope)}>
      {t('back')}
    </LinkButton>
  );
}

interface ContentFrameProps {
  readonly of: OperatorPackage;
  readonly children: (content: Extract<PackageContent, { state: 'ready' }>) => ReactNode;
}

/** What is in the version, below the head of its page. */
export function ContentFrame({ of: { at, version }, children }: ContentFrameProps): ReactNode {
  const t = useTranslations('operator-packages');
  const content = usePackageContent(at, version);
  if (content.state === 'loading') return <SkeletonText lines={10} />;
  if (content.state === 'absent') return <ErrorState title={t('noFiles')} message={content.why} />;
  return children(content);
}
