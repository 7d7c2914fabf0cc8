export { getWhy as GET } from '#server/routes/why.ts';

export const dynamic = 'force-dynamic';
