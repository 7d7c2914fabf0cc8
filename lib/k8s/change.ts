/**
 * One intent of the user as data. Every write of the console is a list of these, so that the request, the command to
 * copy, the YAML to commit and the rights it needs can never say different things.
 */
import { optional } from '../base/loose.ts';
import type { KubeObject, ObjectRef, Resource } from './object.ts';

/** Bodies of PATCH. `merge`: RFC 7386; `json`: RFC 6902. */
export type Patch =
  | { type: 'merge'; body: Record<string, unknown> }
  | { type: 'json'; body: readonly { op: string; path: string; value?: unknown; from?: string }[] };

/** Names the console in `managedFields` and in the audit log. */
export const CONSOLE_MANAGER = 'capstan-console';

/** `propagationPolicy` of a deletion: what becomes of the objects that the deleted one owns. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** The body of a deletion. Where an object has another `uid` or version by now nothing is deleted. */
export function deleteOptions(of: {
  propagation?: Propagation | undefined;
  uid?: string | undefined;
  resourceVersion?: string | undefined;
}): Record<string, unknown> {
  const { propagation, uid, resourceVersion } = of;
  const preconditions = optional({ uid, resourceVersion });
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...optional({ propagationPolicy: propagation }),
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
  };
}

/** One write of one object. Without a namespace it is of a cluster-scoped object. */
export type Change =
  | { verb: 'create'; resource: Resource; object: KubeObject }
  /** With `metadata.resourceVersion` the API server refuses it when somebody else was quicker. */
  | { verb: 'replace'; resource: Resource; object: KubeObject; before?: KubeObject }
  /**
   * Server-side apply of the fields in `object`, which is not a whole object. With `metadata.uid` an object made anew
   * under the name stays; `force` takes fields over from their managers. `before`: the object as it is.
   */
  | { verb: 'apply'; resource: Resource; object: KubeObject; force?: boolean; before?: KubeObject }
  /** With `before` the YAML to commit is the whole object, else only what the patch sets. */
  | { verb: 'patch'; resource: Resource; ref: ObjectRef; patch: Patch; before?: KubeObject }
  /** With `uid` an object made anew under the name stays. */
  | { verb: 'delete'; resource: Resource; ref: ObjectRef; uid?: string; propagation?: Propagation };

/** What the API server asks its authorizer about the change; fits `AccessCheck`. */
export interface ChangeAccess {
  verb: 'create' | 'update' | 'patch' | 'delete';
  group: string;
  resource: string;
  namespace?: string;
  /** Absent for a creation: the authorizer is asked before anybody knows the name. */
  name?: string;
}

const ACCESS_VERBS = {
  create: 'create',
  replace: 'update',
  apply: 'patch',
  patch: 'patch',
  delete: 'delete',
} as const;

/** The right that the change needs, as an authorizer is asked: apply needs `patch`, replace needs `update`. */
export function accessOf(change: Change): ChangeAccess {
  const { group, plural } = change.resource;
  const { namespace, name } = targetOf(change);
  return {
    verb: ACCESS_VERBS[change.verb],
    group,
    resource: plural,
    ...optional({ namespace }),
    ...(change.verb === 'create' || name === undefined ? {} : { name }),
  };
}

/** Where the changed object is. Without a name: it has none yet (`generateName`). */
export function targetOf(change: Change): { namespace?: string; name?: string } {
  const { namespace, name } = 'ref' in change ? change.ref : change.object.metadata;
  return {
    ...(!change.resource.namespaced || namespace === undefined || namespace === '' ? {} : { namespace }),
    ...(name ? { name } : {}),
  };
}
