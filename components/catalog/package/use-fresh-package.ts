'use client';
import { useEffect, useEffectEvent } from 'react';
import { useWatchOne } from '#components/data/use-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import type { PackageRef } from '#lib/urls.ts';

/** Asks again when the controller says on the CatalogSource that it has read other content. */
export function useFreshPackage({ catalogNamespace, catalog }: PackageRef, refetch: () => void): void {
  const { item } = useWatchOne<CatalogSource>(resources.catalogSources, {
    namespace: catalogNamespace,
    name: catalog,
  });
  const read = item?.status?.conditions?.find(({ type }) => type === 'ContentRead');
  const content =
    read === undefined ? undefined : `${read.status} ${read.reason ?? ''} ${read.message ?? ''}`;
  const ask = useEffectEvent(refetch);
  useEffect(() => {
    if (content !== undefined) ask();
  }, [content]);
}
