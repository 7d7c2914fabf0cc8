'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiResult } from '#components/data/use-api.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { BundleDetail } from '#lib/olm/api/catalog-answers.ts';

/** Nothing once the manifests are here; else how far they are, and why. */
export function ManifestsState({ detail }: { readonly detail: ApiResult<BundleDetail> }): ReactNode {
  const t = useTranslations('packages');
  if (detail.state === 'loading') return <SkeletonText lines={3} />;
  if (detail.state !== 'ready') {
    return (
      <Notice
        tone="warn"
        title={t('manifestsNotLoaded')}
        details={detail.error.message}
        action={
          <Button size="sm" onClick={detail.refetch}>
            {t('tryAgain')}
          </Button>
        }
      />
    );
  }
  const { csv, image, bundle } = detail.data;
  if (csv !== undefined) return null;
  const from = bundle.image ?? '–';
  if (image?.kind === 'pulling')
    return <Notice tone="info" title={t('pulling')} details={t('fromImage', { image: from })} />;
  if (image?.kind === 'failed') {
    return (
      <Notice
        tone="warn"
        title={t('notPulled')}
        details={
          <>
            <p>{image.message}</p>
            <p className="break-all">{t('fromImage', { image: from })}</p>
          </>
        }
        action={
          <Button size="sm" onClick={detail.refetch}>
            {t('tryAgain')}
          </Button>
        }
      />
    );
  }
  return <Notice tone="info" title={t('inImage')} details={t('inImageWhy', { image: from })} />;
}
