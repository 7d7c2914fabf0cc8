import { z } from 'zod';

import { queryPlanReview, queryStepDifference } from '#server/queries/plan-review.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { route } from './route.ts';

const Params = z.object({ namespace: z.string().min(1).max(63), name: z.string().min(1).max(253) });
const StepParams = Params.extend({ step: z.coerce.number().int().nonnegative().max(100_000) });

/** `GET /api/v1/plans/:namespace/:name/review` → PlanReview */
export const getPlanReview = route({ params: Params }, ({ params, identity }) =>
  queryPlanReview(identity, getRuntime().catalog, params),
);

/** `GET /api/v1/plans/:namespace/:name/review/:step` → Difference */
export const getStepDifference = route({ params: StepParams }, ({ params, identity }) =>
  queryStepDifference(identity, getRuntime().catalog, params, params.step),
);
