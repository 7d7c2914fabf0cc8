export { getUpgrades as GET } from '#server/routes/upgrades.ts';

export const dynamic = 'force-dynamic';
