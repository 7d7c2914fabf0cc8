'use client';
import { useQueries, useQuery } from '@tanstack/react-query';

import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import type { Session } from '#lib/session.ts';
import { asApiError } from './api-error.ts';
import type { ApiError } from './api-error.ts';
import { useData } from './data-provider.tsx';
import { apiJson } from './http.ts';

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
}

/**
 * A GET of the console's own endpoints. `undefined` asks nothing and stays `loading`. `T` is the type that the
 * endpoint's handler on our own server returns.
 */
export function useApi<T>(path: string | undefined, options: ApiOptions<T> = {}): ApiResult<T> {
  const query = useQuery({
    queryKey: ['api', path],
    queryFn: async ({ signal }) => (await apiJson(path ?? '', { signal })) as T,
    enabled: path !== undefined,
    ...(options.refreshMs === undefined ? {} : { refetchInterval: intervalOf(options.refreshMs) }),
  });
  const common = { refetch: () => void query.refetch(), refreshing: query.isFetching };
  if (query.data !== undefined) {
    return {
      ...common,
      state: 'ready',
      data: query.data,
      ...(query.error === null ? {} : { error: asApiError(query.error) }),
    };
  }
  if (query.error === null) return { ...common, state: 'loading' };
  const error = asApiError(query.error);
  return { ...common, state: error.kind === 'forbidden' ? 'forbidden' : 'error', error };
}

function intervalOf<T>(
  refreshMs: NonNullable<ApiOptions<T>['refreshMs']>,
): number | ((query: { state: { data: T | undefined } }) => number | false) {
  return typeof refreshMs === 'number' ? refreshMs : ({ state }) => refreshMs(state.data);
}

export function useSession(): ApiResult<Session> {
  return useApi<Session>('/api/session', { refreshMs: 15_000 });
}

export interface AccessResult {
  state: 'loading' | 'ready';
  /** In the order of the checks. While loading, and when the question could not be answered, the answer is no. */
  answers: readonly AccessAnswer[];
  /** All of them. */
  allowed: boolean;
  /** Why not, for a disabled button. */
  reason?: string;
  /** The checks that the API server itself denied, for an administrator who may want to grant them. */
  missing: readonly AccessCheck[];
}

const asking: AccessAnswer = { allowed: false, reason: 'Checking your permissions…', unchecked: true };
const unknown: AccessAnswer = {
  allowed: false,
  reason: 'Could not check your permissions.',
  unchecked: true,
};

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
  answers: readonly AccessAnswer[],
  pending = false,
): AccessResult {
  const denied = answers.find((answer) => !answer.allowed);
  return {
    state: pending ? 'loading' : 'ready',
    answers,
    allowed: denied === undefined,
    missing: checks.filter((_check, index) => isDenied(answers[index])),
    ...(denied === undefined ? {} : { reason: reasonOf(pending ? asking : denied) }),
  };
}

/** While one answer is out, the others do not decide yet. */
function reasonOf({ reason }: AccessAnswer): string {
  return reason ?? 'You don’t have permission to do this.';
}

function isDenied(answer: AccessAnswer | undefined): boolean {
  return answer?.allowed === false && answer.unchecked !== true;
}
