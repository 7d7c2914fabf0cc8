export { getNamespaces as GET } from '#server/routes/namespaces.ts';

export const dynamic = 'force-dynamic';
