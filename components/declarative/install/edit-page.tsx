'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, ObjectPage } from '#components/frame/object-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { versionRef } from '#lib/kudo/views/instance-view.ts';
import { urls } from '#lib/urls.ts';

const EditDesk = dynamic(() => import('./edit-desk.tsx').then((module) => module.EditDesk), {
  loading: () => <SkeletonText lines={10} />,
});

/** The parameters of an instance, all at once. */
export function EditParametersPage({ namespace, name }: Required<ObjectRef>): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const instance = useWatchOne(kudoResources.instances, { namespace, name });
  return (
    <ObjectPage
      result={instance}
      resource={kudoResources.instances}
      namespace={namespace}
      skeleton={<PageSkeleton />}
      absent={
        <AbsentObject
          title={t('notHere', { name, namespace })}
          list={{ label: t('title'), href: urls.declarative(scope) }}
        >
          {t('notHereWhy')}
        </AbsentObject>
      }
    >
      {(item) => (
        <>
          <PageHeader
            breadcrumbs={[
              { label: t('title'), href: urls.declarative(scope) },
              { label: name, href: urls.declarativeInstance({ namespace, name }, scope) },
              { label: t('parameters') },
            ]}
            title={t('editTitle', { name })}
            description={namespace}
          />
          <WithVersion instance={item} />
        </>
      )}
    </ObjectPage>
  );
}

function WithVersion({ instance }: { readonly instance: KubeObject }): ReactNode {
  const t = useTranslations('declarative');
  const ref = versionRef(instance);
  const version = useWatchOne(kudoResources.operatorVersions, ref);
  if (ref !== undefined && version.state === 'loading') return <SkeletonText lines={10} />;
  if (version.item === undefined)
    return (
      <ErrorState
        title={t('noVersion', { name: ref?.name ?? '' })}
        message={version.error?.message ?? t('noVersionWhy')}
      />
    );
  return <EditDesk instance={instance} version={version.item} />;
}
