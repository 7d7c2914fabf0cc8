'use client';
import { useEffect, useMemo } from 'react';
import { useApi, useSession, type ApiResult } from '#components/data/use-api.ts';
import { useWatches } from '#components/data/use-watch.ts';
import { useScopedWatch, type ScopedResult } from '#components/frame/use-scoped-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import { globalNamespacesOf, sourceRows, type SourceFacts, type SourceRow } from '#lib/olm/sources/view.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

/** Statuses are live; ages and retries move on without one. */
const REFRESH_MS = 30_000;

/** Who reads the catalogs of this cluster. Until that is known it counts as ours. */
export function useSourceFacts(): SourceFacts {
  const { data } = useSession();
  const ours = data?.lifecycle !== 'olm';
  const namespace = data?.catalogNamespace ?? '';
  return useMemo(() => ({ ours, globalNamespaces: globalNamespacesOf(namespace, ours) }), [ours, namespace]);
}

/** What the catalog service knows of the contents; asked again as soon as a status says that something is new. */
export function useHealths(sources: readonly CatalogSource[]): ApiResult<readonly SourceHealth[]> {
  const answer = useApi<readonly SourceHealth[]>(urls.api.sources(), { refreshMs: REFRESH_MS });
  const { refetch } = answer;
  const seen = sources.map(({ metadata }) => metadata.resourceVersion ?? '').join();
  useEffect(() => {
    if (seen !== '') refetch();
    // `refetch` is a new function each time it is drawn, which says nothing.
  }, [seen]);
  return answer;
}

interface Sources {
  readonly rows: readonly SourceRow[];
  readonly result: ScopedResult<CatalogSource>;
  /** Why contents are not known; absent where nobody expects them. */
  readonly serviceError: string | undefined;
}

/** Every source that one may see; of one namespace: those that serve it. */
export function useSources(namespace: string | undefined): Sources {
  const facts = useSourceFacts();
  const result = useServing(namespace, facts);
  const healths = useHealths(result.items);
  const rows = useMemo(
    () => sourceRows(result.items, healths.data ?? [], facts),
    [result.items, healths.data, facts],
  );
  return { rows, result, serviceError: facts.ours ? healths.error?.message : undefined };
}

/** Its own sources decide how the list is; the global ones are shown where they may be read. */
function useServing(namespace: string | undefined, facts: SourceFacts): ScopedResult<CatalogSource> {
  const resource = resources.catalogSources;
  const all = useScopedWatch<CatalogSource>(namespace === undefined ? { resource } : undefined);
  const places = namespace === undefined ? [] : [...new Set([namespace, ...facts.globalNamespaces])];
  const parts = useWatches<CatalogSource>(
    places.filter(Boolean).map((place) => ({ resource, namespace: place })),
  );
  const [own] = parts;
  if (namespace === undefined || own === undefined) return all;
  if (own.state !== 'ready') return own;
  return { ...own, items: parts.flatMap(({ items }) => items) };
}
