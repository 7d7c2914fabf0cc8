'use client';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { at, cutText } from '#lib/base/loose.ts';
import { parseKey, type ObjectRef } from '#lib/k8s/object.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import { versionKey, type RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { PackageView } from '#lib/kudo/views/package-view.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { ContentFrame, OperatorFrame } from '../package/operator-frame.tsx';
import { useVersionLabel, type OperatorPackage } from '../package/use-operator-package.ts';
import { useFamily } from './use-family.ts';

const loading = (): ReactNode => <SkeletonText lines={10} />;
const InstallDesk = dynamic(() => import('./install-desk.tsx').then((module) => module.InstallDesk), {
  loading,
});
const UpgradeDesk = dynamic(() => import('./upgrade-desk.tsx').then((module) => module.UpgradeDesk), {
  loading,
});

/** From parameters to an Instance: what is created, and what that will run, before it is. */
export function InstallOperatorPage({ at }: { readonly at: PackageRef }): ReactNode {
  return (
    <OperatorFrame at={at}>
      {(of) => (
        <>
          <Header of={of} />
          <ContentFrame of={of}>
            {({ files, reading: { view, findings } }) =>
              view === undefined ? (
                <NotReadable why={findings[0]?.message ?? ''} />
              ) : (
                <WithFamily at={at} version={of.version} files={files} view={view} />
              )
            }
          </ContentFrame>
        </>
      )}
    </OperatorFrame>
  );
}

function Header({ of: { at, version } }: { readonly of: OperatorPackage }): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const upgraded = useUpgraded();
  const label = useVersionLabel();
  return (
    <PageHeader
      breadcrumbs={[
        { label: t('catalog'), href: urls.catalog(scope) },
        { label: at.package, href: urls.operatorPackage(at, scope, { version: versionKey(version) }) },
        { label: t(upgraded === undefined ? 'install' : 'upgrade') },
      ]}
      title={
        upgraded === undefined
          ? t('installNamed', { name: at.package })
          : t('upgradeNamed', { name: upgraded.name })
      }
      description={label(version)}
    />
  );
}

function NotReadable({ why }: { readonly why: string }): ReactNode {
  const t = useTranslations('operator-packages');
  return <ErrorState title={t('noFiles')} message={why} />;
}

interface WithFamilyProps {
  readonly at: PackageRef;
  readonly version: RepositoryVersion;
  readonly files: PackageFiles;
  readonly view: PackageView;
}

function WithFamily({ at, version, files, view }: WithFamilyProps): ReactNode {
  const t = useTranslations('operator-packages');
  const family = useFamily(at, versionKey(version), files);
  if (family.state === 'loading') return <SkeletonText lines={10} />;
  if (family.state === 'absent') return <ErrorState title={t('noFamily')} message={family.why} />;
  return <Desk at={at} view={view} members={family.members} />;
}

interface DeskProps {
  readonly at: PackageRef;
  readonly view: PackageView;
  readonly members: readonly PackageObjects[];
}

function Desk(props: DeskProps): ReactNode {
  const upgrade = useUpgraded();
  return upgrade === undefined ? <InstallDesk {...props} /> : <Upgrade {...props} instance={upgrade} />;
}

/** The instance that the address names; undefined for a new one. */
function useUpgraded(): Required<ObjectRef> | undefined {
  const asked = useSearchParams().get('upgrade') ?? '';
  const { namespace = '', name } = parseKey(asked);
  return namespace === '' || name === '' ? undefined : { namespace, name };
}

interface UpgradeProps extends DeskProps {
  readonly instance: Required<ObjectRef>;
}

function Upgrade({ instance: ref, ...desk }: UpgradeProps): ReactNode {
  const t = useTranslations('operator-packages');
  const instance = useWatchOne(kudoResources.instances, ref);
  const name = cutText(at(instance.item, 'spec', 'operatorVersion', 'name'));
  const from = useWatchOne(
    kudoResources.operatorVersions,
    name === undefined ? undefined : { namespace: ref.namespace, name },
  );
  if (instance.state === 'loading' || (name !== undefined && from.state === 'loading'))
    return <SkeletonText lines={10} />;
  if (instance.item === undefined)
    return (
      <ErrorState title={t('noInstance', ref)} message={instance.error?.message ?? t('noInstanceWhy')} />
    );
  return <UpgradeDesk {...desk} instance={instance.item} from={from.item} />;
}
