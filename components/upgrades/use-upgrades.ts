'use client';
import { useEffect } from 'react';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import { useScopedWatch, type ScopedResult } from '#components/frame/use-scoped-watch.ts';
import { useLater } from '#components/ui/use-later.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Upgrades } from '#lib/olm/views/upgrades.ts';
import { urls } from '#lib/urls.ts';

/** A catalog may have something newer without any object telling. */
const REFRESH_MS = 30_000;
/** An upgrade changes many objects in a row: they make one question. */
const SETTLE_MS = 200;

interface UpgradesResult {
  /** Of the list that everything hangs on. */
  result: ScopedResult;
  upgrades: ApiResult<Upgrades>;
}

/** What could be newer in one namespace, in all, or in those that may be read; asked again whenever something moves. */
export function useUpgrades(namespace: string | undefined): UpgradesResult {
  const result = useScopedWatch({ resource: resources.subscriptions, namespace });
  const plans = useScopedWatch({ resource: resources.installPlans, namespace });
  const csvs = useScopedWatch({ resource: resources.clusterServiceVersions, namespace });
  const places = namespace === undefined ? (result.within?.namespaces ?? []) : [namespace];
  const upgrades = useApi<Upgrades>(result.state === 'ready' ? urls.api.upgrades(places) : undefined, {
    refreshMs: REFRESH_MS,
  });
  const { refetch } = upgrades;
  const later = useLater();
  const seen = [result.items, plans.items, csvs.items].map(versions).join('|');
  useEffect(() => {
    later(refetch, SETTLE_MS);
    // The functions are new each time they are drawn, which says nothing.
  }, [seen]);
  return { result, upgrades };
}

function versions(items: readonly KubeObject[]): string {
  return items.map(({ metadata }) => metadata.resourceVersion ?? '').join();
}
