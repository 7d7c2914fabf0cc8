export { getPlanReview as GET } from '#server/routes/plan-review.ts';

export const dynamic = 'force-dynamic';
