/** What a dry run means for the form. */
import type { ApiError } from '#components/data/api-error.ts';

export type DryRunObstacle = 'right' | 'noDryRun' | 'offline' | 'readOnly' | 'busy' | 'changed';

export type DryRunOutcome =
  | { readonly kind: 'accepted'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The cluster could not be asked, which says nothing about the object. */
  | { readonly kind: 'impossible'; readonly why: DryRunObstacle };

const OBSTACLES: Readonly<Record<string, DryRunObstacle>> = {
  network: 'offline',
  unauthenticated: 'offline',
  unauthorized: 'offline',
  readOnly: 'readOnly',
  gitops: 'readOnly',
  tooManyRequests: 'busy',
  unavailable: 'busy',
  timeout: 'busy',
  conflict: 'changed',
};

export function outcomeOfError(error: ApiError): DryRunOutcome {
  const why = obstacleOf(error);
  return why === undefined ? { kind: 'refused', error } : { kind: 'impossible', why };
}

/** Names are in quotes, with escapes. */
const FORBIDDEN = /^\S+ (?:"(?:[^"\\]|\\.)*" )?is forbidden: User "(?:[^"\\]|\\.)*" cannot /;

/** By whoever was to say something about the object, or to convert it. */
const UNASKED = /failed calling webhook|conversion webhook for /;

function obstacleOf({ kind, status, message }: ApiError): DryRunObstacle | undefined {
  if (message.includes('does not support dry run')) return 'noDryRun';
  // Quotas, policies and webhooks forbid by the same status as missing rights do.
  if (status === 403 && FORBIDDEN.test(message)) return 'right';
  const obstacle = OBSTACLES[kind];
  if (obstacle !== undefined || status < 500) return obstacle;
  return UNASKED.test(message) ? undefined : 'busy';
}
