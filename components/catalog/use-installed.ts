'use client';
import { useMemo } from 'react';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { installedPackages, type InstalledPackages } from '#lib/olm/views/installed-state.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/api/types.ts';

/** What is installed, as seen from the chosen namespace. An operator that watches it may live elsewhere. */
export function useInstalled(): InstalledPackages {
  const { namespace } = useScope();
  const subscriptions = useScopedWatch<Subscription>({ resource: resources.subscriptions });
  const csvs = useScopedWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions });
  return useMemo(
    () => installedPackages(subscriptions.items, csvs.items, namespace),
    [subscriptions.items, csvs.items, namespace],
  );
}
