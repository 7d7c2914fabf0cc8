'use client';
import { useMemo } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { useScope } from '#components/olm/use-scope.ts';
import { resources } from '#lib/k8s/resources.ts';
import { installedPackages } from '#lib/olm/installed-state.ts';
import type { InstalledPackages } from '#lib/olm/installed-state.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/types.ts';

/**
 * What is installed, as seen from the chosen namespace. An operator that watches it may live elsewhere, so all
 * namespaces are looked at where the user may; else only the chosen one.
 */
export function useInstalled(): InstalledPackages {
  const { namespace } = useScope();
  const everywhere = useWatch<Subscription>({ resource: resources.subscriptions });
  const narrow = everywhere.state === 'forbidden' && namespace !== undefined;
  const here = useWatch<Subscription>(narrow ? { resource: resources.subscriptions, namespace } : undefined);
  const csvs = useWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace: narrow ? namespace : undefined,
  });
  const subscriptions = narrow ? here.items : everywhere.items;
  return useMemo(
    () => installedPackages(subscriptions, csvs.items, namespace),
    [subscriptions, csvs.items, namespace],
  );
}
