export { getUnmanaged as GET } from '#server/routes/unmanaged.ts';

export const dynamic = 'force-dynamic';
