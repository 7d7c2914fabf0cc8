'use client';
import { useMemo } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import type { WatchResult } from '#components/data/use-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { operatorRows } from '#lib/olm/operator-view.ts';
import type { OperatorRow } from '#lib/olm/operator-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/types.ts';

export interface Operators {
  rows: readonly OperatorRow[];
  /** Of the list that everything hangs on. */
  result: WatchResult;
  subscriptions: readonly Subscription[];
  plans: readonly InstallPlan[];
}

/** Installed operators of one namespace or of all, with their Subscriptions and plans, live. */
export function useOperators(namespace: string | undefined): Operators {
  const csvs = useWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions, namespace });
  const subscriptions = useWatch<Subscription>({ resource: resources.subscriptions, namespace });
  const plans = useWatch<InstallPlan>({ resource: resources.installPlans, namespace });
  const rows = useMemo(
    () => operatorRows({ csvs: csvs.items, subscriptions: subscriptions.items, plans: plans.items }),
    [csvs.items, subscriptions.items, plans.items],
  );
  // Until both are there, an operator would show without its Subscription for a moment.
  const result = csvs.state === 'ready' && subscriptions.state === 'loading' ? subscriptions : csvs;
  return { rows, result, subscriptions: subscriptions.items, plans: plans.items };
}

/** The catalog's icon of what a Subscription follows. */
export function iconRef(
  subscription: Subscription | undefined,
): { catalogNamespace: string; catalog: string; package: string } | undefined {
  if (subscription === undefined) return undefined;
  const { sourceNamespace, source, name } = subscription.spec;
  return { catalogNamespace: sourceNamespace, catalog: source, package: name };
}
