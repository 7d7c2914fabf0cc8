'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { apiFetch } from '#components/data/http.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { queryOf } from '#lib/base/address.ts';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';

interface ContainerLogProps {
  readonly pod: ObjectRef;
  readonly container: string;
  /** Of the run before the one that is under way, if there was one: why it ended. */
  readonly previous: boolean;
}

const REFRESH_MS = 3_000;

/** The end of what a container says, read with the user's own `pods/log`; followed while it runs. */
export function ContainerLog({ pod, container, previous }: ContainerLogProps): ReactNode {
  const t = useTranslations('why');
  const toApiError = useApiError();
  const log = useQuery({
    queryKey: ['log', pod, container, previous],
    queryFn: async ({ signal }) => {
      const read = async (before: boolean): Promise<string> =>
        readLog({ pod, container, previous: before }, signal);
      return previous
        ? read(true).catch(async (error: unknown) => orElse(error, signal, () => read(false)))
        : read(false);
    },
    retry: false,
    refetchInterval: previous ? false : REFRESH_MS,
  });
  if (log.isPending) return <SkeletonText lines={6} />;
  if (log.data === undefined)
    return <p className="text-sm">{t('logFailed', { message: toApiError(log.error).message })}</p>;
  if (log.data === '') return <p className="text-sm">{t('logEmpty')}</p>;
  return <CodeBlock label={t(previous ? 'lastLog' : 'log')} text={log.data} />;
}

/** Lines, and bytes, at most: the end of a log is what tells. */
const AT_MOST = { tailLines: '200', limitBytes: '131072' };

async function readLog(
  { pod, container, previous }: ContainerLogProps,
  signal: AbortSignal,
): Promise<string> {
  const query = queryOf({ container, previous: previous ? 'true' : undefined, ...AT_MOST });
  const path = resourceUrl(resources.pods, { ...pod, subresource: 'log' });
  const response = await apiFetch(path + query, { signal, accept: 'text/plain, */*' });
  return response.text();
}

/** Where the kubelet has no run before, this one is the last. */
async function orElse<T>(error: unknown, signal: AbortSignal, other: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw error;
  return other();
}
