/** Questions of the form "may the user do this?", as asked with `POST /api/access`. */
import { z } from 'zod';

export const maxAccessChecks = 100;

/** Source: authorization.k8s.io/v1 ResourceAttributes. Without `namespace`: in all of them, or cluster-scoped. */
export const AccessCheck = z.strictObject({
  verb: z.string().min(1).max(63),
  group: z.string().max(253),
  /** Plural, as in URLs. */
  resource: z.string().min(1).max(63),
  subresource: z.string().max(63).optional(),
  namespace: z.string().max(63).optional(),
  name: z.string().max(253).optional(),
});
export type AccessCheck = z.infer<typeof AccessCheck>;

export const AccessRequest = z.strictObject({ checks: z.array(AccessCheck).max(maxAccessChecks) });
export type AccessRequest = z.infer<typeof AccessRequest>;

export interface AccessAnswer {
  allowed: boolean;
  /** For people; present when not allowed. */
  reason?: string;
  /** Nobody could be asked, which counts as no. */
  unchecked?: true;
}

/** Such as `create subscriptions.operators.coreos.com in namespace argocd`. */
export function describeCheck(check: AccessCheck): string {
  const resource =
    check.subresource === undefined ? check.resource : `${check.resource}/${check.subresource}`;
  const type = check.group === '' ? resource : `${resource}.${check.group}`;
  const name = check.name === undefined ? '' : ` "${check.name}"`;
  const where = check.namespace === undefined ? '' : ` in namespace ${check.namespace}`;
  return `${check.verb} ${type}${name}${where}`;
}
