import { createHash } from 'node:crypto';

import { getRuntime } from './runtime.ts';

/**
 * A name for "this user, here" that tells nothing about either: what tabs share in the browser, they share under it.
 * Empty without a session.
 */
export async function sessionScope(cookieHeader: string | null): Promise<string> {
  const runtime = getRuntime();
  const identity = await runtime.identify(cookieHeader);
  if (identity === undefined) return '';
  return createHash('sha256')
    .update((identity.person ?? identity.key) + (runtime.basePath ?? ''))
    .digest('base64url')
    .slice(0, 16);
}

/** Where people sign in again; undefined where the terminal hands out addresses for that. */
export function signInAddress(): string | undefined {
  return getRuntime().signInAddress;
}
