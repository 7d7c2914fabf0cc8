'use client';
import { useMemo } from 'react';
import { useScopedWatch, type ScopedResult } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { operatorRows, type OperatorRow } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';

export interface Operators {
  rows: readonly OperatorRow[];
  /** Of the list that everything hangs on. */
  result: ScopedResult;
  subscriptions: readonly Subscription[];
  plans: readonly InstallPlan[];
}

/** Installed operators of one namespace or of all, with their Subscriptions and plans, live. */
export function useOperators(namespace: string | undefined): Operators {
  const csvs = useScopedWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
    namespace,
  });
  const subscriptions = useScopedWatch<Subscription>({ resource: resources.subscriptions, namespace });
  const plans = useScopedWatch<InstallPlan>({ resource: resources.installPlans, namespace });
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
