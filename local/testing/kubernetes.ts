/**
 * Whether tests run on the oldest Kubernetes that we support (see `local/cluster/binaries.ts`). Its API server knows less and
 * says some things otherwise; a test that differs there says what is missing, and goes on with the rest.
 */
export const isOldestKubernetes = process.env['CAPSTAN_KUBERNETES'] === 'oldest';
