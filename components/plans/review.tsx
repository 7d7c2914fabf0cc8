'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PlanSteps } from '#components/olm/plan-steps.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { ReviewMoves } from './review-moves.tsx';
import { ReviewObjects } from './review-objects.tsx';
import { ReviewRisks } from './review-risks.tsx';
import { usePlanReview } from './use-plan-review.ts';

/** The plan held against the cluster: what moves, what to look at first, and every object with what changes in it. */
export function Review({ plan }: { readonly plan: InstallPlan }): ReactNode {
  const t = useTranslations('reviews');
  const review = usePlanReview(plan);
  if (review.state === 'loading') {
    return (
      <div role="status" aria-label={t('comparing')} className="flex flex-col gap-5">
        <Skeleton className="h-24 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
        <SkeletonRows />
      </div>
    );
  }
  if (review.data === undefined) {
    return (
      <>
        <Notice tone="warn" title={t('notCompared')} details={review.error.message} />
        <PlanSteps steps={plan.status?.plan ?? []} />
      </>
    );
  }
  return (
    <>
      <ReviewMoves review={review.data} />
      <ReviewRisks review={review.data} />
      <ReviewObjects review={review.data} />
    </>
  );
}
