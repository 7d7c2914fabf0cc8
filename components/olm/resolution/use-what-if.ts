'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '#components/data/api-error.ts';
import { apiJson } from '#components/data/http.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import type { WhatIfAnswer } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import { urls } from '#lib/urls.ts';

export type WhatIfState =
  | { readonly state: 'asking' }
  /** `old`: of the question before, while the new one is out. */
  | { readonly state: 'ready'; readonly answer: WhatIfAnswer; readonly old: boolean }
  | { readonly state: 'failed'; readonly error: ApiError };

/** Who types has not asked yet. */
const SETTLED_MS = 250;
/** The namespace and the catalogs go on changing. */
const AGAIN_MS = 20_000;

/** What would happen; `undefined` asks nothing and goes on asking. `about`: asks again when it changes. */
export function useWhatIf(question: WhatIfQuestion | undefined, about = ''): WhatIfState {
  const toApiError = useApiError();
  const text = useSettled(question === undefined ? undefined : JSON.stringify(question));
  const query = useQuery({
    queryKey: ['what-if', text, about],
    queryFn: async ({ signal }) => {
      const body: unknown = JSON.parse(text ?? 'null');
      // The type that the endpoint's handler on our own server returns.
      return (await apiJson(urls.api.whatIf(), { method: 'POST', body, signal })) as WhatIfAnswer;
    },
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
  if (query.data !== undefined) {
    const old = query.isPlaceholderData || text !== JSON.stringify(question);
    return { state: 'ready', answer: query.data, old };
  }
  return query.error === null ? { state: 'asking' } : { state: 'failed', error: toApiError(query.error) };
}

function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
