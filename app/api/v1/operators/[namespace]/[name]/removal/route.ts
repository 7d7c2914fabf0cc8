export { getRemoval as GET } from '#server/routes/removal.ts';

export const dynamic = 'force-dynamic';
