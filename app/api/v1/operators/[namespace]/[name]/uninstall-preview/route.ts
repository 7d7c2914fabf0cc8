export { getUninstallPreview as GET } from '#server/routes/uninstall-preview.ts';

export const dynamic = 'force-dynamic';
