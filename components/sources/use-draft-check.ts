'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { useLater } from '#components/ui/use-later.ts';
import type { Change } from '#lib/k8s/change.ts';

export type DraftCheck =
  /** There is nothing to try, or nobody may. */
  { readonly kind: 'idle' | 'asking' | 'accepted' } | { readonly kind: 'refused'; readonly error: ApiError };

/** Once typing rests for so long the cluster is asked. */
const REST_MS = 400;

/** What the API server says of a change in a dry run. */
export function useDraftCheck(change: Change | undefined): DraftCheck {
  const toApiError = useApiError();
  const text = change === undefined ? '' : JSON.stringify(change);
  const [rested, setRested] = useState('');
  const later = useLater();
  useEffect(() => {
    later(() => {
      setRested(text);
    }, REST_MS);
    // `later` is a new function each time, with the same timer.
  }, [text]);
  const query = useQuery({
    queryKey: ['source-dry-run', text],
    queryFn: async ({ signal }) => {
      if (change !== undefined) await applyChange(change, { dryRun: true, signal });
      return true;
    },
    enabled: text !== '' && rested === text,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (text === '') return { kind: 'idle' };
  if (rested !== text || query.isPending) return { kind: 'asking' };
  if (query.error === null) return { kind: 'accepted' };
  const error = toApiError(query.error);
  // Without an answer there is nothing to say: sending will tell.
  return error.kind === 'network' || error.kind === 'forbidden'
    ? { kind: 'idle' }
    : { kind: 'refused', error };
}
