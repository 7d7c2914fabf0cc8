'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';

export type Preview =
  | { readonly state: 'asking' }
  /** The object as it would be then, with what defaults and webhooks make of it. */
  | { readonly state: 'ready'; readonly object: KubeObject | undefined }
  | { readonly state: 'refused'; readonly error: ApiError };

const ASKING: Preview = { state: 'asking' };

/**
 * What the API server would make of the change. Asks again when `about` changes, which says what the change is about;
 * `over` breaks off the question: its answer would be about an object that is being written.
 */
export function usePreview(
  change: Change | undefined,
  { about, over }: { readonly about: string; readonly over: boolean },
): Preview {
  const [answer, setAnswer] = useState<{ readonly about: string; readonly preview: Preview }>();
  const toApiError = useApiError();
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<Preview> => {
    if (change === undefined) return { state: 'ready', object: undefined };
    try {
      return { state: 'ready', object: await applyChange(change, { dryRun: true, signal }) };
    } catch (error) {
      return { state: 'refused', error: toApiError(error) };
    }
  });
  useEffect(() => {
    if (over) return undefined;
    const abort = new AbortController();
    void ask(abort.signal).then((preview) => {
      if (!abort.signal.aborted) setAnswer({ about, preview });
    });
    return () => {
      abort.abort();
    };
  }, [about, over]);
  return answer?.about === about ? answer.preview : ASKING;
}
