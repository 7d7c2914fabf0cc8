'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { rivalOf } from '#lib/olm/foresight/rival.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { urls, type PackageRef } from '#lib/urls.ts';

interface OwnerConflictProps {
  readonly at: PackageRef;
  readonly bundle: CatalogBundle;
  /** Where it would run. */
  readonly namespace: string;
  /** `['']` for all namespaces; nothing is said while that is not known. */
  readonly watched: readonly string[] | undefined;
}

/** Another operator that already looks after one of the kinds there: the controller would refuse, so say it before. */
export function OwnerConflict({ at, bundle, namespace: into, watched }: OwnerConflictProps): ReactNode {
  const tInstall = useTranslations('install');
  const scope = useScope();
  const csvs = useScopedWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions });
  const rival = watched && rivalOf({ bundle, namespace: into, watched }, csvs.items);
  if (rival === undefined) return null;
  const { csv: owner, kinds } = rival;
  const { namespace = '', name } = owner.metadata;
  return (
    <Notice
      tone="warn"
      title={tInstall('ownerConflict', {
        operator: owner.spec.displayName,
        namespace,
        kinds: kinds.slice(0, 3).join(', '),
      })}
      details={
        <>
          {tInstall('ownerConflictWhy', { name: at.package })}{' '}
          <Link
            href={urls.operator({ namespace, name }, scope)}
            className="text-accent underline underline-offset-2"
          >
            {tInstall('viewNamed', { name })}
          </Link>
        </>
      }
    />
  );
}
