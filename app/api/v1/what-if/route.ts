export { postWhatIf as POST } from '#server/routes/what-if.ts';

export const dynamic = 'force-dynamic';
