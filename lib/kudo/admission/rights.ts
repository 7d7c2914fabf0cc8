/**
 * The rights that what a plan makes takes, as RBAC has them. Who writes an Instance has to have them: the engine could do more.
 * Source: Kubernetes "Using RBAC Authorization", restrictions on role creation and on role binding creation.
 */
import { at, cutText } from '../../base/loose.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';

/** What is done to an object of a type; `apply` creates or changes it. */
export interface ForeseenWrite {
  verb: 'apply' | 'delete';
  resource: Pick<Resource, 'group' | 'plural' | 'namespaced'>;
  object: KubeObject;
}

/** One right; the namespace is that of the instance where the type has namespaces. */
export interface WriteRight {
  verb: 'bind' | 'create' | 'delete' | 'escalate' | 'patch';
  group: string;
  plural: string;
  namespaced: boolean;
  /** Of a role that is bound. */
  name?: string;
}

const RBAC = 'rbac.authorization.k8s.io';

/** Each once, in the order in which they are needed. */
export function rightsFor(writes: readonly ForeseenWrite[]): WriteRight[] {
  const all = writes.flatMap((write) => rightsOf(write));
  return [...new Map(all.map((right) => [rightText(right), right])).values()];
}

function rightsOf({ verb, resource, object }: ForeseenWrite): WriteRight[] {
  const { group, plural, namespaced } = resource;
  const type = { group, plural, namespaced };
  if (verb === 'delete') return [{ verb: 'delete', ...type }];
  return [{ verb: 'create', ...type }, { verb: 'patch', ...type }, ...beyond(type, object)];
}

/** Roles hand rights out, and so do bindings: that takes a right of its own. */
function beyond(type: ForeseenWrite['resource'], object: KubeObject): WriteRight[] {
  if (type.group !== RBAC) return [];
  if (type.plural === 'roles' || type.plural === 'clusterroles') return [{ verb: 'escalate', ...type }];
  const role = at(object, 'roleRef', 'kind') === 'ClusterRole' ? 'clusterroles' : 'roles';
  const name = cutText(at(object, 'roleRef', 'name')) ?? '';
  return [{ verb: 'bind', group: RBAC, plural: role, namespaced: type.namespaced, name }];
}

/** `create deployments.apps`, as it is recorded and told. */
export function rightText({ verb, group, plural, name }: WriteRight): string {
  const type = group === '' ? plural : `${plural}.${group}`;
  return name === undefined ? `${verb} ${type}` : `${verb} ${type} ${name}`;
}
