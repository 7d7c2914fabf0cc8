import type { Subscription } from '#lib/olm/api/types.ts';
import { urls, type Scope } from '#lib/urls.ts';

/** Where a Subscription is looked at: at its operator, once there is one. */
export function homeOf({ metadata, status }: Subscription, scope: Scope): string {
  const { namespace = '', name } = metadata;
  const csv = status?.installedCSV;
  return csv === undefined
    ? urls.subscription({ namespace, name }, scope)
    : urls.operator({ namespace, name: csv }, scope, 'subscription');
}
