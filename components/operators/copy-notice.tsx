'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { copiedFrom } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';

interface CopyNoticeProps {
  readonly csv: ClusterServiceVersion;
  /** Where the page of an operator is. */
  readonly hrefOf: (operator: ObjectRef) => string;
}

/** Of what is only the copy of an operator elsewhere (OLM 80): where that is. */
export function CopyNotice({ csv, hrefOf }: CopyNoticeProps): ReactNode {
  const t = useTranslations('states');
  const namespace = copiedFrom(csv);
  if (namespace === undefined) return null;
  const { name } = csv.metadata;
  return (
    <Notice
      tone="info"
      title={t('isCopy', { namespace })}
      details={t('isCopyWhy')}
      action={
        <LinkButton size="sm" href={hrefOf({ namespace, name })}>
          {t('toOriginal')}
        </LinkButton>
      }
    />
  );
}
