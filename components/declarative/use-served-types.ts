'use client';
import { useQueries } from '@tanstack/react-query';
import { asApiError } from '#components/data/api-error.ts';
import { apiJson } from '#components/data/http.ts';
import { discoveryUrl } from '#lib/k8s/api-path.ts';
import { typeOfKind } from '#lib/k8s/discovery.ts';
import { parseApiVersion, type Resource } from '#lib/k8s/object.ts';

export interface ServedTypes {
  /** All that was asked about is known. */
  readonly known: boolean;
  /** Undefined for a kind that nobody serves, or while that is not known. */
  readonly typeOf: (apiVersion: string, kind: string) => Resource | undefined;
}

/** What the cluster serves under these API versions: by discovery, which everybody may read. */
export function useServedTypes(apiVersions: readonly string[]): ServedTypes {
  const results = useQueries({
    queries: apiVersions.map((apiVersion) => ({
      queryKey: ['served-types', apiVersion],
      queryFn: async ({ signal }: { signal: AbortSignal }) => listAt(apiVersion, signal),
      staleTime: 60_000,
    })),
  });
  return {
    known: results.every(({ isPending }) => !isPending),
    typeOf: (apiVersion, kind) => {
      const list = results[apiVersions.indexOf(apiVersion)]?.data;
      return list === undefined ? undefined : typeOfKind(list, kind, parseApiVersion(apiVersion));
    },
  };
}

/** Nothing where the cluster does not know the group or the version. */
async function listAt(apiVersion: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await apiJson(discoveryUrl(parseApiVersion(apiVersion)), { signal });
  } catch (error) {
    if (asApiError(error).kind === 'notFound') return {};
    throw error;
  }
}
