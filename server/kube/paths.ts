/** Paths and queries of the Kubernetes API, always built from parts, each part encoded. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { KubeError } from './errors.ts';

/** What the path is to lead to; without a name, the list. */
export interface PathOptions {
  namespace?: string | undefined;
  name?: string | undefined;
  subresource?: string | undefined;
}

/** @throws KubeError `badRequest` for a part that could change the path's meaning, or a missing namespace */
export function resourcePath(resource: Resource, options: PathOptions = {}): string {
  const { name, subresource } = options;
  const namespace = resource.namespaced ? options.namespace : undefined;
  if (resource.namespaced && name !== undefined && namespace === undefined) {
    throw badPath(`${resource.kind} "${name}" needs a namespace.`);
  }
  const parts = [
    ...(resource.group === '' ? ['api'] : ['apis', resource.group]),
    resource.version,
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    resource.plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ];
  return `/${parts.map(segment).join('/')}`;
}

function segment(part: string): string {
  if (part === '' || part === '.' || part === '..' || part.includes('/') || part.length > 253) {
    throw badPath(`"${part.slice(0, 80)}" is not a valid name.`);
  }
  return encodeURIComponent(part);
}

function badPath(message: string): KubeError {
  return new KubeError({ kind: 'badRequest', message, reason: 'BadPath' });
}

/** A query with its `?`; parameters without value are left out. */
export function queryOf(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Where the object is. @throws KubeError `badRequest` when it has no name */
export function refOf(object: KubeObject): ObjectRef {
  const { namespace, name } = object.metadata;
  if (name === undefined || name === '') throw badPath(`The ${object.kind} has no name.`);
  return namespace === undefined ? { name } : { namespace, name };
}
