/** Questions of the form "may the user do this?", as asked with `POST /api/access`. */

import { optional } from './base/loose.ts';
import type { Resource } from './k8s/object.ts';

/** Checks that one request may hold; more are answered with 400. */
export const maxAccessChecks = 100;

/**
 * Source: authorization.k8s.io/v1 ResourceAttributes. Without `namespace`: in all of them, or cluster-scoped.
 * Checked by `access-request.ts`.
 */
export interface AccessCheck {
  verb: string;
  group: string;
  /** Plural, as in URLs. */
  resource: string;
  subresource?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
}

/** Why not. The texts are under `olm.access`. */
export type AccessReason =
  /** The API server says so; `right` as `describeCheck` writes it. */
  | { code: 'denied'; values: { right: string } }
  /** Nobody could be asked, which counts as no. */
  | { code: 'unchecked' }
  /** Nobody could be asked: the API server does not accept the credentials any more. */
  | { code: 'signedOut' };

/** The answer to one check; answers stand in the order of the checks. */
export type AccessAnswer = { allowed: true } | { allowed: false; reason: AccessReason };

/** The question whether `verb` may be done to objects of a type, or to one of them. */
export function checkOf(
  verb: string,
  resource: Pick<Resource, 'group' | 'plural' | 'namespaced'>,
  at: { namespace?: string | undefined; name?: string | undefined } = {},
): AccessCheck {
  const { namespace, name } = at;
  return {
    verb,
    group: resource.group,
    resource: resource.plural,
    ...(resource.namespaced && namespace !== undefined ? { namespace } : {}),
    ...optional({ name }),
  };
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
