'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { AccessAnswer, AccessCheck, AccessReason } from '#lib/access.ts';
import type { Session } from '#lib/session.ts';
import { useApiError } from './use-api-error.ts';
import type { ApiError } from './api-error.ts';
import { useData } from './data-provider.tsx';
import { apiJson } from './http.ts';
import { useFirst } from './use-first.ts';

export type ApiResult<T> = { refetch: () => void; refreshing: boolean } & (
  | { state: 'loading'; data?: undefined; error?: undefined }
  /** `error` is why the last refresh failed; the data is then the one before. */
  | { state: 'ready'; data: T; error?: ApiError }
  | { state: 'error'; data?: undefined; error: ApiError }
  | { state: 'forbidden'; data?: undefined; error: ApiError }
);

export interface ApiOptions<T> {
  /** Ask again after this many milliseconds, or never; unchanged answers cost a 304. */
  refreshMs?: number | ((data: T | undefined) => number | false);
  /** How it is asked for, by whoever knows what is there already. Default: the JSON of the answer. */
  read?: (known: T | undefined, signal: AbortSignal) => Promise<T>;
}

/**
 * A GET of the console's own endpoints. `undefined` asks nothing and stays `loading`. `T` is the type that the
 * endpoint's handler on our own server returns.
 */
export function useApi<T>(path: string | undefined, options: ApiOptions<T> = {}): ApiResult<T> {
  useFirst(path === undefined ? [] : [{ path }]);
  const { read } = options;
  const queryKey = ['api', path];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal, client }) =>
      read === undefined
        ? ((await apiJson(path ?? '', { signal })) as T)
        : read(client.getQueryData<T>(queryKey), signal),
    enabled: path !== undefined,
    ...(options.refreshMs === undefined ? {} : { refetchInterval: intervalOf(options.refreshMs) }),
  });
  const toApiError = useApiError();
  const failure = useMemo(
    () => (query.error === null ? undefined : toApiError(query.error)),
    [query.error, toApiError],
  );
  const common = { refetch: () => void query.refetch(), refreshing: query.isFetching };
  if (query.data !== undefined) {
    return {
      ...common,
      state: 'ready',
      data: query.data,
      ...(failure === undefined ? {} : { error: failure }),
    };
  }
  if (failure === undefined) return { ...common, state: 'loading' };
  return { ...common, state: failure.kind === 'forbidden' ? 'forbidden' : 'error', error: failure };
}

function intervalOf<T>(
  refreshMs: NonNullable<ApiOptions<T>['refreshMs']>,
): number | ((query: { state: { data: T | undefined } }) => number | false) {
  return typeof refreshMs === 'number' ? refreshMs : ({ state }) => refreshMs(state.data);
}

export function useSession(): ApiResult<Session> {
  return useApi<Session>('/api/session', { refreshMs: 15_000 });
}

/** Why a user may not, or not yet. The texts are under `olm.access`. */
export type WhyNot = AccessReason | { code: 'asking' };

type Answer = AccessAnswer | { allowed: false; reason: WhyNot };

export interface AccessResult {
  state: 'loading' | 'ready';
  /** In the order of the checks. While loading, and when the question could not be answered, the answer is no. */
  answers: readonly Answer[];
  /** All of them. */
  allowed: boolean;
  /** Why not, for a disabled button. */
  reason?: WhyNot;
  /** The checks that the API server itself denied, for an administrator who may want to grant them. */
  missing: readonly AccessCheck[];
}

const asking = { allowed: false, reason: { code: 'asking' } } as const;
const unknown: Answer = { allowed: false, reason: { code: 'unchecked' } };

/** May the user do these? Only the API server's own answer at the time of the action counts; this is for buttons. */
export function useAccess(checks: readonly AccessCheck[]): AccessResult {
  const { access } = useData();
  const results = useQueries({
    queries: checks.map((check) => ({
      queryKey: ['access', check],
      queryFn: () => access(check),
      staleTime: 10_000,
      // Whoever stays on a page learns of new and of lost rights, too.
      refetchInterval: 30_000,
    })),
  });
  const answers = results.map((result) =>
    result.isPending ? asking : result.isError ? unknown : result.data,
  );
  return accessResult(
    checks,
    answers,
    results.some((result) => result.isPending),
  );
}

/** What answers mean together. */
export function accessResult(
  checks: readonly AccessCheck[],
  answers: readonly Answer[],
  pending = false,
): AccessResult {
  const denied = answers.find((answer) => !answer.allowed);
  return {
    state: pending ? 'loading' : 'ready',
    answers,
    allowed: denied === undefined,
    missing: checks.filter((_check, index) => isDenied(answers[index])),
    // While one answer is out, the others do not decide yet.
    ...(denied === undefined ? {} : { reason: (pending ? asking : denied).reason }),
  };
}

function isDenied(answer: Answer | undefined): boolean {
  return answer?.allowed === false && answer.reason.code === 'denied';
}
