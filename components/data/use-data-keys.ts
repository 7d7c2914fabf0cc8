'use client';
import { useQuery } from '@tanstack/react-query';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import type { ObjectRef, Resource } from '#lib/k8s/object.ts';
import { asApiError } from './api-error.ts';
import { apiJson } from './http.ts';

export type DataKeysResult =
  | { readonly state: 'idle' | 'loading' | 'forbidden' | 'absent' | 'failed' }
  | { readonly state: 'ready'; readonly keys: readonly string[] };

/**
 * Names of the entries of a Secret or ConfigMap. Only the names are kept: the values are read because the API server
 * has no way to leave them out, and forgotten at once.
 */
export function useDataKeys(
  resource: Resource,
  ref: ObjectRef | undefined,
  /** Where it is known: the keys are read again for each. */
  resourceVersion: string | undefined,
): DataKeysResult {
  const query = useQuery({
    queryKey: ['data-keys', resource.plural, ref?.namespace ?? '', ref?.name ?? '', resourceVersion ?? ''],
    queryFn: async ({ signal }) => keysOf(await apiJson(resourceUrl(resource, ref), { signal })),
    enabled: ref !== undefined,
    staleTime: 5_000,
    retry: false,
  });
  if (ref === undefined) return { state: 'idle' };
  if (query.data !== undefined && query.error === null) return { state: 'ready', keys: query.data };
  if (query.error === null) return { state: 'loading' };
  const { kind } = asApiError(query.error);
  return { state: kind === 'forbidden' ? 'forbidden' : kind === 'notFound' ? 'absent' : 'failed' };
}

function keysOf(object: unknown): readonly string[] {
  if (typeof object !== 'object' || object === null) return [];
  const { data, binaryData } = object as { readonly data?: unknown; readonly binaryData?: unknown };
  return [data, binaryData]
    .flatMap((part) => (typeof part === 'object' && part !== null ? Object.keys(part) : []))
    .sort();
}
