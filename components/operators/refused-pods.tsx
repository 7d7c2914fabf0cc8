'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { Notice } from '#components/ui/notice.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { refusedPods } from '#lib/olm/views/refused-pods.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';

/** Why an operator does not start although nothing of it is missing. */
export function RefusedPods({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const { namespace } = csv.metadata;
  const deployments = useWatch({ resource: resources.deployments, namespace });
  return refusedPods(csv, deployments.items).map(({ deployment, message }) => (
    <Notice key={deployment} tone="warn" title={t('podsRefused', { name: deployment })} details={message} />
  ));
}
