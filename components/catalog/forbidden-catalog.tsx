'use client';
import type { ReactNode } from 'react';
import { useSession } from '#components/data/use-api.ts';
import { Forbidden } from '#components/frame/loaded.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageRef } from '#lib/urls.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';

/** Says which right on CatalogSources is missing: for all that Capstan serves, or for that of one package. */
export function ForbiddenCatalog({ at }: { readonly at?: PackageRef }): ReactNode {
  const { data: session } = useSession();
  if (at !== undefined) {
    const { catalogNamespace: namespace, catalog: name } = at;
    return <Forbidden resource={resources.catalogSources} at={{ namespace, name }} wholePage />;
  }
  if (session === undefined) return <CatalogSkeleton />;
  return <Forbidden resource={resources.catalogSources} at={{ namespace: session.catalogNamespace }} />;
}
