'use client';
import type { AccessCheck } from '#lib/access.ts';
import { useChangePolicy } from './change-policy.ts';
import { useAccess } from './use-api.ts';

/**
 * Why an action is not offered; undefined when it is. With GitOps nobody needs rights: what is handed out takes the
 * way of the repository.
 */
export function useMayChange(checks: readonly AccessCheck[]): string | undefined {
  const policy = useChangePolicy();
  const access = useAccess(policy === 'apply' ? checks : []);
  if (policy === 'readOnly') return 'This console is read-only.';
  return policy === 'apply' && access.state === 'ready' ? access.reason : undefined;
}
