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
import { resources } from '#lib/k8s/resources.ts';
import type { WhyFinding } from '#lib/olm/why/finding.ts';

/** What the container said before it ended, read with the user's own `pods/log`. */
export function ContainerLog({ on }: Pick<WhyFinding, 'on'>): ReactNode {
  const t = useTranslations('why');
  const toApiError = useApiError();
  const log = useQuery({
    queryKey: ['log', on],
    queryFn: async ({ signal }) => lastLog(on, signal),
    retry: false,
  });
  if (log.isPending) return <SkeletonText lines={6} />;
  if (log.isError)
    return <p className="text-sm">{t('logFailed', { message: toApiError(log.error).message })}</p>;
  if (log.data === '') return <p className="text-sm">{t('logEmpty')}</p>;
  return <CodeBlock label={t('log')} text={log.data} />;
}

/** Lines, and bytes, at most: the end of the log is what tells. */
const AT_MOST = { tailLines: '100', limitBytes: '65536' };

/** Of the run before; of this one where the kubelet has no other. */
async function lastLog(on: WhyFinding['on'], signal: AbortSignal): Promise<string> {
  const read = async (previous: string | undefined): Promise<string> => {
    const query = queryOf({ container: on.container, previous, ...AT_MOST });
    const path = resourceUrl(resources.pods, { namespace: on.namespace, name: on.name, subresource: 'log' });
    const response = await apiFetch(path + query, { signal, accept: 'text/plain, */*' });
    return response.text();
  };
  try {
    return await read('true');
  } catch (error) {
    if (signal.aborted) throw error;
    return read(undefined);
  }
}
