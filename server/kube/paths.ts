/** Paths of the Kubernetes API, each part looked at before anything is sent. */
import { resourcePath, type Place } from '#lib/k8s/api-path.ts';
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { KubeError } from './errors.ts';

/** @throws KubeError `badRequest` for a part that could change the path's meaning, or a missing namespace */
export function checkedPath(resource: Resource, place: Place = {}): string {
  const { group, version, plural } = resource;
  const { name, subresource } = place;
  const namespace = resource.namespaced ? place.namespace : undefined;
  if (resource.namespaced && name !== undefined && namespace === undefined)
    throw badPath(`${resource.kind} "${name}" needs a namespace.`);
  for (const part of [version, plural, namespace, name, subresource, ...(group === '' ? [] : [group])]) {
    if (part !== undefined && !isSegment(part)) throw badPath(`"${part.slice(0, 80)}" is not a valid name.`);
  }
  return resourcePath(resource, place);
}

function isSegment(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !part.includes('/') && part.length <= 253;
}

function badPath(message: string): KubeError {
  return new KubeError({ kind: 'badRequest', message, reason: 'BadPath' });
}

/** Where the object is. @throws KubeError `badRequest` when it has no name */
export function refOf(object: KubeObject): ObjectRef {
  const { namespace, name } = object.metadata;
  if (!name) throw badPath(`The ${object.kind} has no name.`);
  return namespace === undefined ? { name } : { namespace, name };
}
