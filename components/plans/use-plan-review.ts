'use client';
import { useEffect, useRef } from 'react';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import type { PlanReview } from '#lib/olm/plan/review.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

/** What approving the plan would do; asked again whenever the plan changes. */
export function usePlanReview({ metadata }: InstallPlan): ApiResult<PlanReview> {
  const { namespace = '', name, resourceVersion } = metadata;
  const answer = useApi<PlanReview>(urls.api.planReview({ namespace, name }));
  const { refetch } = answer;
  const asked = useRef(resourceVersion);
  useEffect(() => {
    if (asked.current === resourceVersion) return;
    asked.current = resourceVersion;
    refetch();
    // `refetch` is a new function each time it is drawn, which says nothing.
  }, [resourceVersion]);
  return answer;
}
