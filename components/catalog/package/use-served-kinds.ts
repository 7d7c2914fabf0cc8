'use client';
import { useQueries } from '@tanstack/react-query';
import { asApiError } from '#components/data/api-error.ts';
import { apiJson } from '#components/data/http.ts';
import { discoveryUrl } from '#lib/k8s/api-path.ts';
import type { GroupVersionKind } from '#lib/olm/api/catalog.ts';
import { kindsInDiscovery } from '#lib/olm/views/met-needs.ts';

const REFRESH_MS = 60_000;

/** Does the cluster serve the kind? By discovery, which everybody may read; undefined while that is not known. */
export function useServedKinds(
  apis: readonly GroupVersionKind[],
): (api: GroupVersionKind) => boolean | undefined {
  const places = [...new Set(apis.map(discoveryUrl))];
  const results = useQueries({
    queries: places.map((place) => ({
      queryKey: ['discovery', place],
      queryFn: ({ signal }: { signal: AbortSignal }) => kindsAt(place, signal),
      refetchInterval: REFRESH_MS,
    })),
  });
  return (api) => results[places.indexOf(discoveryUrl(api))]?.data?.includes(api.kind);
}

/** None where the cluster does not know the group or the version. */
async function kindsAt(place: string, signal: AbortSignal): Promise<string[]> {
  try {
    return kindsInDiscovery(await apiJson(place, { signal }));
  } catch (error) {
    if (asApiError(error).kind === 'notFound') return [];
    throw error;
  }
}
