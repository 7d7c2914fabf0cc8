export { getInstallPreview as GET } from '#server/routes/install-preview.ts';

export const dynamic = 'force-dynamic';
