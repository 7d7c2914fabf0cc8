'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { isCopied, ownedApis } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { urls, type PackageRef } from '#lib/urls.ts';

/** Another operator that already looks after one of the kinds: the controller would refuse, so say it before. */
export function OwnerConflict({
  at,
  bundle,
}: {
  readonly at: PackageRef;
  readonly bundle: CatalogBundle;
}): ReactNode {
  const tInstall = useTranslations('install');
  const scope = useScope();
  const csvs = useScopedWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions });
  const brought = new Set(bundle.providedApis.map(({ name }) => name));
  const owners = csvs.items.filter(
    (csv) => !isCopied(csv) && ownedApis(csv).some(({ plural, group }) => brought.has(`${plural}.${group}`)),
  );
  const [owner] = owners;
  if (owner === undefined) return null;
  const kinds = ownedApis(owner)
    .filter(({ plural, group }) => brought.has(`${plural}.${group}`))
    .map(({ kind }) => kind);
  const { namespace = '', name = '' } = owner.metadata;
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
