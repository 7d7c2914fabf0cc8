'use client';
import { useMemo } from 'react';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import type { ScopedResult } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion, OperatorGroup } from '#lib/olm/api/types.ts';
import { groupRows, type GroupRow } from '#lib/olm/views/group-view.ts';

interface Groups {
  readonly rows: readonly GroupRow[];
  /** Of the list that everything hangs on. */
  readonly result: ScopedResult;
}

/** All groups that may be read, whatever namespace is chosen: those of others may be in conflict. */
export function useGroups(): Groups {
  const groups = useScopedWatch<OperatorGroup>({ resource: resources.operatorGroups });
  const csvs = useScopedWatch<ClusterServiceVersion>({ resource: resources.clusterServiceVersions });
  const rows = useMemo(() => groupRows(groups.items, csvs.items), [groups.items, csvs.items]);
  return { rows, result: groups };
}
